"""``/api/me/matches``: matches that I played at home, handed in."""

from litestar import Router, post
from litestar.di import NamedDependency

from parlour.server.access.access import Access
from parlour.server.access.limits.quotas import ROW_BYTES
from parlour.server.http.addresses import AnyRequest, address_of
from parlour.server.live.handing_in import HandingIn
from parlour.store.home_matches import HandedIn
from parlour.store.players import Player

LARGEST_HOME_SESSION = 512 * 1024
"""Bytes of a match that was played at home: the longest log of a table there fits."""


@post("/matches", status_code=200, request_max_body_size=LARGEST_HOME_SESSION)
async def hand_in(
    request: AnyRequest,
    player: NamedDependency[Player],
    access: NamedDependency[Access],
    handing_in: NamedDependency[HandingIn],
) -> HandedIn:
    """Keep a match that I played at home and finished: ``{"seats":[{"for":"me"}],"session":{…}}``.

    It is replayed first, and refused with the reason if it does not hold. Handed in again it is the same match. With
    ``"player":"…"`` it is refused to whoever is somebody else: a page may not know yet who is signed in.
    """
    access.rate_limits.admit_costly(address_of(request))
    text = await request.body()
    home = await handing_in.judged(player, text)
    known = await handing_in.known(player, home)
    if known is not None:
        return known
    access.quotas.admit_match(player, address_of(request), len(text) + ROW_BYTES * len(home.session.entries))
    return await handing_in.take_in(player, home)


router = Router("/api/me", route_handlers=[hand_in], tags=["me"])
