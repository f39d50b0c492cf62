"""Who counts as having left a match under way: pure decisions, written down by the room."""

from collections.abc import Iterable, Sequence
from typing import Protocol

from msgspec import structs

from parlour.core.game import Seat
from parlour.core.match import AnyMatch
from parlour.core.session import AnySession
from parlour.games import kit_of
from parlour.protocol.ranking import Left, Seated, is_move, ranking_of, seat_taken
from parlour.store.log import StoredMatch
from parlour.store.rooms import SeatChange

PATIENCE_MS = 10 * 60_000
"""Milliseconds of patience: whoever lets the others wait for so long has left as soon as one of them gives up, or their
room is closed."""


class SeatedMatch(Protocol):
    """What decides who has left."""

    id: str
    match: AnyMatch

    @property
    def ranked(self) -> bool:
        """Whether it counts, or can still come to count."""
        ...

    @property
    def seats(self) -> Sequence[Seated]: ...


def leaving(played: SeatedMatch | None, player: str, now: int) -> tuple[SeatChange, ...]:
    """What it means for a match, if one is being played, that a player gives up their seats.

    If those to move have let them wait for too long, these left first.
    """
    if played is None or played.match.header.ended is not None:
        return ()
    own = [seat for seat, who in enumerate(played.seats) if who.player == player]
    if not own:
        return ()
    waits = not set(own) & set(played.match.to_move)
    gone = [change for seat in own if (change := _gone(played, seat, max(now, _last_at(played)))) is not None]
    return (*(stalling(played, now) if waits else ()), *gone)


def leaving_unseen(stored: StoredMatch, player: str, now: int) -> tuple[SeatChange, ...]:
    """What it means for a match that no process plays, as the store holds it, that a player gives up their seats.

    Nobody else counts as having left: it would take a replay to know whose turn it is.
    """
    session, kit = stored.session, kit_of(stored.session.game)
    ranked = session.ended is None and ranking_of(kit, stored.facts(kit)) != "does-not-count"
    at = max(now, session.started + (session.entries[-1].at_ms if session.entries else 0))
    found = (
        (seat, _left(who, session, seat, at))
        for seat, who in enumerate(stored.seats)
        if ranked and who.player == player
    )
    return tuple(SeatChange(session.id, seat, None, left) for seat, left in found if left is not None)


def stalling(played: SeatedMatch | None, now: int) -> tuple[SeatChange, ...]:
    """What it means for a match, if one is being played, that nobody waits any longer for those to move."""
    if played is None or played.match.header.ended is not None or now - _last_at(played) < PATIENCE_MS:
        return ()
    at = _last_at(played) + PATIENCE_MS - 1
    found = (_gone(played, seat, at) for seat in played.match.to_move)
    return tuple(change for change in found if change is not None)


def sitting_down(played: SeatedMatch, seat: Seat, who: Seated, now: int) -> SeatChange:
    """What it means for a match that somebody sits down at a seat, whoever had it before."""
    return SeatChange(played.id, seat, who, _left_of(played, seat, now))


def after_changes(seats: Sequence[Seated], changes: Iterable[SeatChange]) -> tuple[Seated, ...]:
    """How a match remembers its seats after somebody left or sat down."""
    changed = list(seats)
    for one in changes:
        before = changed[one.seat]
        if one.who is None:
            changed[one.seat] = structs.replace(before, left=before.left or one.left)
        else:
            changed[one.seat] = seat_taken(before, one.who, one.left)
    return tuple(changed)


def _last_at(played: SeatedMatch) -> int:
    return played.match.header.started + played.match.last_ms


def _gone(played: SeatedMatch, seat: Seat, at: int) -> SeatChange | None:
    left = _left_of(played, seat, at)
    return None if left is None else SeatChange(played.id, seat, None, left)


def _left_of(played: SeatedMatch, seat: Seat, at: int) -> Left | None:
    return _left(played.seats[seat], played.match.session, seat, at) if played.ranked else None


def _left(who: Seated, session: AnySession, seat: Seat, at: int) -> Left | None:
    """The leaving of whoever has sat there from the beginning; None for a newcomer, and before their first move."""
    began = who.player is not None and not who.changed and who.left is None
    moved = any(entry.seat == seat and is_move(entry) for entry in session.entries)
    return Left(who.player, at) if began and moved else None
