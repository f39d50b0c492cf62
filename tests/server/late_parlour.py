"""Servers in the tests' own process whose routes, most of what a start costs, are built before what they reach."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from litestar import Litestar
from litestar.types import Empty

from parlour.server.app import Parlour
from parlour.server.clock import ServerClock
from parlour.server.settings import Settings


class LateParlour(Parlour):
    """One that can be opened again when it has ended, with all but its routes anew. It has no base."""

    def __init__(self) -> None:
        self.settings = Settings(Path("not opened yet"))
        self._routes = super()._assembled()
        _ = self._routes.openapi_schema
        handlers = [handler for route in self._routes.routes for handler in getattr(route, "route_handlers", ())]
        self._reached = {id(found): found for handler in handlers for found in handler.resolve_dependencies().values()}

    def open(self, settings: Settings, clock: ServerClock | None) -> None:
        """The routes forget what they reached before."""
        assert not settings.base
        super().__init__(settings, clock)
        for provided in self._reached.values():
            provided.value = Empty

    def _assembled(self) -> Litestar:
        return self._routes


class _Kept(LateParlour):
    @asynccontextmanager
    async def _life(self, app: Litestar) -> AsyncIterator[None]:
        async with super()._life(app):
            yield
        _idle.append(self)


_idle: list[_Kept] = []
"""Those that have ended, to be opened again."""


def open_parlour(settings: Settings, clock: ServerClock | None = None) -> Parlour:
    """As ``Parlour``; once its life has ended nobody may use it any more."""
    parlour = _idle.pop() if _idle else _Kept()
    parlour.open(settings, clock)
    return parlour
