"""What this process says of the rooms it holds: that it does, and who is connected to them here.

Nothing is said about a move. What changes within a moment is said in one commit.
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
        self._in_turn = asyncio.Lock()
        """What is said anew is not older than what was said last."""
        self._stopped = False

    def changed(self, room: HeldRoom) -> None:
        """Somebody came or went, or the room is held from now on, or no longer."""
        if self._store.shared:
            self._changed[room.code] = room
            self._say_soon()

    def held(self, room: HeldRoom, people: Mapping[str, int]) -> None:
        """The store has it that the room is held here, with these people."""
        if self._store.shared:
            self._said[room.code] = people
            self.changed(room)

    def holding(self, room: HeldRoom) -> Job[Mapping[str, int]]:
        """That the room is held from now on, in the commit that gives it something to wait for.

        Gives who is said to be there: ``held`` is to be told once it is committed.
        """
        people = dict(room.people_here() or {})

        def say(transaction: Transaction) -> Mapping[str, int]:
            if self._store.shared:
                processes.say(self._process, {room.code: people})(transaction)
            return people

        return say

    def said(self, code: str, at_ms: int, message: bytes) -> None:
        """Somebody said something in a room: whoever is there at another process hears it too."""
        if self._store.shared:
            subject = notifications.of_phrase(code, at_ms, message.decode())
            loop = asyncio.get_running_loop()
            self._store.put(lambda transaction: transaction.notify(subject), _log_failure, loop)

    async def say_again(self) -> None:
        """Others thought this process dead: what it holds is said anew."""
        async with self._in_turn:
            if self._said:
                await self._store.write(processes.say(self._process, dict(self._said)))

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
            async with self._in_turn:
                await self._say_changed(dict(self._changed))
        self._is_saying = False

    async def _say_changed(self, changed: Mapping[str, HeldRoom]) -> None:
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
            self._said.pop(code, None)
        for code, room in changed.items():
            if self._changed.get(code) is room and room.people_here() == self._said.get(code):
                del self._changed[code]


def _log_failure(_result: object, error: BaseException | None) -> None:
    if error is not None:
        logger.error("a phrase was not passed on", exc_info=error)
