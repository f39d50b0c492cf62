"""Sessions and levels out of files: a JSON object, an array of them, JSON Lines, or any of these on standard input."""

import os
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from typing import BinaryIO

LARGEST_LINE = 16 * 2**20
LARGEST_DOCUMENT = 256 * 2**20
BLANK = b" \t\r\n\xef\xbb\xbf"


@dataclass(frozen=True)
class InputItem:
    """The text of one session or level, and where it stands."""

    file: str
    line: int
    text: bytes
    problem: str | None = None
    """Why the text at this place cannot be a session."""

    @property
    def place(self) -> str:
        """``game.json:3``, for messages."""
        return f"{self.file}:{self.line}" if self.line else self.file


def read_items(files: Iterable[str]) -> Iterator[InputItem]:
    """Every session's text in the files, in order; ``-`` is standard input."""
    for file in files:
        shown = os.fsencode(file).decode(errors="replace")
        try:
            if file == "-":
                yield from _items_in("standard input", sys.stdin.buffer)
            else:
                with Path(file).open("rb") as stream:
                    yield from _items_in(shown, stream)
        except OSError as error:
            yield InputItem(shown, 0, b"", error.strerror or str(error))


def read_item(file: str, item: int) -> InputItem:
    """One session's text of a file; MalformedInput where there is none."""
    from parlour.core.errors import MalformedInput

    for number, found in enumerate(read_items([file]), start=1):
        if number == item or found.line == 0:
            if found.problem is not None:
                raise MalformedInput(f"{found.place}: {found.problem}")
            return found
    raise MalformedInput(f"{file}: there is no session {item}")


def _items_in(file: str, stream: BinaryIO) -> Iterator[InputItem]:
    """Lines are streamed; whatever spans lines is read as one document."""
    lines = _numbered_lines(stream)
    ahead = list(islice(lines, 2))
    if not ahead:
        yield InputItem(file, 1, b"", "the input is empty")
    elif _one_a_line(ahead):
        for number, line in chain(ahead, lines):
            yield _line(file, number, line)
    else:
        yield from _document(file, chain(ahead, lines))


def _numbered_lines(stream: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """Lines that are not blank, with their numbers from 1. A line that never ends is cut at its limit."""
    number = 0
    while line := stream.readline(LARGEST_DOCUMENT + 1):
        number += 1
        if line.strip(BLANK):
            yield number, line


def _line(file: str, number: int, line: bytes) -> InputItem:
    if len(line) > LARGEST_LINE:
        return InputItem(file, number, b"", f"the line is longer than {LARGEST_LINE >> 20} MiB")
    return InputItem(file, number, line.strip(BLANK))


def _document(file: str, lines: Iterator[tuple[int, bytes]]) -> Iterator[InputItem]:
    parts, size, first, previous = [], 0, 0, 0
    for number, line in lines:
        first = first or number
        parts.append(b"\n" * (number - previous - 1 if previous else 0) + line)
        previous = number
        size += len(parts[-1])
        if size > LARGEST_DOCUMENT:
            problem = f"larger than {LARGEST_DOCUMENT >> 20} MiB; write one session a line instead"
            yield InputItem(file, first, b"", problem)
            return
    text = b"".join(parts).strip(BLANK)
    if text.startswith(b"["):
        yield from _array_items(file, first, text)
    else:
        yield InputItem(file, first, text)


def _one_a_line(ahead: list[tuple[int, bytes]]) -> bool:
    """Whether each line stands for itself: the first is a whole object, or the second begins one."""
    import msgspec

    texts = [line.strip(BLANK) for _, line in ahead]
    if not texts[0].startswith(b"{"):
        return False
    if len(texts) == 2 and texts[1].startswith(b'{"'):
        return True
    try:
        msgspec.json.decode(texts[0], type=msgspec.Raw)
    except (msgspec.DecodeError, RecursionError):
        return False
    return True


def _array_items(file: str, first: int, text: bytes) -> Iterator[InputItem]:
    """The elements of an array, each with the line on which it begins."""
    import msgspec

    from parlour.core.errors import MalformedInput
    from parlour.core.session import read_json

    try:
        items = read_json(text, msgspec.json.Decoder(list[msgspec.Raw]))
    except MalformedInput as error:
        yield InputItem(file, first, b"", str(error))
        return
    if not items:
        yield InputItem(file, first, b"", "the array is empty")
    line, seen = first, 0
    for item in items:
        raw = bytes(item)
        at = text.index(raw, seen)
        line += text.count(b"\n", seen, at)
        yield InputItem(file, line, raw)
        line += raw.count(b"\n")
        seen = at + len(raw)
