import asyncio
from dataclasses import replace
from threading import Event

import pytest

from parlour.core.kit import Kit
from parlour.games import kit_of
from parlour.server.http.api.system import Health, health
from parlour.server.loading import rules_loaded
from tests.patience import WAIT_S


class CompilerBroke(Exception):
    """What a compiler may raise."""


def _break() -> None:
    raise CompilerBroke


async def status() -> str:
    """What the process says of itself."""
    told: Health = await health.fn()
    return told.status


def uncompiled(name: str, compiled: Event) -> Kit:
    """A game that nobody has loaded; its kernels are there when the event is set."""
    kit = kit_of("dots-and-boxes")
    game = type(name, (type(kit.game),), {"id": name})()
    return replace(kit, game=game, warm_rules=lambda: _compile(compiled))


def _compile(compiled: Event) -> None:
    if not compiled.wait(WAIT_S):
        raise TimeoutError


def test_while_somebody_waits_for_the_kernels_of_a_game_the_hub_says_that_it_prepares() -> None:
    compiled = Event()

    async def wait() -> None:
        loading = asyncio.create_task(rules_loaded(uncompiled("slow", compiled)))
        await asyncio.sleep(0)
        assert await status() == "preparing"
        compiled.set()
        await loading
        assert await status() == "alive"

    asyncio.run(wait())


def test_kernels_that_cannot_be_compiled_are_not_waited_for_any_more() -> None:
    async def fail() -> None:
        with pytest.raises(CompilerBroke):
            await rules_loaded(replace(uncompiled("broken", Event()), warm_rules=_break))
        assert await status() == "alive"

    asyncio.run(fail())
