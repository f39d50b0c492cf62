"""Publishes, in a shared store, which rooms this process holds and who is connected to them here.

Moves publish nothing. Changes within a moment are published in one commit.
"""

import asyncio
import logging
from collections.abc import Mapping
from typing import Protocol

from parlour.server.background import Background
from parlour.server.cluster.members import BEAT_S
from parlour.store import notifications, processes
from parlour.store.store import Store
from parlour.store.transaction import Job, Transaction

logger = logging.getLogger("parlour")
MOMENT_S = 0.03


class HeldRoom(Protocol):
    """A room as far as it is published."""

    code: str

    def people_here(self) -> Mapping[str, int] | None:
        """The number of sockets of each player at this process; None if the process need not hold the room."""
        ...


class Presence:
    """The rooms that this process holds. Does nothing on a store that no other process shares."""

    def __init__(self, store: Store, process: str, background: Background) -> None:
        self._store = store
        self._process = process
        self._background = background
        self._published: dict[str, Mapping[str, int]] = {}
        """The rooms and people that the store has of this process."""
        self._changed: dict[str, HeldRoom] = {}
        self._is_publishing = False
        self._in_turn = asyncio.Lock()
        """Keeps commits in order, so that an older state never overwrites a newer one."""
        self._stopped = False

    def changed(self, room: HeldRoom) -> None:
        """Publish a room soon: somebody came or went, or the process began or ceased to hold it."""
        if self._store.shared:
            self._changed[room.code] = room
            self._publish_soon()

    def held(self, room: HeldRoom, people: Mapping[str, int]) -> None:
        """Note that the job of `claim_job` is committed, with these people."""
        if self._store.shared:
            self._published[room.code] = people
            self.changed(room)

    def claim_job(self, room: HeldRoom) -> Job[Mapping[str, int]]:
        """A job that publishes that this process holds a room, for the commit that begins its match.

        It returns the people that it published; once it is committed, ``held`` is to be called with them.
        """
        people = dict(room.people_here() or {})

        def claim(transaction: Transaction) -> Mapping[str, int]:
            if self._store.shared:
                processes.publish_rooms(self._process, {room.code: people})(transaction)
            return people

        return claim

    def relay_phrase(self, code: str, at_ms: int, message: bytes) -> None:
        """Send a phrase that somebody said in a room to the other processes, for the people who are connected there."""
        if self._store.shared:
            subject = notifications.of_phrase(code, at_ms, message.decode())
            loop = asyncio.get_running_loop()
            self._store.put(lambda transaction: transaction.notify(subject), _log_failure, loop)

    async def publish_again(self) -> None:
        """Publish everything again, after the other processes took this one for dead."""
        async with self._in_turn:
            if self._published:
                await self._store.write(processes.publish_rooms(self._process, dict(self._published)))

    def stop(self) -> None:
        """Publish nothing more: the process ends, and others may take over its rooms."""
        self._stopped = True

    def _publish_soon(self) -> None:
        if not (self._is_publishing or self._stopped):
            self._is_publishing = True
            self._background.keep(self._publish, "presence", BEAT_S)

    async def _publish(self) -> None:
        while self._changed:
            await asyncio.sleep(MOMENT_S)
            async with self._in_turn:
                await self._publish_changed(dict(self._changed))
        self._is_publishing = False

    async def _publish_changed(self, changed: Mapping[str, HeldRoom]) -> None:
        held: dict[str, Mapping[str, int]] = {}
        let_go: list[str] = []
        for code, room in changed.items():
            people = room.people_here()
            if people is None:
                let_go += [code] if code in self._published else []
            elif people != self._published.get(code):
                held[code] = dict(people)
        if held or let_go:
            await self._store.write(processes.publish_rooms(self._process, held, let_go))
        self._published |= held
        for code in let_go:
            self._published.pop(code, None)
        for code, room in changed.items():
            if self._changed.get(code) is room and room.people_here() == self._published.get(code):
                del self._changed[code]


def _log_failure(_result: object, error: BaseException | None) -> None:
    if error is not None:
        logger.error("a phrase was not passed on", exc_info=error)
