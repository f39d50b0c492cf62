"""Logs as one JSON object a line. Bodies, cookies, query strings and the codes of rooms in paths are never logged."""

import logging
import os
import re
import threading
from contextlib import suppress
from datetime import UTC, datetime
from queue import Full, Queue

import msgspec

STANDARD_ERROR = 2
MOST_WAITING = 10_000
"""Lines that may wait for the reader of standard error; further ones are dropped and counted."""
LAST_LINES_S = 2.0
"""The seconds for which the process waits at its end for them to be written."""

_CODE = re.compile(r"^(/(?:api/rooms|room)/)[^/]+")


def without_code(path: str) -> str:
    """A path as it is logged: without the room's code, which would let a reader of the log into the room."""
    return _CODE.sub(r"\1*", path)


class JsonLines(logging.Formatter):
    """Formats a line as JSON: ``{"at": …, "level": …, "event": …}`` and the facts of the event."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
        }
        line |= getattr(record, "facts", {})
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        try:
            return msgspec.json.encode(line).decode()
        except (TypeError, UnicodeEncodeError):
            # Whoever logs something must not fail by it: what is no JSON is written as Python spells it.
            return msgspec.json.encode({name: ascii(said) for name, said in line.items()}).decode()


class ThreadedHandler(logging.Handler):
    """Writes lines in a thread of its own, so that a terminal or a pipe that nobody reads holds up nothing."""

    def __init__(self, file: int, most_waiting: int = MOST_WAITING) -> None:
        super().__init__()
        self.setFormatter(JsonLines())
        self._file = file
        self._lines: Queue[str | None] = Queue(most_waiting)
        self._left_out = 0
        self._counting = threading.Lock()
        self._thread = threading.Thread(target=self._write_all, name="parlour-log", daemon=True)
        self._thread.start()

    def emit(self, record: logging.LogRecord) -> None:
        """Queue a line without waiting."""
        try:
            self._lines.put_nowait(self.format(record))
        except Full:
            with self._counting:
                self._left_out += 1

    def close(self) -> None:
        """Write the lines that wait, if they are read soon."""
        with suppress(Full):
            self._lines.put(None, timeout=LAST_LINES_S)
        self._thread.join(LAST_LINES_S)
        super().close()

    def _write_all(self) -> None:
        while (line := self._lines.get()) is not None:
            self._write(line)
            if self._lines.empty():
                self._tell_what_was_left_out()
        self._tell_what_was_left_out()

    def _write(self, line: str) -> None:
        rest = f"{line}\n".encode()
        with suppress(OSError):  # whoever read it is gone
            while rest:
                rest = rest[os.write(self._file, rest) :]

    def _tell_what_was_left_out(self) -> None:
        with self._counting:
            count, self._left_out = self._left_out, 0
        if count:
            told = {"levelname": "WARNING", "msg": "lines left out", "facts": {"lines": count}}
            self._write(self.format(logging.makeLogRecord(told)))


def configure(level: str) -> None:
    """Send all logs to standard error."""
    logging.basicConfig(handlers=[ThreadedHandler(STANDARD_ERROR)], level=logging.WARNING, force=True)
    logging.getLogger("parlour").setLevel(level.upper())


def write_last_words(words: str) -> None:
    """Write a last line to standard error, after all that was logged. Returns even if nobody reads it."""
    logging.shutdown()
    thread = threading.Thread(target=os.write, args=(STANDARD_ERROR, f"{words}\n".encode()), daemon=True)
    thread.start()
    thread.join(LAST_LINES_S)
