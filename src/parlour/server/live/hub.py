"""All rooms of the server: opened, found, loaded from the store when somebody asks, forgotten when nobody does."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus

from msgspec import Struct

from parlour.core.errors import MalformedInput, ParlourError
from parlour.core.game import Seat
from parlour.core.kit import Kit
from parlour.core.match import AnyMatch
from parlour.core.session import AnySession
from parlour.games import bot_of, kit_of
from parlour.protocol.beginning import require_seats
from parlour.protocol.days import DAY_MS
from parlour.protocol.messages import Bye, ChosenOptions, RoomNow
from parlour.protocol.options import read_options
from parlour.server.access.identity import new_code, read_code
from parlour.server.live.broadcast.open_rooms import OpenRooms
from parlour.server.live.following import Following
from parlour.server.live.matches.beginning import branch
from parlour.server.live.people.seating import BotSeat, Holder, Nobody, Person, RoomFacts, RoomState, people
from parlour.server.live.places import Places, StoredRooms
from parlour.server.live.quick_match import WaitingRoom, fitting
from parlour.server.live.resuming import Resuming
from parlour.server.live.retention import Retention
from parlour.server.live.rooms.mending import found_room
from parlour.server.live.rooms.room import Room
from parlour.server.live.services import Services
from parlour.server.problems import Problem, not_found
from parlour.server.work.asker import SERVER, asking
from parlour.server.work.single_flight import SingleFlight
from parlour.store import retention as stored_retention
from parlour.store import rooms as stored_rooms
from parlour.store.failure import StoreUnavailable
from parlour.store.players import Player
from parlour.store.rooms import RoomChanged
from parlour.store.transaction import together

logger = logging.getLogger("parlour")
SWEEP_S = 60.0
FORGOTTEN_AT_ONCE = 200
"""Rooms that are looked at before everything else has its turn: about a millisecond."""
SHUT_DOWN_S = 1.0
MOST_OF_MINE = 50


class MyRoom(Struct, frozen=True):
    """A room in which somebody holds a seat, or may come back to one."""

    room: RoomNow
    updated: int
    """The time at which something last happened in it, in Unix milliseconds."""
    my_turn: bool
    to_move: tuple[Seat, ...]
    """Whose turn it is: the seats that may act now; empty where nothing is played."""


@dataclass(frozen=True)
class LiveCounts:
    """How much is going on."""

    rooms: int
    matches: int
    sockets: int


class Hub:
    """Owns the rooms that are in memory. A room that is not can be loaded again, and nothing is lost."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._rooms: dict[str, Room] = {}
        self._retention = Retention(services)
        self._places = Places(services.settings, StoredRooms(services, self._found_if_open))
        self._loading: SingleFlight[str, Room | None] = SingleFlight()
        self.open_rooms = OpenRooms(self._rooms, services.settings.people_of_an_address)
        self.following = Following(services, self._rooms, self.find)
        self.ready = False
        """Whether matches under way have been resumed and nobody will wait for a compiler."""
        self.stopping = False

    async def open(
        self,
        owner: Player,
        game: str,
        chosen: ChosenOptions,
        holders: tuple[Holder, ...],
        *,
        public: bool,
        seed: int | None,
        daily: str | None = None,
        address: str = "",
        first: AnyMatch | None = None,
    ) -> Room:
        """A new room; its match begins at once if no seat is free. AttemptTaken if it is a second daily attempt.

        ``address`` is the hash of where the owner is. ``first`` is the match to begin with, where it is not a new one.
        """
        kit = kit_of(game)
        read_options(kit, chosen)
        require_seats(kit, len(holders))
        for holder in holders:
            if isinstance(holder, BotSeat):
                bot_of(kit, holder.level)
        if owner.id not in people(holders):
            raise MalformedInput("whoever opens a room holds at least one of its seats")
        state = RoomState(options=chosen, public=public, holders=holders, seed=seed, daily=daily)
        room = None
        async with self._places.kept(owner.id, address):
            while room is None:
                with suppress(RoomChanged):
                    room = await self._open(kit, RoomFacts(new_code(), owner.id, state, address=address), first)
        return room

    async def _open(self, kit: Kit, facts: RoomFacts, first: AnyMatch | None) -> Room:
        """A new room, stored; RoomChanged if there is a room of that code."""
        if facts.code in self._rooms:
            raise RoomChanged(f"there is a room {facts.code} already")
        room = self._rooms[facts.code] = self._room(kit, facts)
        try:
            await room.open(first)
        except BaseException:
            del self._rooms[facts.code]
            raise
        return room

    async def branch(self, session: AnySession, seq: int) -> AnyMatch:
        """A match to open a room with: the first entries of another; Problem if nothing is left to play."""
        return await branch(self._services, session, seq)

    async def find(self, code: str) -> Room:
        """The room of a code, however it was typed; from the store if need be. To look for it is not to use it."""
        room = await self._found(code)
        room.asked_ms = self._services.clock.now_ms()
        if self._services.store.shared:
            with _readable():
                await self.following.bring_up(room)
        if room.closed:
            raise not_found("room")
        return room

    async def _found(self, typed: str) -> Room:
        code = read_code(typed)
        room = None if code is None else self._rooms.get(code)
        if room is None and code is not None:
            room = await self._loading.get(code, partial(self._load, code))
        if room is None or room.closed:
            raise not_found("room")
        return room

    async def _found_if_open(self, code: str) -> Room | None:
        """A room that the store named a moment ago; None if it was closed since or cannot be taken up now."""
        try:
            return await self.find(code)
        except Problem as problem:
            if problem.status != HTTPStatus.NOT_FOUND:
                logger.warning("room not taken up", extra={"facts": {"room": code, "reason": str(problem)}})
            return None

    def is_public(self, code: str) -> bool:
        """Whether anybody may know this code: of a room that the list of open rooms shows, or has shown."""
        room = self._rooms.get(code)
        return room is not None and room.state.public and not room.closed

    def count(self) -> LiveCounts:
        """Rooms in memory, the matches under way in them, and the sockets that are open."""
        rooms = list(self._rooms.values())
        playing = sum(room.phase == "playing" for room in rooms)
        sockets = self.open_rooms.audience() + sum(room.audience() for room in rooms)
        return LiveCounts(len(rooms), playing, sockets)

    async def quick(self, player: Player, game: str, chosen: ChosenOptions, address: str = "") -> Room:
        """A seat at once: in a fitting room where somebody waits, or in a new one where others will find you."""
        kit = kit_of(game)
        wanted = read_options(kit, chosen)
        for code in fitting(kit, wanted, player.id, await self._waiting(kit)):
            room = await self._found_if_open(code)
            if room is not None and room.can_be_found():
                with suppress(Problem):  # somebody else was quicker
                    await room.join(player, None)
                    return room
        rest: tuple[Holder, ...] = (Nobody(),) * (kit.game.seats.start - 1)
        holders = (Person(player.id, player.name), *rest)
        return await self.open(player, game, chosen, holders, public=True, seed=None, address=address)

    async def _waiting(self, kit: Kit) -> list[WaitingRoom]:
        """The rooms that wait for players: those here, and those that only other processes hold."""
        here = {
            room.code: WaitingRoom(room.code, room.opened_by, room.state)
            for room in self._rooms.values()
            if room.kit is kit and room.can_be_found()
        }
        elsewhere = await self.following.waiting_for(kit.game.id) if self._services.store.shared else ()
        return [*here.values(), *(room for room in elsewhere if room.code not in here)]

    async def rooms_of(self, player: Player) -> list[MyRoom]:
        """The rooms in which a player holds a seat or may come back to one, the latest change first."""
        found = []
        named = await self._services.store.read(stored_rooms.naming(player.id))
        for code, touched in sorted(named.items(), key=lambda room: -room[1])[:MOST_OF_MINE]:
            room = await self._found_if_open(code)
            if room is not None and (room.holds_seat(player) or room.may_come_back(player)):
                updated = touched if room.match_host is None else max(touched, room.match_host.last_at)
                found.append(MyRoom(room.now(), updated, room.waits_for(player), room.to_move))
        return sorted(found, key=lambda mine: -mine.updated)

    async def forget(self, player: Player) -> None:
        """Give up every seat a player holds anywhere, and keep none; Problem if some room cannot be taken up now."""
        await self._in_rooms_of(player, lambda room: room.forget(player))

    async def rename(self, player: Player) -> None:
        """Show a player's new name wherever they sit; Problem if some room cannot be taken up now."""
        await self._in_rooms_of(player, lambda room: room.rename(player))

    async def _in_rooms_of(self, player: Player, change: Callable[[Room], Awaitable[None]]) -> None:
        """Change every room in which a player sits, in the server's own name: no room is left out because of what an
        address has spent.

        If some room cannot be taken up now, the others are changed before the problem is raised.
        """
        problems = []
        with asking(SERVER):
            for code in await self._services.store.read(stored_rooms.naming(player.id)):
                try:
                    await change(await self.find(code))
                except Problem as problem:  # closed in the meantime, if it is not temporary
                    problems += [problem] if problem.is_temporary else []
        if problems:
            raise problems[0]

    async def refresh(self, code: str) -> None:
        """Read a room again that somebody changed or closed in the store, if this process holds it."""
        room = self._rooms.get(code)
        if room is not None:
            async with room.lock:
                with suppress(Problem, RoomChanged):
                    await room.refresh()

    async def resume(self) -> None:
        """Give matches under way their clocks and bots back after a restart, and finished ones their confirmation."""
        await Resuming(self._services, self._found).resume()

    def wake(self) -> None:
        """Set clocks and stand-ins of all rooms anew after the machine has slept."""
        for room in tuple(self._rooms.values()):
            room.wake()

    async def sweep(self) -> None:
        """Tidy every minute, for as long as the server runs."""
        while True:
            await asyncio.sleep(SWEEP_S)
            try:
                await self.tidy(int(SWEEP_S * 1000))
            except StoreUnavailable as error:
                logger.warning("rooms not swept", extra={"facts": {"reason": str(error)}})
            except Exception:
                logger.exception("rooms not swept")

    async def tidy(self, idle_ms: int) -> None:
        """Forget what has been idle for so long, and close what is older than the settings allow."""
        now = self._services.clock.now_ms()
        codes = list(self._rooms)
        for start in range(0, len(codes), FORGOTTEN_AT_ONCE):
            await self._forget_idle(codes[start : start + FORGOTTEN_AT_ONCE], now, idle_ms)
        if not self._services.members.is_first:
            return  # another process does the rest for all
        later = await self._services.store.write(stored_rooms.touched_by(now))
        if later:
            logger.warning("the system's time was set back", extra={"facts": {"rooms_touched_later": later}})
        kept_ms = int(self._services.settings.keep_rooms_days * DAY_MS)
        in_use = {code for code, room in self._rooms.items() if not room.unused_since(now - idle_ms)}
        for code in await self._services.store.read(stored_rooms.stale(now - kept_ms)):
            if code not in in_use:
                await self._close_stale(code)
        for code in await self._retention.sweep(in_use):
            await self.refresh(code)  # somebody may have asked for it, or come just then

    async def _forget_idle(self, codes: list[str], now: int, idle_ms: int) -> None:
        """Forget those of these rooms that nobody uses or has asked for, and give everybody else a turn."""
        used = []
        for code in codes:
            room = self._rooms.get(code)
            if room is None or not (room.closed or room.unused_since(now - idle_ms)):
                continue
            used.append((code, room.used_ms))
            if room.closed or room.asked_ms <= now - idle_ms:
                del self._rooms[code]
                room.let_go()
        if used:
            await self._services.store.write(stored_retention.touch(used))
        else:
            await asyncio.sleep(0)

    async def shut_down(self) -> None:
        """Tell everybody to come back: the server stops."""
        self.stopping = True
        self.ready = False
        leaving = [
            *self.open_rooms.subscribers,
            *(who for room in self._rooms.values() for who in room.subscribers),
        ]
        self.open_rooms.close(Bye("restart", 1000))
        for room in self._rooms.values():
            room.stop(Bye("restart", 1000))
        gone = [asyncio.create_task(subscriber.gone.wait()) for subscriber in leaving]
        if gone:
            await asyncio.wait(gone, timeout=SHUT_DOWN_S)

    def _room(self, kit: Kit, facts: RoomFacts) -> Room:
        return Room(self._services, kit, facts, self.open_rooms)

    async def _load(self, code: str) -> Room | None:
        while True:
            with suppress(RoomChanged):
                return await self._take_up(code)

    async def _take_up(self, code: str) -> Room | None:
        """The stored room of a code; RoomChanged if somebody else changed it while it was being mended."""
        with _readable():
            found = await self._services.store.read(found_room(code, self._services.members.id))
            if found is None:
                return None
            facts = RoomFacts(code, found.owner, found.state, found.version, address=found.address)
            room = self._room(kit_of(found.game), facts)
            await room.take_up(found)
        self._rooms[code] = room
        return room

    async def _close_stale(self, code: str) -> None:
        try:
            await (await self._found(code)).close()
        except (Problem, ParlourError) as error:
            # It cannot be resumed, or somebody came back to it just now.
            logger.info("stale room not closed", extra={"facts": {"room": code, "reason": str(error)}})
            with suppress(RoomChanged):
                await self._forget(code)

    async def _forget(self, code: str) -> None:
        """Close a room that cannot be resumed, and end its match where it is."""
        stored = await self._services.store.read(stored_rooms.load(code))
        if stored is not None and code not in self._rooms:
            given_up = stored_retention.give_up(stored.match or "")
            await self._services.store.write(together(stored_rooms.close(code, stored.version), given_up))


@contextmanager
def _readable() -> Iterator[None]:
    """Raise Problem where a game is not installed any more, or a log is by rules that this version does not play."""
    try:
        yield
    except RoomChanged:
        raise
    except ParlourError as error:
        raise Problem(410, "cannot-resume", str(error)) from None
