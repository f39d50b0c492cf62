"""Notifications tell the other processes of a database what a commit has changed, so that they read it again.

A notification may be lost, doubled or late, and names only what to read: the tables are the truth.
"""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Protocol

MATCH, ROOM, PRESENCE, PHRASE, DEVICE, RENEWAL = "match", "room", "presence", "phrase", "device", "renewal"
"""The prefixes of subjects."""
ACT = "act"
"""The subject of an act of a host."""


class Listener(Protocol):
    """Receives the notifications of other processes."""

    def notified(self, subjects: Sequence[str]) -> None:
        """Called with the subjects that another process has changed, in the order of its commits."""

    def missed(self) -> None:
        """Called whenever listening begins (again): notifications may have been lost until now."""


def of_match(number: int) -> str:
    """The subject of a match: its log has grown, or it has ended."""
    return f"{MATCH} {number}"


def of_room(code: str) -> str:
    """The subject of a room: it has been opened, changed or closed."""
    return f"{ROOM} {code}"


def of_presence(code: str) -> str:
    """The subject of who is connected to a room, and where."""
    return f"{PRESENCE} {code}"


def of_phrase(code: str, at_ms: int, said: str) -> str:
    """What somebody said in a room, and when: kept nowhere, so that the notification is all there is of it."""
    return f"{PHRASE} {code} {at_ms} {said}"


def read_phrase(subject: str) -> tuple[str, int, str]:
    """The room, the moment and what was said, of a subject without its kind."""
    code, at_ms, said = subject.split(" ", 2)
    return code, int(at_ms), said


def of_device(token_hash: bytes) -> str:
    """The subject of a device that was signed out."""
    return f"{DEVICE} {token_hash.hex()}"


def of_renewal(before: bytes, token_hash: bytes) -> str:
    """The subject of a device that has another token than before."""
    return f"{RENEWAL} {before.hex()} {token_hash.hex()}"


class LoopListener:
    """A listener that is called in its event loop, whichever thread hears."""

    def __init__(self, listener: Listener, loop: asyncio.AbstractEventLoop) -> None:
        self._listener = listener
        self._loop = loop

    def notified(self, subjects: Sequence[str]) -> None:
        self._call(lambda: self._listener.notified(subjects))

    def missed(self) -> None:
        self._call(self._listener.missed)

    def _call(self, then: Callable[[], None]) -> None:
        with suppress(RuntimeError):  # the loop is gone, and with it whoever listened
            self._loop.call_soon_threadsafe(then)
