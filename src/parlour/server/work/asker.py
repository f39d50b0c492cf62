"""The asker: the client address on whose behalf the current code runs, carried along in a context variable."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

SERVER: Final = ""
"""The asker of tasks that no client asked for: those of the server's start and those that follow a match."""
_asker: ContextVar[str] = ContextVar("asker", default=SERVER)


def asker() -> str:
    """The address on whose behalf this runs."""
    return _asker.get()


def ask_for(address: str) -> None:
    """Set the asker of this coroutine, and of the coroutines that it starts from now on."""
    _asker.set(address)


@contextmanager
def asking(address: str) -> Iterator[None]:
    """Set the asker for the length of a `with` block."""
    before = _asker.set(address)
    try:
        yield
    finally:
        _asker.reset(before)
