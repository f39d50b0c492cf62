"""What other processes do in the rooms that this one holds: known by notifications, and looked for every few seconds.

A notification only says what to look at. One that is lost costs a delay, never a move.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Mapping
from contextlib import suppress
from http import HTTPStatus

from parlour.server.access.identity import new_code
from parlour.server.cluster.members import BEAT_S
from parlour.server.live.quick_match import WaitingRoom, readable
from parlour.server.live.rooms.room import LISTED_MS, Room
from parlour.server.live.services import Services
from parlour.server.problems import Problem
from parlour.store import notifications, processes, rooms
from parlour.store.failure import StoreFailed, StoreUnavailable
from parlour.store.rooms import RoomChanged, RoomProgress
from parlour.store.transaction import together

logger = logging.getLogger("parlour")
COMPARE_BEATS = 3
"""Beats after which everything that is held is compared with the store, whatever was heard."""
MOMENT_S = 0.005
"""Seconds within which what is heard is read together."""
LATE_MS = 300
"""A phrase that was said so long ago is not passed on: a page that lost its process is at another one no sooner."""
MOST_WAITING_ROOMS = 300
"""Rooms of other processes that the list of open rooms is made from."""
MOST_OFFERED = 50
"""Rooms of other processes from which a quick match chooses."""


class Following:
    """Listens to the store for one hub."""

    def __init__(self, services: Services, held: Mapping[str, Room], find: Callable[[str], Awaitable[Room]]) -> None:
        self._services = services
        self._rooms = held
        self._find = find
        """Gives a room, from the store if need be; Problem if it is no more or cannot be taken up now."""
        self._unreadable: set[str] = set()
        """Rooms that this version cannot take up; another one may."""
        self._is_taking_over = False
        self._heard_of: set[str] = set()
        """Rooms that may be different."""
        self._is_reading = False
        self._all = False
        """Whether all rooms may be different."""
        self._missed = False
        """Whether notifications may have been lost."""
        self._looks: list[Callable[[], Awaitable[None]]] = []
        self._listens = False
        self._callbacks: dict[str, Callable[[str], None]] = {}
        """What is called for each kind of notification that is about no room."""

    async def run(self) -> None:
        """Follow the other processes for as long as the server runs."""
        beats = 0
        if not self._listens:
            self._listens = True
            self._services.store.listen(self, asyncio.get_running_loop())
        while True:
            await self.beat()
            self._take_over_soon()
            beats += 1
            if beats % COMPARE_BEATS == 0:
                self.look_again()
            await asyncio.sleep(BEAT_S)

    async def beat(self) -> None:
        """Say once that this process is alive, and look who else is. Nothing that takes long is waited for here."""
        members, before = self._services.members, self._services.members.others
        if await members.beat():
            await self._services.presence.publish_again()
            self.missed()
        if members.others != before:
            self.look_again()

    # What is heard

    def notified(self, subjects: Collection[str]) -> None:
        """Look at what other processes have committed about each of these."""
        match_hosts = self._services.match_hosts
        for subject in subjects:
            kind, _, name = subject.partition(" ")
            if kind == notifications.MATCH:
                match_host = match_hosts.get(int(name))
                if match_host is not None:
                    match_host.catch_up()
            elif kind == notifications.PHRASE:
                self._pass_on(*notifications.read_phrase(name))
            elif kind in (notifications.ROOM, notifications.PRESENCE):
                self._heard_of.add(name)
            elif kind in self._callbacks:
                self._callbacks[kind](name)
        if self._heard_of:
            self._read_soon()

    def _pass_on(self, code: str, at_ms: int, said: str) -> None:
        """Send a phrase from another process to everybody in the room here. An old one is dropped: those who heard it
        there may have come here since, and would hear it twice."""
        if code in self._rooms and self._services.clock.now_ms() - at_ms < LATE_MS:
            self._rooms[code].feed.relay(said.encode())

    def on(self, kind: str, then: Callable[[str], None]) -> None:
        """Call ``then`` with the name of each notification of a kind that is about no room."""
        self._callbacks[kind] = then

    def on_missed(self, look: Callable[[], Awaitable[None]]) -> None:
        """Call ``look`` whenever notifications may have been lost: it reads from the store instead."""
        self._looks.append(look)

    def missed(self) -> None:
        """Compare everything with the store, since anything may have changed."""
        self._missed = True
        self.look_again()

    def look_again(self) -> None:
        """Compare all rooms that are held with the store, since they may be different, whoever changed them."""
        self._all = True
        self._read_soon()

    def _read_soon(self) -> None:
        if not self._is_reading:
            self._is_reading = True
            self._services.background.keep(self._read, "follow", BEAT_S)

    async def _read(self) -> None:
        while self._heard_of or self._all:
            await asyncio.sleep(MOMENT_S)
            looked_for = set(self._rooms) if self._all else self._heard_of & self._rooms.keys()
            unknown = self._all or not self._heard_of <= self._rooms.keys()
            heard_of, self._heard_of, self._all = self._heard_of, set(), False
            missed, self._missed = self._missed, False
            try:
                await self.compare(looked_for)
                if unknown:
                    await self.find_waiting()
                for look in self._looks if missed else ():
                    await look()
            except BaseException:
                self._heard_of |= heard_of
                self._missed |= missed
                self._all = True
                raise
        self._is_reading = False

    async def compare(self, codes: Collection[str]) -> None:
        """Let rooms that are held become what the store holds of them, each in its own time."""
        if not codes:
            return
        progress, elsewhere = await self._stored(codes)
        for code in codes:
            room = self._rooms.get(code)
            if room is None:
                continue
            found = progress.get(code)
            if _is_changed(room, found):
                self._services.background.start(_refresh_quietly(room, found), "refresh a room")
            elif _is_behind(room, found):
                room.catch_up()
            room.see_elsewhere(elsewhere.get(code, {}))

    async def bring_up(self, room: Room) -> None:
        """Wait until a room is what the store holds of it; Problem if it is no more, ParlourError if it cannot be read.

        Whoever comes here from another process is shown no less than they have seen there.
        """
        while True:
            with suppress(RoomChanged):  # once more, while it was being mended
                return await self._bring_up(room)

    async def _bring_up(self, room: Room) -> None:
        progress, elsewhere = await self._stored((room.code,))
        found = progress.get(room.code)
        room.see_elsewhere(elsewhere.get(room.code, {}))
        if _is_changed(room, found):
            await _refresh(room, found)
        if _is_behind(room, found):
            await room.read_on()

    async def _stored(self, codes: Collection[str]) -> tuple[Mapping[str, RoomProgress], Mapping[str, dict[str, int]]]:
        """How far rooms have come, and who is connected there at other processes."""
        looked_at = list(codes)
        return await self._services.store.read(
            together(rooms.progress(looked_at), processes.elsewhere(self._services.members.id, looked_at))
        )

    # What nobody here holds

    async def find_waiting(self) -> None:
        """Take up rooms that wait for players: they belong to the list of open rooms, whichever process opened them."""
        since = self._services.clock.now_ms() - LISTED_MS
        for code in await self._services.store.read(rooms.waiting(since, MOST_WAITING_ROOMS)):
            if code not in self._rooms and code not in self._unreadable:
                await _apart(code, self._found(code))

    async def waiting_for(self, game: str) -> list[WaitingRoom]:
        """Rooms of a game that wait for players, at whichever process; they stay where they are."""
        since = self._services.clock.now_ms() - LISTED_MS
        return readable(await self._services.store.read(rooms.waiting_for(game, since, MOST_OFFERED)))

    def _take_over_soon(self) -> None:
        """Take over beside the beats: if that is much, others must not think that this process has died."""
        if not self._is_taking_over:
            self._is_taking_over = True
            self._services.background.start(self._take_over_once(), "take over")

    async def _take_over_once(self) -> None:
        """Take over; if that fails, there is another beat."""
        try:
            await self.take_over()
        finally:
            self._is_taking_over = False

    async def take_over(self) -> None:
        """Hold the rooms of processes that are no more: their clocks run on, their bots play on.

        What cannot be taken up now stays orphaned. Each process begins anywhere, so that two rarely do the same.
        """
        await self._take_over_after(new_code())
        await self._take_over_after("")

    async def _take_over_after(self, code: str) -> None:
        while found := await self._services.store.read(processes.orphan(code)):
            code = found
            await _apart(code, self._adopt(code))

    async def _adopt(self, code: str) -> None:
        """Take a room up, then claim it: what is claimed is held by somebody who acts."""
        store, me = self._services.store, self._services.members.id
        claim = processes.take_over(code, me)
        try:
            room = await self._found(code)
        except Problem as problem:
            if problem.status != HTTPStatus.NOT_FOUND:
                raise
            await store.write(together(claim, processes.publish_rooms(me, {}, [code])))
            return
        if await store.write(claim):
            room.take_over()

    async def _found(self, code: str) -> Room:
        """The room of a code, taken up if need be; Problem if it cannot be, logged once where it never will."""
        if code in self._unreadable:
            raise Problem(HTTPStatus.GONE, "cannot-resume", "this version cannot take the room up")
        try:
            return await self._find(code)
        except Problem as problem:
            if problem.status == HTTPStatus.GONE:
                self._unreadable.add(code)
                logger.warning("room not taken up", extra={"facts": {"room": code, "reason": str(problem)}})
            raise


async def _apart(code: str, done: Awaitable[object]) -> None:
    """Wait for what is done about one room: whatever is wrong with it keeps no other waiting."""
    try:
        await done
    except (StoreFailed, StoreUnavailable):
        raise
    except Problem:
        pass  # closed, unreadable, or for another time
    except Exception:
        logger.exception("room not taken up", extra={"facts": {"room": code}})


async def _refresh(room: Room, found: RoomProgress | None) -> None:
    """Read a room again in its turn, if nobody before has."""
    async with room.lock:
        if not room.closed and _is_changed(room, found):
            await room.refresh()


async def _refresh_quietly(room: Room, found: RoomProgress | None) -> None:
    with suppress(Problem, RoomChanged):  # closed, or changed once more, of which there is another notification
        await _refresh(room, found)


def _is_changed(room: Room, found: RoomProgress | None) -> bool:
    """Whether another process changed the room, or closed it."""
    return found is None or found.version != room.version


def _is_behind(room: Room, found: RoomProgress | None) -> bool:
    """Whether the store knows more of the room's match than is known here."""
    match_host = room.match_host
    if match_host is None or found is None or match_host.number != found.number:
        return False
    ended, confirmed = match_host.match.header.ended is not None, match_host.confirmed is not None
    return found.count > match_host.match.count or found.ended > ended or found.confirmed > confirmed
