"""Views: a match as players and spectators may see it."""

from typing import Protocol

import msgspec
from msgspec import UNSET, Raw

from parlour.core.game import Seat
from parlour.core.match import AnyMatch
from parlour.core.session import AnySession
from parlour.games import shown_scores
from parlour.protocol.messages import Tried, ViewNow

_encode_view = msgspec.json.Encoder().encode


class SeenMatch(Protocol):
    """A match as far as a view needs it."""

    match: AnyMatch
    last_line: bytes | None
    """The last entry as JSON."""
    last_ref: str | None
    """The ref of the last entry."""

    def now_ms(self) -> int:
        """Milliseconds since the start."""
        ...


def tried(session: AnySession) -> Tried | None:
    """The moment of another match from which a session goes on, if there is one."""
    return None if session.branch is UNSET else Tried(session.branch.match, session.branch.seq)


def view_now(shown: SeenMatch) -> ViewNow:
    """The view message for all who watch, without the game's own view."""
    match, last = shown.match, shown.last_line
    game, state, header = match.game, match.state, match.header
    outcome, covered = header.outcome, match.covered
    return ViewNow(
        seat=None,
        match=header.id,
        seq=match.count,
        now_ms=shown.now_ms(),
        began_ms=match.began_ms,
        due_ms=match.due_ms,
        to_move=match.to_move if covered else game.to_move(state),
        scores=(0,) * header.seats if covered else game.scores(state),
        outcome=outcome,
        shown=() if outcome is None else shown_scores(game.id, outcome.scores, match.session.entries),
        last=None if last is None else Raw(last),
        last_ref=shown.last_ref,
        view=None,
    )


def seen_through(seats: tuple[Seat, ...], to_move: tuple[Seat, ...]) -> Seat | None:
    """The seat whose view somebody with these seats gets: of several, the one to move; None without seats."""
    return next((seat for seat in seats if seat in to_move), seats[0]) if seats else None


def encoded_view(match: AnyMatch, seat: Seat | None) -> Raw:
    """The game's own view as JSON."""
    return Raw(_encode_view(match.game.view(match.state, seat)))
