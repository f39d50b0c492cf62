"""The history checker finds nothing wrong with an honest round, and every fault that is planted into one."""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from tests.cluster.checker import WATCHER, Kind, check
from tests.cluster.evidence import Evidence, LoggedEntry, LoggedMatch, Result
from tests.cluster.history import Absence, Answered, Back, Event, Heard, History, Lost, Seen, Sent, Spoke

GAME, BOARD = "game", "board"
PEOPLE = ("ann", "bob")
Plant = Callable[["Round", random.Random], None]


@dataclass
class Round:
    """A round that can be tampered with."""

    histories: dict[str, list[Event]]
    matches: list[LoggedMatch]
    results: list[Result] = field(default_factory=list)
    rated_games: dict[str, int] = field(default_factory=dict)
    bests: dict[str, int] = field(default_factory=dict)

    def kinds(self) -> set[Kind]:
        histories = [History(player, "ROOM", tuple(events)) for player, events in self.histories.items()]
        evidence = Evidence(tuple(self.matches), tuple(self.results), self.rated_games, self.bests)
        return {violation.kind for violation in check(histories, evidence)}

    def events(self, kind: type[Event]) -> list[tuple[str, int]]:
        """Where events of a kind are: in whose history, and at which place."""
        return [
            (player, index)
            for player, events in self.histories.items()
            for index, event in enumerate(events)
            if isinstance(event, kind)
        ]


def honest(chance: random.Random) -> Round:
    """Ann and Bob play two matches together and one each alone; cleo watches. Connections break, nothing is lost."""
    clock, refs = count(1), count(1)
    made = Round({player: [] for player in (*PEOPLE, "cleo")}, [])
    for number in range(2):
        _play(made, f"both-{number}", PEOPLE, chance, clock, refs)
    for player in PEOPLE:
        _play(made, f"alone-{player}", (player,), chance, clock, refs)
    for player in PEOPLE:
        made.rated_games[f"{GAME} {player}"] = 2
    made.histories["ann"].append(Spoke(next(clock), "hello"))
    made.histories["bob"].append(Heard(next(clock), "ann", "hello"))
    return made


def _play(
    made: Round, match: str, people: tuple[str, ...], chance: random.Random, clock: "count[int]", refs: "count[int]"
) -> None:
    entries: list[LoggedEntry] = []
    watching = (*people, "cleo")
    for turn in range(chance.randint(4, 9)):
        if turn > 1 and chance.random() < 0.2:
            entries.append(LoggedEntry(-1, {"do": "time-up"}, None, None))
        else:
            seat = turn % len(people)
            sent = Sent(next(clock), match, seat, f"r{next(refs)}", {"do": "take", "count": turn})
            refused = "not-there" if chance.random() < 0.2 else None
            answered = Answered(0, match, seat, sent.ref, len(entries), refused)
            entries.append(LoggedEntry(seat, sent.action, sent.ref, refused))
            mine = made.histories[people[seat]]
            mine.append(sent)
            if chance.random() < 0.3:
                mine += [Lost(next(clock), "cut"), structs.replace(sent, at_s=next(clock)), Back(next(clock))]
                mine.append(structs.replace(answered, at_s=next(clock)))
            mine.append(structs.replace(answered, at_s=next(clock)))
        for player in watching:
            if player in people or chance.random() < 0.5:
                seen_by = people.index(player) if player in people else None
                shown = _shown(match, len(entries), WATCHER if seen_by is None else seen_by)
                made.histories[player].append(Seen(next(clock), match, seen_by, len(entries), shown))
    positions = tuple(
        {seat: _shown(match, seq, seat) for seat in (WATCHER, *range(len(people)))} for seq in range(len(entries) + 1)
    )
    made.matches.append(
        LoggedMatch(
            id=match,
            game=GAME,
            people=people,
            entries=tuple(entries),
            shown=positions,
            wrong=None,
            over=True,
            confirmed=True,
            place=len(made.matches) + 1,
            counts=True,
        )
    )
    several = len(people) > 1
    for player in people:
        score = chance.randint(1, 9)
        made.results.append(Result(match, player, GAME, BOARD, score, counts=True, rated=several))
        if not several:
            made.bests[f"{GAME} {BOARD} {player}"] = score


def _shown(match: str, seq: int, seat: int) -> str:
    return f"{match} {seq} {seat}"


def _answered(made: Round, chance: random.Random) -> Answered:
    player, index = chance.choice(made.events(Answered))
    event = made.histories[player][index]
    assert isinstance(event, Answered)
    return event


def _match(made: Round, name: str) -> tuple[int, LoggedMatch]:
    return next((index, match) for index, match in enumerate(made.matches) if match.id == name)


def _replace_match(made: Round, name: str, **changes: object) -> None:
    index, match = _match(made, name)
    made.matches[index] = structs.replace(match, **changes)


def lose_the_last(made: Round, chance: random.Random) -> None:
    """The log ends before an acknowledged entry, as after a commit that was not kept."""
    answered = _answered(made, chance)
    _, match = _match(made, answered.match)
    assert answered.seq is not None
    _replace_match(made, match.id, entries=match.entries[: answered.seq], shown=match.shown[: answered.seq + 1])


def lose_one(made: Round, chance: random.Random) -> None:
    """Somebody else's entry stands where an acknowledged one should."""
    answered = _answered(made, chance)
    _, match = _match(made, answered.match)
    entries = list(match.entries)
    assert answered.seq is not None
    entries[answered.seq] = LoggedEntry(-1, {"do": "time-up"}, None, None)
    _replace_match(made, match.id, entries=tuple(entries))


def change_the_action(made: Round, chance: random.Random) -> None:
    answered = _answered(made, chance)
    _, match = _match(made, answered.match)
    entries = list(match.entries)
    assert answered.seq is not None
    entries[answered.seq] = structs.replace(entries[answered.seq], action={"do": "take", "count": 99})
    _replace_match(made, match.id, entries=tuple(entries))


def double(made: Round, chance: random.Random) -> None:
    """An action that was sent again was played again."""
    answered = _answered(made, chance)
    _, match = _match(made, answered.match)
    assert answered.seq is not None
    _replace_match(made, match.id, entries=(*match.entries, match.entries[answered.seq]))


def answer_in_two_ways(made: Round, chance: random.Random) -> None:
    player, index = chance.choice(made.events(Answered))
    event = made.histories[player][index]
    assert isinstance(event, Answered)
    assert event.seq is not None
    made.histories[player].insert(index + 1, structs.replace(event, seq=event.seq + 1))


def invent(made: Round, chance: random.Random) -> None:
    match = chance.choice(made.matches)
    entry = LoggedEntry(0, {"do": "take", "count": 1}, "nobody's", None)
    _replace_match(made, match.id, entries=(*match.entries, entry))


def reorder(made: Round, chance: random.Random) -> None:
    """What stands first was sent when everything else had been answered."""
    match = chance.choice(made.matches).id
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
    earlier = structs.replace(event, seq=event.seq - 1, shown=_shown(event.match, event.seq - 1, seat))
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
    view = Seen(event.at_s, event.match, event.seat, event.seq, _shown(event.match, event.seq, event.seat))
    made.histories[player].insert(index + 1, view)


def refute(made: Round, chance: random.Random) -> None:
    _replace_match(made, chance.choice(made.matches).id, wrong="entry 3 is logged as accepted")


def leave_unconfirmed(made: Round, chance: random.Random) -> None:
    _replace_match(made, chance.choice(made.matches).id, confirmed=None)


def share_a_place(made: Round, chance: random.Random) -> None:
    one, other = chance.sample(made.matches, 2)
    _replace_match(made, one.id, place=other.place)


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
