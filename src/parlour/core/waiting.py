"""A match that waits: nobody sees the game, and no time runs, until every seat has said that it is ready.

It waits before its first play, or, as a branch of another match, after what was played there. One Ready of each seat
follows. The rules never see them, and their time stands still meanwhile.
Whoever reads a log for what was played, and cares when, reads it ``without_waiting``.
"""

from msgspec import UNSET, Struct, structs

from parlour.core.game import AnyGame, Ready, Seat, SoloGame
from parlour.core.session import AnySession


def should_wait(game: AnyGame, state: Struct, seats: int) -> bool:
    """Whether play from a state on waits: it is played alone, and its time counts or is limited at once."""
    if seats > 1 or not isinstance(game, SoloGame):
        return False
    return game.time_counts or game.deadline(state) is not None


def played_before(session: AnySession) -> int:
    """With how many entries of another match it begins: where it waits if it does."""
    return 0 if session.branch is UNSET else session.branch.entries


def ready_seats(session: AnySession) -> frozenset[Seat]:
    """Who has said so; everybody in a match that does not wait."""
    if not session.waits:
        return frozenset(range(session.seats))
    first = played_before(session)
    said = session.entries[first : first + session.seats]
    return frozenset(entry.seat for entry in said if isinstance(entry.action, Ready))


def waits_from_ms(session: AnySession) -> int:
    """Since when it waits, or waited: its start, or the last entry that was played elsewhere."""
    first = played_before(session)
    return session.entries[first - 1].at_ms if 0 < first <= len(session.entries) else 0


def began_ms(session: AnySession) -> int | None:
    """From when the rules count time, in milliseconds since the start; None while play is waited for.

    At once; or when the last seat was ready, as much earlier as had been played before.
    """
    first = played_before(session)
    if not session.waits or len(session.entries) < first:
        return 0
    if len(ready_seats(session)) < session.seats:
        return None
    return session.entries[first + session.seats - 1].at_ms - waits_from_ms(session)


def play_started(session: AnySession) -> int:
    """When play began in Unix milliseconds; of a match that still waits, its start."""
    return session.started + (began_ms(session) or 0)


def without_waiting(session: AnySession) -> AnySession:
    """The same game as if nobody had waited: it starts when play began, and every time counts from there.

    Of a match for which play was never begun nothing is left but what was played before.
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
