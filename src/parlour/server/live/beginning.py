"""The first moment of a match, and what has to be loaded before it."""

import asyncio
import logging
import sys
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct, structs

from parlour.core.errors import MalformedInput
from parlour.core.kit import Kit
from parlour.core.match import AnyMatch, Match
from parlour.server.access.identity import new_id
from parlour.server.protocol.messages import ChosenOptions

logger = logging.getLogger("parlour")


async def compile_kernels() -> None:
    """Compile every game's kernels and keep them on the disk, in a process of its own.

    A compiler takes a hundred megabytes. A server whose players need no kernel never loads it.
    """
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "parlour", "warm", stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.DEVNULL
    )
    try:
        if await process.wait():
            logger.warning("kernels not compiled", extra={"facts": {"status": process.returncode}})
    finally:
        if process.returncode is None:
            process.kill()


@cache
def load_rules(kit: Kit) -> None:
    """Load what the rules of a game need, once. May take a while: not for the loop."""
    kit.warm_rules()


def read_options(kit: Kit, told: ChosenOptions) -> Struct:
    """A game's options as somebody chose them, or MalformedInput."""
    try:
        options: Struct = msgspec.convert(told, kit.game.options)
    except msgspec.ValidationError as error:
        raise MalformedInput(f"options of {kit.game.id}: {error}") from None
    return options


def plain_options(options: Struct) -> ChosenOptions:
    """Options as somebody would choose them: words, numbers, yes or no."""
    plain: dict[str, object] = msgspec.to_builtins(options)
    return {name: value for name, value in plain.items() if isinstance(value, str | int | float)}


def deal(kit: Kit, seed: int, options: Any, seats: int) -> AnyMatch:
    """A match that has not started, or MalformedInput. May take a while: not for the loop."""
    load_rules(kit)
    try:
        return Match.begin(kit.game, id=new_id(), seed=seed, started=0, options=options, seats=seats)
    except ValueError as error:
        raise MalformedInput(str(error)) from None


def starting(match: AnyMatch, now_ms: int) -> AnyMatch:
    """The match with its first moment now; the time it took to deal is not the players'."""
    ended = None if match.opening.ended is None else now_ms
    return structs.replace(match, opening=structs.replace(match.opening, started=now_ms, ended=ended))
