"""What the store holds at the end: logs, what they replay to, and what was counted. Values only."""

from typing import Any

from msgspec import Struct


class LoggedEntry(Struct, frozen=True):
    """One entry of a log."""

    seat: int
    action: dict[str, Any]
    ref: str | None
    refused: str | None
    """The code of the refusal."""


class Result(Struct, frozen=True):
    """A row of the results."""

    match: str
    player: str
    game: str
    board: str
    score: int
    counts: bool
    rated: bool


class LoggedMatch(Struct, frozen=True):
    """A match as the store knows it."""

    id: str
    game: str
    people: tuple[str | None, ...]
    """Who sits where; None for a bot or nobody."""
    beginners: tuple[str | None, ...]
    """Who sat there when it began, as far as that matters: who is rated for the seat."""
    left: tuple[bool, ...]
    """Whether whoever began there has left."""
    entries: tuple[LoggedEntry, ...]
    shown: tuple[dict[int, str], ...]
    """What the log replays to after each number of entries, from none on: the digest for every seat, -1 for watchers.
    Ends where the replay ends."""
    wrong: str | None
    """What a replay contradicts; None if it bears out everything."""
    over: bool
    """Whether it came to an outcome."""
    ended: bool
    """Whether nobody can play it any more."""
    listed: bool
    """Whether it is a game of those who sat there."""
    daily: str | None
    """The day, if it is an attempt at its challenge."""
    confirmed: bool | None
    place: int | None
    """In the order of the confirmations."""
    counts: bool
    """Whether the rules of ranking let it count, by what the log and its seats say."""


class Told(Struct, frozen=True):
    """What one process says at the end."""

    process: str
    said: dict[str, str]
    """Of each player's page and history, and of each room but for who is connected, by what it is about."""
    games: dict[str, tuple[str, ...]]
    """The matches that each player's history lists."""


class Evidence(Struct, frozen=True):
    """Everything that the store holds of the matches and players of a round, and what the processes make of it."""

    matches: tuple[LoggedMatch, ...]
    results: tuple[Result, ...] = ()
    rated_games: dict[str, int] = {}
    """How many games each player's rating has counted, by ``game player``."""
    bests: dict[str, int] = {}
    """The best score of all time, by ``game board player``."""
    told: tuple[Told, ...] = ()
