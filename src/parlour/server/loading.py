"""Compiling and loading the kernels of games before they are played."""

import asyncio
import logging
import sys
from functools import cache

from parlour.core.kit import Kit

logger = logging.getLogger("parlour")


async def compile_kernels() -> None:
    """Compile every game's kernels and keep them on the disk, in a process of its own.

    A terminal shows how far it is. Elsewhere lines say so where the server says its address: standard error is for the
    log. A compiler takes a hundred megabytes. A server whose players need no kernel never loads it.
    """
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "parlour", "warm"),
        stdout=asyncio.subprocess.DEVNULL,
        stderr=None if sys.stderr.isatty() else sys.stdout,
    )
    try:
        if await process.wait():
            logger.warning("kernels not compiled", extra={"facts": {"status": process.returncode}})
    finally:
        if process.returncode is None:
            process.kill()


@cache
def load_rules(kit: Kit) -> None:
    """Load what the rules of a game need, once. May take a while: not for the event loop."""
    kit.warm_rules()
    _loaded.add(kit.game.id)


async def rules_loaded(kit: Kit) -> None:
    """`load_rules` for the event loop, which goes on meanwhile."""
    if kit.game.id not in _loaded:
        _awaited.add(kit.game.id)
        try:
            await asyncio.to_thread(load_rules, kit)
        finally:
            _awaited.discard(kit.game.id)


def is_preparing() -> bool:
    """Whether somebody waits for a game's kernels. Compiling them takes many seconds, once."""
    return bool(_awaited)


_loaded: set[str] = set()
"""Games whose kernels are loaded."""
_awaited: set[str] = set()
"""Games whose kernels are being loaded for somebody."""
