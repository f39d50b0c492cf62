"""A match as the API describes it, under way or over."""

from collections.abc import Container
from typing import Any, Literal, TypeAlias

from msgspec import Struct

from parlour.core.game import CLOCK, Outcome, Seat
from parlour.core.scoring import ShownScore
from parlour.core.session import OWN_FORMAT, AnySession, Entry
from parlour.core.waiting import play_started
from parlour.games import kit_of, shown_scores
from parlour.protocol.messages import ChosenOptions, Tried
from parlour.protocol.options import plain_options
from parlour.protocol.views import tried

AnalysisState: TypeAlias = Literal["none", "possible", "working", "ready"]
Decision: TypeAlias = Literal["accepted", "rejected"]
"""What a host decided about a match."""


class MatchSeat(Struct, frozen=True):
    """One seat of a match, and who sat there."""

    name: str
    player: str | None
    """Their page is ``/api/players/{player}``; None for a bot and for somebody who has been deleted."""
    bot: str | None
    left_by: str | None = None
    """The player who began at the seat, left it during the match, and did not come back; the same as `player` where
    nobody else took the seat."""
    left_name: str | None = None
    """What that player is called."""


class MatchNow(Struct, frozen=True, kw_only=True):
    """A match, under way or over."""

    id: str
    room: str | None
    """Its code, for those who sat in this match; for everybody while it is a public room that is open. None too for one
    that was not played here."""
    game: str
    rules_version: int
    options: ChosenOptions
    seed: int | None
    """The seed, to try the same board again: shown when the match is over, of a daily challenge to those who have
    played it."""
    board: str
    """The list on which it counts: one of the game's own boards, or how many play."""
    seats: tuple[MatchSeat, ...]
    started: int
    """The time at which play began; of a match that waits, at which it was made."""
    ended: int | None
    entries: int
    outcome: Outcome | None
    shown: tuple[ShownScore, ...]
    """The outcome's scores for people; empty without one."""
    confirmed: bool | None
    """Whether a replay of the stored log bore out the outcome; None until it has been replayed."""
    ranked: bool
    """Whether it counts, or can still come to count, on a leaderboard or for ratings."""
    held: bool
    """Whether it was played faster than a hand can, and counts once a host has looked and accepted it."""
    decision: Decision | None
    """What a host decided about it; None when none did."""
    reason: str | None
    """What that host said."""
    daily: str | None
    """The UTC day whose challenge it was an attempt at."""
    handed_in: int | None
    """The time at which it was handed in, if it was played at home: when it began and ended is what it says itself."""
    tried: Tried | None
    """The moment of another match from which it goes on; None for a match of its own."""
    analysis: AnalysisState
    """What ``/analysis`` has: nothing in this game or not yet, nothing that was asked for, or a report."""
    formats: tuple[str, ...]
    """What ``/session?format=`` can be."""


class MatchStatus(Struct, frozen=True, kw_only=True):
    """The facts of a match that are not in its log."""

    confirmed: bool | None = None
    ranked: bool = False
    held: bool = False
    decision: Decision | None = None
    reason: str | None = None
    daily: str | None = None
    handed_in: int | None = None


def match_now(
    session: AnySession,
    seats: tuple[MatchSeat, ...],
    standing: MatchStatus,
    *,
    room: str | None,
    seed: int | None,
    analysis: AnalysisState,
) -> MatchNow:
    """The description of a match, for somebody who may see this room and this seed."""
    kit = kit_of(session.game)
    return MatchNow(
        id=session.id,
        room=room,
        game=session.game,
        rules_version=session.rules_version,
        options=plain_options(session.options),
        seed=seed,
        board=kit.board_of(session.options, session.seats),
        seats=seats,
        started=play_started(session),
        ended=session.ended,
        entries=len(session.entries),
        outcome=session.outcome,
        shown=() if session.outcome is None else shown_scores(session.game, session.outcome.scores, session.entries),
        confirmed=standing.confirmed,
        ranked=standing.ranked,
        held=standing.held,
        decision=standing.decision,
        reason=standing.reason,
        daily=standing.daily,
        handed_in=standing.handed_in,
        tried=tried(session),
        analysis=analysis,
        formats=(OWN_FORMAT, *(form.name for form in kit.formats)),
    )


def begins(entry: Entry[Any], bots: Container[Seat]) -> bool:
    """Whether an entry begins a match: an accepted action of a person."""
    return entry.refused is None and entry.seat != CLOCK and entry.seat not in bots
