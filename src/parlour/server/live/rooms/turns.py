"""Changes of a room wait for each other, and are tried anew where another process was quicker."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from parlour.server.problems import Problem
from parlour.store.rooms import RoomChanged

P = ParamSpec("P")


class Changing(Protocol):
    """What changes one step at a time."""

    lock: asyncio.Lock

    async def refresh(self) -> bool:
        """Read it again if another process has changed it, and say whether."""
        ...


R = TypeVar("R", bound=Changing)


class NothingToDo(Exception):
    """The room is already as the change would have it."""


def in_turn(change: Callable[Concatenate[R, P], Awaitable[None]]) -> Callable[Concatenate[R, P], Awaitable[None]]:
    """Let changes of a room wait for each other.

    If one is refused and another process has changed the room, the room is read again and the change tried anew.
    """

    @wraps(change)
    async def waiting(room: R, /, *args: P.args, **kwargs: P.kwargs) -> None:
        async with room.lock:
            while True:
                try:
                    return await change(room, *args, **kwargs)
                except (RoomChanged, Problem, NothingToDo) as refused:
                    if await room.refresh():
                        continue
                    if isinstance(refused, NothingToDo):
                        return None
                    raise

    return waiting
