"""Stops a kernel from outside: kernels hold no GIL and read a flag."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
from numpy.typing import NDArray

from parlour.core.bot import Stop
from parlour.games.dots_and_boxes.kernels.solver import AT_ONCE, TIME_UP

POLL_SECONDS = 0.005
ENDLESS = float("inf")


@contextmanager
def watchdog(flag: NDArray[np.int64], seconds: float | None, stop: Stop | None) -> Iterator[None]:
    """Set flag[0] to TIME_UP after the seconds (None: never) and to AT_ONCE when stop is set, until the block ends."""
    if seconds is None and stop is None:
        yield
        return
    deadline = ENDLESS if seconds is None else time.perf_counter() + seconds
    done = threading.Event()

    def watch() -> None:
        while not done.is_set():
            left = deadline - time.perf_counter()
            if stop is not None and stop.is_set():
                flag[0] = AT_ONCE
                return
            if left <= 0:
                flag[0] = TIME_UP
                if stop is None:
                    return
            done.wait(left if stop is None else POLL_SECONDS)

    thread = threading.Thread(target=watch, daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()
