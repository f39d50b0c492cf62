"""A match that waits: nobody sees the game, and no time runs, until every seat has said that it is ready.

The first entries of such a log are one Ready of each seat. The rules never see them: their time begins with the last.
Whoever reads a log for what was played, and cares when, reads it ``without_waiting``.
"""

from msgspec import UNSET, Struct, structs

from parlour.core.game import AnyGame, Ready, Seat, SoloGame
from parlour.core.session import AnySession


def should_wait(game: AnyGame, first: Struct, seats: int) -> bool:
    """Whether a new match waits, by its first state: it is played alone, and its time counts or is limited at once."""
    if seats > 1 or not isinstance(game, SoloGame):
        return False
    return game.time_counts or game.deadline(first) is not None


def ready_seats(session: AnySession) -> frozenset[Seat]:
    """Who has said so; everybody in a match that does not wait."""
    if not session.waits:
        return frozenset(range(session.seats))
    return frozenset(entry.seat for entry in session.entries[: session.seats] if isinstance(entry.action, Ready))


def began_ms(session: AnySession) -> int | None:
    """When play began, in milliseconds since the start: at once, or when the last seat was ready; None before that."""
    if not session.waits:
        return 0
    return session.entries[session.seats - 1].at_ms if len(ready_seats(session)) == session.seats else None


def play_started(session: AnySession) -> int:
    """When play began in Unix milliseconds; of a match that still waits, its start."""
    return session.started + (began_ms(session) or 0)


def without_waiting(session: AnySession) -> AnySession:
    """The same game as if nobody had waited: it starts when play began, and every time counts from there.

    Of a match that never began nothing is left but its first moment.
    """
    if not session.waits:
        return session
    began = began_ms(session)
    if began is None:
        ended = None if session.ended is None else session.started
        return structs.replace(session, waits=UNSET, entries=(), ended=ended)
    entries = tuple(structs.replace(entry, at_ms=entry.at_ms - began) for entry in session.entries[session.seats :])
    return structs.replace(session, waits=UNSET, started=session.started + began, entries=entries)
