"""Whether the files of a database are still those that were opened, and changed by nobody else.

They are looked at by name only: to open one of them a second time and to close it again would let go of the locks that
this process holds on it.
"""

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from weakref import WeakValueDictionary


class _Own:
    """The state in which this process left a file, whichever of its stores changed it."""

    def __init__(self, now: os.stat_result) -> None:
        self.last = now
        self.changes = 0
        self.under_way = 0
        self.lock = threading.Lock()


_of_file: WeakValueDictionary[tuple[int, int], _Own] = WeakValueDictionary()
"""The files that this process has opened, by device and number."""


class WatchedFile:
    """The file that holds everything, and the log beside it that belongs to it while it is open."""

    def __init__(self, path: Path, log: Path) -> None:
        self._path = os.fspath(path)
        self._log = os.fspath(log)
        self._file_opened = os.stat(path)  # noqa: PTH116
        self._log_opened = os.stat(log)  # noqa: PTH116
        which = self._file_opened.st_dev, self._file_opened.st_ino
        self._own = _of_file.setdefault(which, _Own(self._file_opened))
        self._own.last = self._file_opened

    @contextmanager
    def changing(self) -> Iterator[None]:
        """A context in which this process itself changes the file."""
        own = self._own
        with own.lock:
            own.under_way += 1
        try:
            yield
        finally:
            with own.lock, suppress(OSError):
                own.last = os.stat(self._path)  # noqa: PTH116
            with own.lock:
                own.changes += 1
                own.under_way -= 1

    def fault(self) -> str | None:
        """What happened to the files; None if nothing did. Asked after every commit: two looks by name, no more."""
        own = self._own
        changes = own.changes
        try:
            file = os.stat(self._path)  # noqa: PTH116
            log = os.stat(self._log)  # noqa: PTH116
        except FileNotFoundError:
            return "the database file, or the log beside it, was deleted while the server ran"
        except OSError:
            return "the database file cannot be looked at any more"
        if not (os.path.samestat(file, self._file_opened) and os.path.samestat(log, self._log_opened)):
            return "the database file, or the log beside it, was replaced while the server ran"
        last = own.last
        if own.under_way or own.changes != changes:
            return None
        if file.st_size < last.st_size:
            return "the database file was cut short while the server ran"
        if file.st_mtime_ns != last.st_mtime_ns:
            return "the database file was changed by another program while the server ran"
        return None
