"""What this process says of the rooms it holds: that it does, and who is connected to them here.

Nothing is said about a move. What changes within a moment is said in one commit.
"""

import asyncio
import logging
from collections.abc import Mapping
from typing import Protocol

from parlour.server.background import Background
from parlour.server.cluster.members import BEAT_S
from parlour.store import hints, processes
from parlour.store.store import Store
from parlour.store.transaction import Job, Transaction

logger = logging.getLogger("parlour")
MOMENT_S = 0.03


class HeldRoom(Protocol):
    """What is said of a room."""

    code: str

    def people_here(self) -> Mapping[str, int] | None:
        """How many sockets of each player this process has; None where it need not hold the room."""
        ...


class Presence:
    """On a store that no other process shares nothing is said."""

    def __init__(self, store: Store, process: str, background: Background) -> None:
        self._store = store
        self._process = process
        self._background = background
        self._said: dict[str, Mapping[str, int]] = {}
        """What the store has."""
        self._changed: dict[str, HeldRoom] = {}
        self._is_saying = False
        self._stopped = False

    def changed(self, room: HeldRoom) -> None:
        """Somebody came or went, or the room is held from now on, or no longer."""
        if self._store.shared:
            self._changed[room.code] = room
            self._say_soon()

    def taken_over(self, room: HeldRoom) -> None:
        """The room is held in place of a process that is no more; the store has it without anybody."""
        self._said[room.code] = {}
        self.changed(room)

    def holding(self, room: HeldRoom) -> Job[None]:
        """That the room is held from now on, in the commit that gives it something to wait for."""
        if not self._store.shared:
            return _nothing
        self._said[room.code] = people = room.people_here() or {}
        return processes.say(self._process, {room.code: people})

    def said(self, code: str, message: bytes) -> None:
        """Somebody said something in a room: whoever is there at another process hears it too."""
        if self._store.shared:
            subject = hints.of_phrase(code, message.decode())
            loop = asyncio.get_running_loop()
            self._store.put(lambda transaction: transaction.hint(subject), _log_failure, loop)

    async def say_again(self) -> None:
        """Others thought this process dead: what it holds is said anew."""
        if self._said:
            await self._store.write(processes.say(self._process, self._said))

    def stop(self) -> None:
        """Nothing more is said: the process ends, and whatever it holds can be taken over."""
        self._stopped = True

    def _say_soon(self) -> None:
        if not (self._is_saying or self._stopped):
            self._is_saying = True
            self._background.keep(self._say, "presence", BEAT_S)

    async def _say(self) -> None:
        while self._changed:
            await asyncio.sleep(MOMENT_S)
            changed = dict(self._changed)
            held: dict[str, Mapping[str, int]] = {}
            let_go: list[str] = []
            for code, room in changed.items():
                people = room.people_here()
                if people is None:
                    let_go += [code] if code in self._said else []
                elif people != self._said.get(code):
                    held[code] = dict(people)
            if held or let_go:
                await self._store.write(processes.say(self._process, held, let_go))
            self._said |= held
            for code in let_go:
                del self._said[code]
            for code, room in changed.items():
                if self._changed.get(code) is room and room.people_here() == self._said.get(code):
                    del self._changed[code]
        self._is_saying = False


def _log_failure(_result: object, error: BaseException | None) -> None:
    if error is not None:
        logger.error("a phrase was not passed on", exc_info=error)


def _nothing(_transaction: Transaction) -> None:
    """There is nothing to say."""
