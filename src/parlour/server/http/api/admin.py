"""``/api/admin``: the host's page. Whoever has the token of a link that ``parlour admin link`` printed is a host."""

from contextlib import suppress
from dataclasses import dataclass
from http import HTTPStatus
from typing import Annotated

from litestar import Router, get, post
from litestar.di import NamedDependency, Provide
from litestar.params import FromQuery, JSONBody, QueryParameter, SkipValidation
from msgspec import Struct

from parlour.server.access.access import Access
from parlour.server.access.identity import hashed
from parlour.server.access.restrictions import FOR_THE_BANNED
from parlour.server.admin.acts import Act, ActRefused, do
from parlour.server.admin.following_acts import FollowingActs
from parlour.server.admin.rooms import ListedRoom, listed_room
from parlour.server.admin.shown_settings import HostSettings, shown_settings
from parlour.server.after.outdated_ratings import OutdatedRatings
from parlour.server.clock import ServerClock
from parlour.server.http.addresses import AnyRequest, address_of
from parlour.server.problems import Problem
from parlour.server.settings import Settings
from parlour.store import marks, processes, rooms
from parlour.store.failure import StoreUnavailable
from parlour.store.marks import MarkedResult
from parlour.store.moderation import admin_links, audit, lists, reports, restrictions
from parlour.store.moderation.admin_links import AdminLink
from parlour.store.moderation.audit import LoggedAct
from parlour.store.moderation.lists import ListedMatch, ListedPlayer
from parlour.store.moderation.reports import Report
from parlour.store.moderation.restrictions import Restriction
from parlour.store.store import Store
from parlour.store.transaction import together

BEARER = "Bearer "
MOST_LISTED = 100
Count = Annotated[int, QueryParameter(ge=1, le=MOST_LISTED)]
Before = Annotated[str | None, QueryParameter(max_length=100)]
BeforeNumber = Annotated[int | None, QueryParameter(ge=1, le=2**62)]


class Overview(Struct, frozen=True):
    """Who I am here, and what waits for me."""

    link: AdminLink
    rooms: int
    reports: int
    marked: int


@dataclass(frozen=True)
class AdminAccess:
    """What a host has who was let in: nothing here is read or done without it."""

    link: AdminLink
    store: Store
    now: int


async def _admin_access(
    request: AnyRequest,
    store: NamedDependency[Store],
    clock: NamedDependency[ServerClock],
    access: NamedDependency[Access],
) -> AdminAccess:
    """The access of whoever has the token of a link; every wrong one is counted against the address."""
    said = request.headers.get("authorization", "")
    token = said.removeprefix(BEARER) if said.startswith(BEARER) else ""
    now = clock.now_ms()
    link = await store.read(admin_links.by_token(hashed(token), now)) if token else None
    if link is None:
        access.rate_limits.admit_costly(address_of(request))
        raise Problem(401, "no-host", "the link has expired or was withdrawn; `parlour admin link` prints a new one")
    return AdminAccess(link, store, now)


@get("/")
async def overview(admin: NamedDependency[SkipValidation[AdminAccess]]) -> Overview:
    """Who I am here, and what waits for me."""
    waiting = together(reports.count(), marks.count())
    open_now, (reported, marked) = await admin.store.read(together(rooms.count(), waiting))
    return Overview(admin.link, open_now, reported, marked)


@post("/acts", status_code=200, opt={FOR_THE_BANNED: True})
async def act(
    data: JSONBody[Act],
    admin: NamedDependency[SkipValidation[AdminAccess]],
    acts: NamedDependency[FollowingActs],
    ratings: NamedDependency[OutdatedRatings],
) -> LoggedAct:
    """Do something as a host. It is logged, and holds everywhere at once; ratings follow a rejected result soon."""
    try:
        done = await admin.store.write(do(data, f"{admin.link.name} ({admin.link.id})", admin.now))
    except ActRefused as refused:
        raise _problem(refused) from None
    ratings.look()
    with suppress(StoreUnavailable):  # it is done; that it is looked for again is a second away
        await acts.poll()
    return done


@get("/acts")
async def log(
    admin: NamedDependency[SkipValidation[AdminAccess]],
    before: BeforeNumber = None,
    count: Count = 50,
) -> list[LoggedAct]:
    """What hosts did, the latest first."""
    return await admin.store.read(audit.page(before, count))


@get("/players")
async def players(
    admin: NamedDependency[SkipValidation[AdminAccess]],
    like: Before = None,
    before: Before = None,
    count: Count = 50,
) -> list[ListedPlayer]:
    """Players, those seen last first; ``like`` is how the name begins."""
    return await admin.store.read(lists.players_page(like, before, count, admin.now))


@get("/rooms")
async def open_rooms(
    admin: NamedDependency[SkipValidation[AdminAccess]],
    before: Before = None,
    count: Count = 50,
) -> list[ListedRoom]:
    """Rooms, those that changed last first."""
    return [listed_room(room) for room in await admin.store.read(lists.rooms_page(before, count))]


@get("/matches")
async def matches(
    admin: NamedDependency[SkipValidation[AdminAccess]],
    before: BeforeNumber = None,
    count: Count = 50,
) -> list[ListedMatch]:
    """Matches, those that began last first."""
    return await admin.store.read(lists.matches_page(before, count))


@get("/results")
async def results(
    admin: NamedDependency[SkipValidation[AdminAccess]],
    decided: FromQuery[bool] = False,
) -> list[MarkedResult]:
    """Results that were played faster than a hand can and wait for a host; with those that were decided, if wanted."""
    return await admin.store.read(marks.marked(decided, MOST_LISTED))


@get("/reports")
async def waiting_reports(
    admin: NamedDependency[SkipValidation[AdminAccess]],
    after: Before = None,
    count: Count = 50,
) -> list[Report]:
    """What players reported and no host has settled, the oldest first."""
    return await admin.store.read(reports.waiting(after, count))


@get("/restrictions")
async def restricted(
    admin: NamedDependency[SkipValidation[AdminAccess]],
) -> list[Restriction]:
    """Bans and mutes that hold now."""
    return await admin.store.read(restrictions.in_force(admin.now))


@get("/links")
async def links(
    admin: NamedDependency[SkipValidation[AdminAccess]],
) -> list[AdminLink]:
    """Links to this page that have not expired."""
    return await admin.store.read(admin_links.valid(admin.now))


@get("/settings")
async def show_settings(
    admin: NamedDependency[SkipValidation[AdminAccess]],
    settings: NamedDependency[SkipValidation[Settings]],
) -> HostSettings:
    """Limits, retention, marks and the rules of names, as they hold; and what each process was started with."""
    return shown_settings(settings, admin.now, await admin.store.read(processes.published_settings()))


def _problem(refused: ActRefused) -> Problem:
    if refused.code.startswith("no-such"):
        return Problem(HTTPStatus.NOT_FOUND, refused.code, str(refused))
    if refused.code.startswith("name-"):
        return Problem(HTTPStatus.BAD_REQUEST, refused.code, str(refused))
    return Problem(HTTPStatus.CONFLICT, refused.code, str(refused))


router = Router(
    "/api/admin",
    route_handlers=[
        overview,
        act,
        log,
        players,
        open_rooms,
        matches,
        results,
        waiting_reports,
        restricted,
        links,
        show_settings,
    ],
    dependencies={"admin": Provide(_admin_access)},
    tags=["hosts"],
)
