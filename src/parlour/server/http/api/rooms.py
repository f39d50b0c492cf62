"""``/api/rooms``: opening, finding and filling rooms. Playing is the socket's."""

from typing import Annotated, Literal

from litestar import Router, get, post
from litestar.di import NamedDependency
from litestar.params import FromQuery, JSONBody
from msgspec import Meta, Struct

from parlour.core.quick_start import ForAnybody, ForBot, ForMe, SeatFor
from parlour.core.session import SessionSeed
from parlour.protocol.advice import Advice
from parlour.protocol.messages import ChosenOptions, RoomNow
from parlour.server.access.limits.quotas import ASKING_BYTES, BOTS_BYTES
from parlour.server.after.home_sessions import HomeSession
from parlour.server.http.dependencies import PlayerQuota
from parlour.server.live.advice import Advisers
from parlour.server.live.daily import Daily
from parlour.server.live.handing_in import session_for_home
from parlour.server.live.hub import Hub
from parlour.server.live.people.seating import BotSeat, Holder, Nobody, Person
from parlour.server.live.rooms.room import Room
from parlour.store.players import Player


class OpenRoom(Struct, frozen=True, forbid_unknown_fields=True):
    """A room to open."""

    game: Annotated[str, Meta(max_length=100)]
    seats: Annotated[tuple[SeatFor, ...], Meta(min_length=1, max_length=64)]
    options: ChosenOptions = {}
    public: bool = False
    """Whether the list of open rooms shows it."""
    seed: SessionSeed | None = None
    """The seed of the first match; drawn when left out."""


class Quick(Struct, frozen=True, forbid_unknown_fields=True):
    """A game to play with whoever is there."""

    game: Annotated[str, Meta(max_length=100)]
    options: ChosenOptions = {}


class Join(Struct, frozen=True, forbid_unknown_fields=True):
    """The seat to take; the first free one when left out."""

    seat: Annotated[int, Meta(ge=0, le=63)] | None = None


class Fill(Struct, frozen=True, forbid_unknown_fields=True):
    """The seat to give to a bot."""

    seat: Annotated[int, Meta(ge=0, le=63)]
    level: Annotated[str, Meta(max_length=40)]


class Discarded(Struct, frozen=True):
    """What is left of a match that was thrown away."""

    kept: Literal["daily-attempt"] | None
    """``daily-attempt``: it had been begun, and the day's one attempt is used up."""


class AskAdvice(Struct, frozen=True, forbid_unknown_fields=True):
    """The seat that wants to know."""

    seat: Annotated[int, Meta(ge=0, le=63)]


@get("/")
async def open_rooms(hub: NamedDependency[Hub], game: FromQuery[str | None] = None) -> list[RoomNow]:
    """Public rooms in which somebody waits for others."""
    return hub.open_rooms.listed(game)


@post("/")
async def open_room(
    data: JSONBody[OpenRoom],
    player: NamedDependency[Player],
    hub: NamedDependency[Hub],
    daily: NamedDependency[Daily],
    quota: NamedDependency[PlayerQuota],
) -> RoomNow:
    """Open a room. The match begins as soon as no seat is free. With a chosen seed it is practice and never counts."""
    if data.seed is not None:
        await daily.require_sight(player, data.game, data.seed, None)
    holders = tuple(_holder(place, player) for place in data.seats)
    with_bots = any(isinstance(holder, BotSeat) for holder in holders)
    quota.admit_match(BOTS_BYTES if with_bots else 0)
    room = await hub.open(
        player, data.game, data.options, holders, public=data.public, seed=data.seed, address=quota.hashed_address
    )
    return room.now()


@post("/quick", status_code=200)
async def quick(
    data: JSONBody[Quick],
    player: NamedDependency[Player],
    hub: NamedDependency[Hub],
    quota: NamedDependency[PlayerQuota],
) -> RoomNow:
    """Join a fitting open room, or open one."""
    quota.admit_match()
    return (await hub.quick(player, data.game, data.options, quota.hashed_address)).now()


@get("/{code:str}")
async def one_room(room: NamedDependency[Room]) -> RoomNow:
    """The room of a code."""
    return room.now()


@post("/{code:str}/join", status_code=200)
async def join(
    room: NamedDependency[Room],
    data: JSONBody[Join],
    player: NamedDependency[Player],
    quota: NamedDependency[PlayerQuota],
) -> RoomNow:
    """Take a free seat."""
    quota.admit_match()
    await room.join(player, data.seat)
    return room.now()


@post("/{code:str}/leave", status_code=200)
async def leave(room: NamedDependency[Room], player: NamedDependency[Player]) -> RoomNow:
    """Give up my seats. When no person is left, the room closes."""
    await room.leave(player)
    return room.now()


@post("/{code:str}/discard", status_code=200)
async def discard(room: NamedDependency[Room], player: NamedDependency[Player]) -> Discarded:
    """Throw away a match that I play alone and that is not over: the room closes, and it is no game of mine."""
    await room.discard(player)
    begun = room.match_host is not None and room.match_host.listed
    return Discarded("daily-attempt" if begun and room.state.daily is not None else None)


@post("/{code:str}/fill", status_code=200)
async def fill(
    room: NamedDependency[Room],
    data: JSONBody[Fill],
    player: NamedDependency[Player],
    quota: NamedDependency[PlayerQuota],
) -> RoomNow:
    """Give a bot a seat that is free, or whose player has been away for long."""
    quota.admit_match(BOTS_BYTES)
    await room.fill(player, data.seat, data.level)
    return room.now()


@post("/{code:str}/rematch", status_code=200)
async def rematch(
    room: NamedDependency[Room],
    player: NamedDependency[Player],
    quota: NamedDependency[PlayerQuota],
) -> RoomNow:
    """Ask for another match in the same room; it begins when everybody who is there has asked."""
    with_bots = any(seat.held_by == "bot" for seat in room.now().seats)
    quota.admit_match(BOTS_BYTES if with_bots else 0)
    await room.rematch(player)
    return room.now()


@post("/{code:str}/advice", status_code=200)
async def advice(
    room: NamedDependency[Room],
    data: JSONBody[AskAdvice],
    player: NamedDependency[Player],
    quota: NamedDependency[PlayerQuota],
    advisers: NamedDependency[Advisers],
) -> Advice:
    """What my seat could do next. That I asked is an entry of the log, and the match no longer counts."""
    quota.admit_bytes(ASKING_BYTES)
    return await advisers.advise(room, player, data.seat)


@get("/{code:str}/session")
async def session(room: NamedDependency[Room], player: NamedDependency[Player]) -> HomeSession:
    """The log so far of the match that I play alone or with bots, with its seed: all that playing on at home needs."""
    return session_for_home(room, player)


def _holder(wanted: SeatFor, player: Player) -> Holder:
    match wanted:
        case ForMe():
            return Person(player.id, player.name)
        case ForBot(level):
            return BotSeat(level)
        case ForAnybody():
            return Nobody()


router = Router("/api/rooms", route_handlers=[open_rooms, open_room, quick], tags=["rooms"])
anybodys = Router("/api/rooms", route_handlers=[one_room], tags=["rooms"])
"""The routes of one room that need no player."""
players = Router("/api/rooms", route_handlers=[join, leave, discard, fill, rematch, advice, session], tags=["rooms"])
"""The routes of one room for players."""
