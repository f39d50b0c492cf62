"""Sessions out of files: one JSON object, a JSON array of them, JSON Lines, or any of these on standard input."""

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
class Piece:
    """The text of one session and where it stands."""

    file: str
    line: int
    text: bytes
    problem: str | None = None
    """Why the text at this place cannot be a session."""

    @property
    def place(self) -> str:
        """``game.json:3``, for messages."""
        return f"{self.file}:{self.line}" if self.line else self.file


def pieces_of(files: Iterable[str]) -> Iterator[Piece]:
    """Every session's text in the files, in order; ``-`` is standard input."""
    for file in files:
        shown = os.fsencode(file).decode(errors="replace")
        try:
            if file == "-":
                yield from _pieces("standard input", sys.stdin.buffer)
            else:
                with Path(file).open("rb") as stream:
                    yield from _pieces(shown, stream)
        except OSError as error:
            yield Piece(shown, 0, b"", error.strerror or str(error))


def the_piece(file: str, item: int) -> Piece:
    """One session's text of a file; MalformedInput where there is none."""
    from parlour.core.errors import MalformedInput

    for number, piece in enumerate(pieces_of([file]), start=1):
        if number == item or piece.line == 0:
            if piece.problem is not None:
                raise MalformedInput(f"{piece.place}: {piece.problem}")
            return piece
    raise MalformedInput(f"{file}: there is no session {item}")


def _pieces(file: str, stream: BinaryIO) -> Iterator[Piece]:
    """Lines are streamed; whatever spans lines is read as one document."""
    lines = _numbered_lines(stream)
    ahead = list(islice(lines, 2))
    if not ahead:
        yield Piece(file, 1, b"", "the input is empty")
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


def _line(file: str, number: int, line: bytes) -> Piece:
    if len(line) > LARGEST_LINE:
        return Piece(file, number, b"", f"the line is longer than {LARGEST_LINE >> 20} MiB")
    return Piece(file, number, line.strip(BLANK))


def _document(file: str, lines: Iterator[tuple[int, bytes]]) -> Iterator[Piece]:
    parts, size, first, previous = [], 0, 0, 0
    for number, line in lines:
        first = first or number
        parts.append(b"\n" * (number - previous - 1 if previous else 0) + line)
        previous = number
        size += len(parts[-1])
        if size > LARGEST_DOCUMENT:
            problem = f"larger than {LARGEST_DOCUMENT >> 20} MiB; write one session a line instead"
            yield Piece(file, first, b"", problem)
            return
    text = b"".join(parts).strip(BLANK)
    if text.startswith(b"["):
        yield from _items(file, first, text)
    else:
        yield Piece(file, first, text)


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


def _items(file: str, first: int, text: bytes) -> Iterator[Piece]:
    """The elements of an array, each with the line on which it begins."""
    import msgspec

    from parlour.core.errors import MalformedInput
    from parlour.core.session import read_json

    try:
        items = read_json(text, msgspec.json.Decoder(list[msgspec.Raw]))
    except MalformedInput as error:
        yield Piece(file, first, b"", str(error))
        return
    if not items:
        yield Piece(file, first, b"", "the array is empty")
    line, seen = first, 0
    for item in items:
        raw = bytes(item)
        at = text.index(raw, seen)
        line += text.count(b"\n", seen, at)
        yield Piece(file, line, raw)
        line += raw.count(b"\n")
        seen = at + len(raw)
