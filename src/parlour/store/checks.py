"""The result of a check: fine, doubtful or wrong, and what to do about it."""

from typing import Literal, TypeAlias

from msgspec import Struct

Level: TypeAlias = Literal["ok", "warning", "error"]


class Check(Struct, frozen=True):
    """One check with its result."""

    name: str
    level: Level
    said: str
    advice: str = ""
    """What a host should do; empty where nothing has to be done."""


def fine(name: str, said: str) -> Check:
    """A check that found nothing wrong."""
    return Check(name, "ok", said)


def doubtful(name: str, said: str, advice: str) -> Check:
    """A check of something that works, but not as it should, or not for long."""
    return Check(name, "warning", said, advice)


def wrong(name: str, said: str, advice: str) -> Check:
    """A check of something that does not work."""
    return Check(name, "error", said, advice)
