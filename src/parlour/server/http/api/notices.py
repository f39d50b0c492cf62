"""What hosts say to players, and players to hosts: announcement, ban and mute, reports."""

from typing import Annotated

from litestar import Router, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody
from msgspec import Meta, Struct

from parlour.server.access.access import Access
from parlour.server.access.identity import new_id
from parlour.server.access.restrictions import Restricted
from parlour.server.admin.following_acts import FollowingActs
from parlour.server.clock import ServerClock
from parlour.server.http.addresses import AnyRequest, address_of
from parlour.server.http.dependencies import PlayerQuota
from parlour.server.problems import Problem, not_found
from parlour.store.moderation import reports
from parlour.store.moderation.announcements import Announcement
from parlour.store.moderation.reports import About
from parlour.store.players import Player
from parlour.store.store import Store

REPORT_BYTES = 320


class HostNotices(Struct, frozen=True):
    """What the host has to say to me."""

    announcement: Announcement | None
    """What the hosts tell everybody."""
    ban: Restricted | None
    """Why I may look and change nothing."""
    mute: Restricted | None
    """Why I can say nothing and choose no other name."""


class NewReport(Struct, frozen=True, forbid_unknown_fields=True):
    """What is wrong with a player."""

    what: About
    room: Annotated[str, Meta(max_length=40)] | None = None
    """The code of the room in which it was, if it was in one."""


@get("/api/notices")
async def notices(
    visitor: NamedDependency[Player | None],
    request: AnyRequest,
    access: NamedDependency[Access],
    acts: NamedDependency[FollowingActs],
) -> HostNotices:
    """What the host has to say to everybody, and to me."""
    player = None if visitor is None else visitor.id
    return HostNotices(
        acts.announcement,
        access.ban_of(player, address_of(request)),
        None if player is None else access.restrictions.mute_of(player),
    )


@post("/api/players/{player_id:str}/report", status_code=204)
async def report(
    player_id: FromPath[str],
    data: JSONBody[NewReport],
    player: NamedDependency[Player],
    access: NamedDependency[Access],
    quota: NamedDependency[PlayerQuota],
    store: NamedDependency[Store],
    clock: NamedDependency[ServerClock],
) -> None:
    """Tell the hosts of a player. Said again before a host has looked, it changes nothing."""
    if player_id == player.id:
        raise Problem(409, "not-yourself", "nobody reports themselves")
    access.rate_limits.admit_report(player)
    quota.admit_bytes(REPORT_BYTES)
    reported = reports.add(new_id(), player_id, data.what, player.id, data.room, clock.now_ms())
    if not await store.write(reported):
        raise not_found("player")


router = Router("/", route_handlers=[notices, report], tags=["hosts"])
