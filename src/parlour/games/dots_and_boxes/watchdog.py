"""Stops a kernel from outside: kernels hold no GIL and read a flag."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
from numpy.typing import NDArray

from parlour.core.bot import Stop

POLL_SECONDS = 0.005
ENDLESS = float("inf")


@contextmanager
def watchdog(flag: NDArray[np.int64], seconds: float | None, stop: Stop | None) -> Iterator[None]:
    """Set flag[0] when the seconds are over (None: never) or stop is set, unless the block ends first."""
    if seconds is None and stop is None:
        yield
        return
    deadline = ENDLESS if seconds is None else time.perf_counter() + seconds
    done = threading.Event()

    def watch() -> None:
        while not done.is_set():
            left = deadline - time.perf_counter()
            if left <= 0 or (stop is not None and stop.is_set()):
                flag[0] = 1
                return
            done.wait(left if stop is None else min(left, POLL_SECONDS))

    thread = threading.Thread(target=watch, daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()
