"""Whether a match at home will count once it is handed in, by the hub's own rules."""

from collections.abc import Sequence

from parlour.core.kit import Kit
from parlour.core.session import AnySession
from parlour.protocol.matches import MatchSeat
from parlour.protocol.ranking import MatchFacts, NotCounted, Origin, Seated, is_help, not_counted
from parlour.protocol.views import tried


def why_not(kit: Kit, session: AnySession, seats: Sequence[MatchSeat], *, chosen: bool) -> NotCounted | None:
    """Why it does not count where time is seen, as far as it has been played; None while it may.

    Once it is over the least is ``unwitnessed``: it ranks among those that were played at home.
    """
    facts = MatchFacts(
        origin=Origin(drawn=not chosen and tried(session) is None, handed_in=session.ended),
        seats=[Seated(seat.name, seat.player, seat.bot) for seat in seats],
        helped=any(is_help(kit, entry) for entry in session.entries),
        ended=session.ended,
        outcome=session.outcome,
    )
    return not_counted(kit, facts)
