"""Whether the files of a database are still those that were opened, and changed by nobody else.

They are looked at by name only: to open one of them a second time and to close it again would let go of the locks that
this process holds on it.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TypeAlias

Contents: TypeAlias = tuple[int, int]
"""Size in bytes, and when it was last changed, in nanoseconds."""
Which: TypeAlias = tuple[int, int]
"""The device of a file, and its number on the device."""


class WatchedFile:
    """The file that holds everything, and those beside it that belong to it while it is open."""

    def __init__(self, path: Path, beside: Sequence[Path]) -> None:
        self._path = path
        self._file, self._known = _look(path)
        self._beside = {file: _look(file)[0] for file in beside}
        self._turn = 0
        """Odd while the file is changed by this process; two more after each change."""

    @contextmanager
    def changing(self) -> Iterator[None]:
        """Within it, this process changes the file itself. One thread at a time."""
        self._turn += 1
        try:
            yield
        finally:
            with suppress(OSError):
                self._known = _look(self._path)[1]
            self._turn += 1

    def fault(self) -> str | None:
        """What happened to the files, if anything did."""
        turn = self._turn
        try:
            file, contents = _look(self._path)
            beside = {path: _look(path)[0] for path in self._beside}
        except FileNotFoundError:
            return "the database file, or the log beside it, was deleted while the server ran"
        except OSError:
            return "the database file cannot be looked at any more"
        if file != self._file or beside != self._beside:
            return "the database file, or the log beside it, was replaced while the server ran"
        if contents[0] < self._known[0] and turn == self._turn:
            return "the database file was cut short while the server ran"
        if contents != self._known and turn % 2 == 0 and turn == self._turn:
            return "the database file was changed by another program while the server ran"
        return None


def _look(path: Path) -> tuple[Which, Contents]:
    found = path.stat()
    return (found.st_dev, found.st_ino), (found.st_size, found.st_mtime_ns)
