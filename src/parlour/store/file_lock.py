"""A lock beside a store's file, so that one process at a time changes it. The system frees it when the process ends.

A server keeps rooms, clocks and bots in memory; a second one on the same file would contradict it.
"""

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from parlour.core.errors import ParlourError

LONGEST_HOLDER = 200
"""Bytes that say who holds a lock."""


class StoreInUse(ParlourError):
    """Another process changes the store."""


@contextmanager
def sole_writer(store: Path) -> Iterator[None]:
    """Hold the lock for the `with` block; StoreInUse if another process holds it. Reading needs no lock.

    Symbolic links to a store share its lock, a copy has its own. What a killed process left holds nobody up.
    """
    store.parent.mkdir(parents=True, exist_ok=True)
    file = store.resolve().with_name(f"{store.resolve().name}.lock")
    handle = _locked(store, file)
    try:
        os.truncate(handle, 0)
        os.pwrite(handle, f"process {os.getpid()} since {_now()}".encode(), 0)
        yield
    finally:
        file.unlink(missing_ok=True)
        os.close(handle)


def _locked(store: Path, file: Path) -> int:
    """The file that goes by that name, locked: whoever held it may have removed it while it was being opened.

    The lock is the process's own: no child inherits it.
    """
    while True:
        handle = os.open(file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        try:
            fcntl.lockf(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if os.fstat(handle).st_nlink:
                return handle
        except (BlockingIOError, PermissionError):
            holder = os.pread(handle, LONGEST_HOLDER, 0).decode(errors="replace") or "another process"
            os.close(handle)
            raise StoreInUse(
                f"{store} is in use by {holder}; stop that process first, or name another file with --database. "
                "Several processes share a PostgreSQL database: docs/HOSTING.md"
            ) from None
        except BaseException:
            os.close(handle)
            raise
        os.close(handle)


def _now() -> str:
    return time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime())
