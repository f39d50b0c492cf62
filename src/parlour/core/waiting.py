"""A match that waits: nobody sees the game, and no time runs, until every seat has said that it is ready.

It waits before its first play, or, as a branch of another match, after the entries that it took over. Then each seat
logs one Ready. The rules never see those, and the rules' time stands still meanwhile. ``without_waiting`` gives the log
with the times of play alone.
"""

from msgspec import UNSET, Struct, structs

from parlour.core.game import AnyGame, Ready, Seat, SoloGame
from parlour.core.session import AnySession


def should_wait(game: AnyGame, state: Struct, seats: int) -> bool:
    """Whether a match waits before play from this state: one person plays, and time counts or is limited from the
    start."""
    if seats > 1 or not isinstance(game, SoloGame):
        return False
    return game.time_counts or game.deadline(state) is not None


def played_before(session: AnySession) -> int:
    """The number of entries that a branch took over from another match, after which it may wait; 0 if it is no
    branch."""
    return 0 if session.branch is UNSET else session.branch.entries


def ready_seats(session: AnySession) -> frozenset[Seat]:
    """The seats that have said that they are ready; all seats in a match that does not wait."""
    if not session.waits:
        return frozenset(range(session.seats))
    first = played_before(session)
    said = session.entries[first : first + session.seats]
    return frozenset(entry.seat for entry in said if isinstance(entry.action, Ready))


def waits_from_ms(session: AnySession) -> int:
    """The moment from which a match waits: its start, or the last entry that it took over."""
    first = played_before(session)
    return session.entries[first - 1].at_ms if 0 < first <= len(session.entries) else 0


def began_ms(session: AnySession) -> int | None:
    """The moment from which the rules count time, in milliseconds since the start; None while the match waits.

    Without waiting it is 0. Else it is when the last seat was ready, minus the time of play in the entries taken over.
    """
    first = played_before(session)
    if not session.waits or len(session.entries) < first:
        return 0
    if len(ready_seats(session)) < session.seats:
        return None
    return session.entries[first + session.seats - 1].at_ms - waits_from_ms(session)


def play_started(session: AnySession) -> int:
    """The moment at which play began, in Unix milliseconds; the start of a match that still waits."""
    return session.started + (began_ms(session) or 0)


def without_waiting(session: AnySession) -> AnySession:
    """The session as if nobody had waited: it starts when play began, and all times count from there.

    If play never began, only the entries that were taken over are left.
    """
    if not session.waits:
        return session
    first, began = played_before(session), began_ms(session)
    before = session.entries[:first]
    if began is None:
        ended = None if session.ended is None else session.started + waits_from_ms(session)
        return structs.replace(session, waits=UNSET, entries=before, ended=ended)
    after = (structs.replace(one, at_ms=one.at_ms - began) for one in session.entries[first + session.seats :])
    return structs.replace(session, waits=UNSET, started=session.started + began, entries=(*before, *after))
