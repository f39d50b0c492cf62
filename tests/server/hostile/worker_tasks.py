"""Tasks for workers' processes, which find them by name."""

import os
import signal
import time
from collections.abc import Callable

from parlour.core.errors import MalformedInput, SessionRejected


def named(name: str) -> str:
    """A task that is known by its argument."""
    return name


def told_named(_told: Callable[[float], None], name: str) -> str:
    """One that takes long."""
    return name


def spin(seconds: float) -> None:
    until = time.process_time() + seconds
    while time.process_time() < until:
        pass


def reject() -> None:
    raise SessionRejected("wrong", "entry 3 is wrong", 3)


def misread() -> None:
    raise MalformedInput("no such thing")


def fail() -> None:
    raise RuntimeError("out of order")


def print_and_add(a: int, b: int) -> int:
    print("this is not an answer")
    return a + b


def halves(told: Callable[[float], None], name: str) -> str:
    told(0.5)
    return name


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)
