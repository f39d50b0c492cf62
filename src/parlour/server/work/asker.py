"""For whom something is done: known from the first line of a request on, wherever it leads."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

SERVER: Final = ""
"""Who asks when nobody does: the server itself, at its start and after a match."""
_asker: ContextVar[str] = ContextVar("asker", default=SERVER)


def asker() -> str:
    """The address on whose behalf this runs."""
    return _asker.get()


def ask_for(address: str) -> None:
    """From now on, in this task and in those that it starts, an address asks."""
    _asker.set(address)


@contextmanager
def asking(address: str) -> Iterator[None]:
    """For so long, an address asks."""
    before = _asker.set(address)
    try:
        yield
    finally:
        _asker.reset(before)
