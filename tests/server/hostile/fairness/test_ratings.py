"""Ratings over a server: farming is worth little, and a lost game cannot be dodged by leaving it."""

import pytest

from tests.server.table import Guest, Json, Seat, Server, eventually, heaps, play_out, take


def rating(guest: Guest) -> Json | None:
    found: Json | None = guest.get("/api/ratings/nim")["mine"]
    return found


def two(first: Guest, second: Guest) -> tuple[str, Seat, Seat]:
    room = first.open("nim", "me", "anybody", options={"heaps": 3, "sizes": "large"})
    second.post(f"/api/rooms/{room['code']}/join")
    return room["code"], first.enter(room["code"]), second.enter(room["code"])


def both_move(one: Seat, other: Seat) -> None:
    """Each takes one, which leaves at least one; it is the first one's turn again."""
    for seat, table in enumerate((one, other)):
        while table.view["seq"] < seat:
            table.receive()
        sizes = heaps(table)
        assert table.play(seat, take(sizes.index(max(sizes))))["refused"] is None
    while one.view["seq"] < 2:
        one.receive()


def rated(guest: Guest) -> Json:
    eventually(lambda: rating(guest) is not None)
    found = rating(guest)
    assert found is not None
    return found


def test_leaving_a_game_that_is_lost_is_losing_it_and_closes_nothing_off(ann: Guest, bob: Guest) -> None:
    """Both leave: whoever leaves last has won."""
    code, one, other = two(ann, bob)
    with one, other:
        both_move(one, other)
        bob.post(f"/api/rooms/{code}/leave")
        assert rating(bob) is None, "it may still be played to its end, by somebody else"
        ann.post(f"/api/rooms/{code}/leave")
    assert rated(bob)["rating"] < 1000 < rated(ann)["rating"]
    [played] = bob.get(f"/api/players/{bob.me['id']}/matches")
    assert (played["counted"], played["reason"]) == (True, None)


def test_a_bot_in_the_seat_of_whoever_left_changes_neither_loss_nor_win(ann: Guest, bob: Guest) -> None:
    code, one, other = two(ann, bob)
    with one, other:
        both_move(one, other)
        ann.post(f"/api/rooms/{code}/leave")
        room = bob.post(f"/api/rooms/{code}/fill", {"seat": 0, "level": "first"})
        assert room["ranked"] is True
        while other.view["outcome"] is None:
            if other.view["to_move"] == [1]:
                heap = next(index for index, size in enumerate(heaps(other)) if size)
                other.play(1, take(heap, heaps(other)[heap]))
            else:
                other.receive()
        other.until(lambda message: message["type"] == "room" and message["confirmed"] is True)
    assert rated(ann)["rating"] < 1000 < rated(bob)["rating"]


def test_leaving_and_coming_back_does_not_unrate_the_match(ann: Guest, bob: Guest) -> None:
    code, one, other = two(ann, bob)
    with one, other:
        both_move(one, other)
        for guest in (bob, ann):
            guest.post(f"/api/rooms/{code}/leave")
            assert guest.post(f"/api/rooms/{code}/join")["ranked"] is True
        play_out(one, other)
        winner = one.view["outcome"]["winners"][0]
        one.until(lambda message: message["type"] == "room" and message["confirmed"] is True)
        assert one.room["ranked"] is True
    won, lost = (rated(guest) for guest in ((ann, bob) if winner == 0 else (bob, ann)))
    assert lost["rating"] < 1000 < won["rating"]
    assert (won["games"], lost["games"]) == (1, 1)


def test_whoever_never_moved_has_not_played(ann: Guest, bob: Guest) -> None:
    code, one, other = two(ann, bob)
    with one, other:
        one.play(0, take(0))
        bob.post(f"/api/rooms/{code}/leave")
        ann.post(f"/api/rooms/{code}/leave")
    match = one.view["match"]
    eventually(lambda: ann.get(f"/api/matches/{match}")["ended"] is not None)
    assert rating(ann) is None
    assert rating(bob) is None


@pytest.fixture
def own_server(tmp_path_factory: pytest.TempPathFactory) -> Server:
    return Server(tmp_path_factory.mktemp("ratings"))


def test_forty_games_of_two_scripts_leave_both_provisional_and_low(own_server: Server) -> None:
    with Guest(own_server) as ann, Guest(own_server) as bob:
        room = ann.open("nim", "me", "anybody", options={"heaps": 1})
        bob.post(f"/api/rooms/{room['code']}/join")
        with ann.enter(room["code"]) as one, bob.enter(room["code"]) as other:
            for game in range(40):
                play_out(*((one, other) if game % 2 == 0 else (other, one)))
                for table in (one, other):
                    if table.room["confirmed"] is not True:
                        table.hear("room", confirmed=True)
                if game < 39:
                    for guest in (ann, bob):
                        guest.post(f"/api/rooms/{room['code']}/rematch")
                    for table in (one, other):
                        table.hear("view", seq=0)
        mine, theirs = rated(ann), rated(bob)
    own_server.stop()
    assert mine["games"] == 40
    assert max(mine["rating"], theirs["rating"]) < 1300
    assert (mine["provisional"], theirs["provisional"]) == (True, True)
