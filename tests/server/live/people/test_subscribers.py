"""Who is away is known of those who hold seats, and of nobody else."""

from parlour.server.live.people.subscribers import Subscribers
from parlour.store.players import Player
from tests.server.live.rooms.test_two_processes import Screen


def test_spectators_who_left_are_forgotten_and_a_seat_counts_from_when_it_was_taken() -> None:
    now = 0.0
    there = Subscribers(lambda: now)
    there.expect(["ann"])
    now = 10.0
    for number in range(100):
        watching = Screen(Player(f"{number}", ""))
        there.add(watching)
        there.remove(watching)
    assert len(there._left) == 1
    there.expect(["ann", "bob"])
    assert (there.away_s("ann"), there.away_s("bob")) == (10.0, 0.0)
    bob = Screen(Player("bob", "Bob"))
    there.add(bob)
    now = 30.0
    assert there.away_s("bob") == 0.0
    there.remove(bob)
    now = 35.0
    assert there.away_s("bob") == 5.0
    there.expect(["ann"])
    assert len(there._left) == 1
