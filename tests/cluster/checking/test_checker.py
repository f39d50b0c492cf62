"""The history checker finds nothing wrong with an honest round, and every fault that is planted into one."""

import random
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from tests.cluster.checking.checker import WATCHER, Kind
from tests.cluster.checking.evidence import LoggedEntry
from tests.cluster.checking.history import (
    Absence,
    Answered,
    Attempted,
    Back,
    Heard,
    History,
    Lost,
    Seen,
    Sent,
    StillSignedIn,
)
from tests.cluster.checking.made_up import GAME, PEOPLE, Round, finished, honest, match_of, replace_match, shown_at

Plant = Callable[[Round, random.Random], None]


def _answered(made: Round, chance: random.Random) -> Answered:
    player, index = chance.choice(made.events(Answered))
    event = made.histories[player][index]
    assert isinstance(event, Answered)
    return event


def lose_the_last(made: Round, chance: random.Random) -> None:
    """The log ends before an acknowledged entry, as after a commit that was not kept."""
    answered = _answered(made, chance)
    _, match = match_of(made, answered.match)
    assert answered.seq is not None
    replace_match(made, match.id, entries=match.entries[: answered.seq], shown=match.shown[: answered.seq + 1])


def lose_one(made: Round, chance: random.Random) -> None:
    """Somebody else's entry stands where an acknowledged one should."""
    answered = _answered(made, chance)
    _, match = match_of(made, answered.match)
    entries = list(match.entries)
    assert answered.seq is not None
    entries[answered.seq] = LoggedEntry(-1, {"do": "time-up"}, None, None)
    replace_match(made, match.id, entries=tuple(entries))


def change_the_action(made: Round, chance: random.Random) -> None:
    answered = _answered(made, chance)
    _, match = match_of(made, answered.match)
    entries = list(match.entries)
    assert answered.seq is not None
    entries[answered.seq] = structs.replace(entries[answered.seq], action={"do": "take", "count": 99})
    replace_match(made, match.id, entries=tuple(entries))


def double(made: Round, chance: random.Random) -> None:
    """An action that was sent again was played again."""
    answered = _answered(made, chance)
    _, match = match_of(made, answered.match)
    assert answered.seq is not None
    replace_match(made, match.id, entries=(*match.entries, match.entries[answered.seq]))


def answer_in_two_ways(made: Round, chance: random.Random) -> None:
    player, index = chance.choice(made.events(Answered))
    event = made.histories[player][index]
    assert isinstance(event, Answered)
    assert event.seq is not None
    made.histories[player].insert(index + 1, structs.replace(event, seq=event.seq + 1))


def invent(made: Round, chance: random.Random) -> None:
    match = chance.choice(made.matches)
    entry = LoggedEntry(0, {"do": "take", "count": 1}, "nobody's", None)
    replace_match(made, match.id, entries=(*match.entries, entry))


def reorder(made: Round, chance: random.Random) -> None:
    """What stands first was sent when everything else had been answered."""
    match = chance.choice(finished(made)).id
    answers = [event for events in made.histories.values() for event in events if isinstance(event, Answered)]
    first = min((event for event in answers if event.match == match), key=lambda event: event.seq or 0)
    for events in made.histories.values():
        for index, event in enumerate(events):
            if isinstance(event, (Sent, Answered)) and event.ref == first.ref:
                events[index] = structs.replace(event, at_s=event.at_s + 10_000)


def diverge(made: Round, chance: random.Random) -> None:
    """One process shows another position than the others, with the same number of entries."""
    player, index = chance.choice(made.events(Seen))
    event = made.histories[player][index]
    assert isinstance(event, Seen)
    made.histories[player][index] = structs.replace(event, shown="something else")


def see_ahead(made: Round, chance: random.Random) -> None:
    """A view showed an entry that was never committed."""
    player, index = chance.choice(made.events(Seen))
    event = made.histories[player][index]
    assert isinstance(event, Seen)
    made.histories[player][index] = structs.replace(event, seq=1_000)


def see_backwards(made: Round, chance: random.Random) -> None:
    """A process that lags behind shows what was seen before."""
    player, index = chance.choice([place for place in made.events(Seen) if _seq(made, place) > 0])
    event = made.histories[player][index]
    assert isinstance(event, Seen)
    seat = WATCHER if event.seat is None else event.seat
    earlier = structs.replace(event, seq=event.seq - 1, shown=shown_at(event.match, event.seq - 1, seat))
    made.histories[player].insert(index + 1, earlier)


def _seq(made: Round, place: tuple[str, int]) -> int:
    event = made.histories[place[0]][place[1]]
    return event.seq if isinstance(event, Seen) else 0


def forget_own_action(made: Round, chance: random.Random) -> None:
    """Somebody's action is answered, and the next view does not have it."""
    player, index = chance.choice(made.events(Answered))
    event = made.histories[player][index]
    assert isinstance(event, Answered)
    assert event.seq is not None
    view = Seen(event.at_s, event.match, event.seat, event.seq, shown_at(event.match, event.seq, event.seat))
    made.histories[player].insert(index + 1, view)


def refute(made: Round, chance: random.Random) -> None:
    replace_match(made, chance.choice(made.matches).id, wrong="entry 3 is logged as accepted")


def leave_unconfirmed(made: Round, chance: random.Random) -> None:
    replace_match(made, chance.choice(finished(made)).id, confirmed=None)


def share_a_place(made: Round, chance: random.Random) -> None:
    one, other = chance.sample(finished(made), 2)
    replace_match(made, one.id, place=other.place)


def count_twice(made: Round, chance: random.Random) -> None:
    made.results.append(chance.choice(made.results))


def not_count(made: Round, chance: random.Random) -> None:
    made.results.remove(chance.choice(made.results))


def count_a_stranger(made: Round, chance: random.Random) -> None:
    made.results.append(structs.replace(chance.choice(made.results), player="cleo"))


def rate_twice(made: Round, chance: random.Random) -> None:
    made.rated_games[chance.choice(sorted(made.rated_games))] += 1


def not_rate(made: Round, chance: random.Random) -> None:
    index = chance.choice([index for index, result in enumerate(made.results) if result.rated])
    made.results[index] = structs.replace(made.results[index], rated=False)


def forget_the_best(made: Round, chance: random.Random) -> None:
    del made.bests[chance.choice(sorted(made.bests))]


def hear_twice(made: Round, chance: random.Random) -> None:
    player, index = chance.choice(made.events(Heard))
    made.histories[player].append(made.histories[player][index])


def stay_away(made: Round, chance: random.Random) -> None:
    made.histories[chance.choice(PEOPLE)] += [Lost(20_000, "cut"), Back(20_021)]


def keep_what_was_thrown_away(made: Round, chance: random.Random) -> None:
    replace_match(made, "thrown", **chance.choice(({"listed": True}, {"over": True}, {"ended": False})))


def attempt_again(made: Round, chance: random.Random) -> None:
    made.histories["bob"].append(Attempted(chance.random(), GAME, "another"))


def lose_the_seat(made: Round, chance: random.Random) -> None:
    replace_match(made, "both-1", people=("ann", chance.choice((None, "cleo"))))


def let_in_who_is_signed_out(made: Round, chance: random.Random) -> None:
    made.histories[chance.choice(PEOPLE)].append(StillSignedIn(1, "two"))


def say_something_else(made: Round, chance: random.Random) -> None:
    index = chance.randrange(len(made.told))
    said = made.told[index].said
    made.told[index] = structs.replace(made.told[index], said=said | {chance.choice(sorted(said)): "other"})


def leave_a_game_out(made: Round, _chance: random.Random) -> None:
    replace_match(made, "both-0", listed=False)


PLANTS: dict[Plant, Kind] = {
    lose_the_last: "acknowledged-lost",
    lose_one: "acknowledged-lost",
    change_the_action: "acknowledged-lost",
    double: "doubled",
    answer_in_two_ways: "answer-changed",
    invent: "invented",
    reorder: "reordered",
    diverge: "diverging-views",
    see_ahead: "view-ahead-of-log",
    see_backwards: "view-backwards",
    forget_own_action: "view-backwards",
    refute: "does-not-verify",
    leave_unconfirmed: "not-confirmed",
    share_a_place: "place-taken-twice",
    count_twice: "counted-wrongly",
    not_count: "counted-wrongly",
    count_a_stranger: "counted-wrongly",
    rate_twice: "rating-counted-wrongly",
    not_rate: "rating-counted-wrongly",
    forget_the_best: "best-wrong",
    hear_twice: "phrase-doubled",
    stay_away: "away-too-long",
    keep_what_was_thrown_away: "discarded-kept",
    attempt_again: "attempted-twice",
    lose_the_seat: "seat-lost",
    let_in_who_is_signed_out: "signed-in-still",
    say_something_else: "processes-differ",
    leave_a_game_out: "processes-differ",
}


@given(st.integers(0, 2**32))
def test_nothing_is_wrong_with_an_honest_round(seed: int) -> None:
    assert honest(random.Random(seed)).kinds() == set()


@settings(max_examples=25)
@pytest.mark.parametrize("plant", PLANTS, ids=lambda plant: plant.__name__)
@given(seed=st.integers(0, 2**32))
def test_a_planted_fault_is_found_and_called_by_its_name(plant: Plant, seed: int) -> None:
    chance = random.Random(seed)
    made = honest(chance)
    plant(made, chance)
    assert PLANTS[plant] in made.kinds()


def test_how_long_somebody_was_away_is_from_the_first_loss_to_the_next_view() -> None:
    events = (Lost(1, "cut"), Lost(2, "refused"), Back(2.5), Lost(4, "cut"), Back(4.25), Lost(9, "cut"))
    absences = History("ann", "ROOM", events).absences()
    assert absences == [Absence(1.5, ("cut", "refused")), Absence(0.25, ("cut",))]
