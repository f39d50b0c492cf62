"""A round in which nothing goes wrong, made up for the checker; it can be tampered with."""

import random
from dataclasses import dataclass, field
from itertools import count

from msgspec import structs

from tests.cluster.checking.checker import WATCHER, Kind, check
from tests.cluster.checking.evidence import Evidence, LoggedEntry, LoggedMatch, Result, Told
from tests.cluster.checking.history import (
    Answered,
    Attempted,
    Back,
    Discarded,
    Event,
    Heard,
    History,
    Lost,
    Returned,
    Seen,
    Sent,
    Spoke,
)

GAME, BOARD = "game", "board"
PEOPLE = ("ann", "bob")


@dataclass
class Round:
    """A round that can be tampered with."""

    histories: dict[str, list[Event]]
    matches: list[LoggedMatch]
    results: list[Result] = field(default_factory=list)
    rated_games: dict[str, int] = field(default_factory=dict)
    bests: dict[str, int] = field(default_factory=dict)
    told: list[Told] = field(default_factory=list)

    def kinds(self) -> set[Kind]:
        histories = [History(player, "ROOM", tuple(events)) for player, events in self.histories.items()]
        told = tuple(self.told)
        evidence = Evidence(tuple(self.matches), tuple(self.results), self.rated_games, self.bests, told)
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
    _leave_in_the_middle(made, clock)
    _throw_away(made, clock)
    _attempt(made, clock)
    games = {player: tuple(match.id for match in made.matches if player in match.people) for player in PEOPLE}
    games["ann"] = tuple(match for match in games["ann"] if match != "thrown")
    made.told = [Told(process, {"room ROOM": "over"} | dict.fromkeys(PEOPLE, "page"), games) for process in "ab"]
    return made


def _leave_in_the_middle(made: Round, clock: "count[int]") -> None:
    """Bob leaves their second match and comes back; the first he left for good, which counts for Ann alone."""
    made.histories["bob"].append(Returned(next(clock), "both-1"))
    replace_match(made, "both-0", left=(False, True))
    index = next(index for index, one in enumerate(made.results) if (one.match, one.player) == ("both-0", "bob"))
    made.results[index] = structs.replace(made.results[index], counts=False)


def _throw_away(made: Round, clock: "count[int]") -> None:
    """Ann throws a game away before anything is in it."""
    _, played = match_of(made, "alone-ann")
    facts = {"over": False, "listed": False, "confirmed": None, "place": None}
    made.matches.append(structs.replace(played, id="thrown", entries=(), shown=played.shown[:1], **facts))
    made.histories["ann"].append(Discarded(next(clock), "thrown"))


def _attempt(made: Round, clock: "count[int]") -> None:
    """What Bob played alone was the challenge of a day, for which he asked twice; it has a list of its own."""
    made.histories["bob"] += [Attempted(next(clock), GAME, "alone-bob") for _ in range(2)]
    replace_match(made, "alone-bob", daily="2026-11-15")
    del made.bests[f"{GAME} {BOARD} bob"]


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
                shown = shown_at(match, len(entries), WATCHER if seen_by is None else seen_by)
                made.histories[player].append(Seen(next(clock), match, seen_by, len(entries), shown))
    positions = tuple(
        {seat: shown_at(match, seq, seat) for seat in (WATCHER, *range(len(people)))} for seq in range(len(entries) + 1)
    )
    made.matches.append(
        LoggedMatch(
            id=match,
            game=GAME,
            people=people,
            beginners=people,
            left=(False,) * len(people),
            entries=tuple(entries),
            shown=positions,
            wrong=None,
            over=True,
            ended=True,
            listed=True,
            daily=None,
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


def shown_at(match: str, seq: int, seat: int) -> str:
    return f"{match} {seq} {seat}"


def match_of(made: Round, name: str) -> tuple[int, LoggedMatch]:
    return next((index, match) for index, match in enumerate(made.matches) if match.id == name)


def finished(made: Round) -> list[LoggedMatch]:
    return [match for match in made.matches if match.over]


def replace_match(made: Round, name: str, **changes: object) -> None:
    index, match = match_of(made, name)
    made.matches[index] = structs.replace(match, **changes)
