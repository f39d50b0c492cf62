"""Running a batch: the rows of its parts in order, for the caller or into a file."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sized
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct

from parlour.batch.kept_parts import KeptParts, kept_parts, part_digest
from parlour.batch.pool import Workers, arrivals, in_order
from parlour.batch.rows import Format, writer_of
from parlour.core.errors import MalformedInput

PartT = TypeVar("PartT", bound=Sized)
RowT = TypeVar("RowT", bound=Struct)


@dataclass(frozen=True)
class Batch(Generic[PartT, RowT]):
    """Work divided into parts, in the same way whatever workers do it."""

    asked: Mapping[str, Any]
    """All that decides the rows beside the parts themselves."""
    row: type[RowT]
    work: Callable[[PartT], list[RowT]]
    parts: Iterable[PartT]


def ask(batch: Batch[PartT, RowT], workers: Workers, done: Callable[[int], None]) -> Iterator[list[RowT]]:
    """The rows of each part, one after another; `done` is called with the number of new rows."""
    for rows in in_order(arrivals(workers, batch.work, enumerate(batch.parts))):
        done(len(rows))
        yield rows


def ask_into(
    batch: Batch[PartT, RowT], workers: Workers, output: Path, form: Format, done: Callable[[int], None]
) -> Iterator[list[RowT]]:
    """The rows of each part, also written to a file, which exists when the last rows have been returned.

    Parts are kept as they come, so that the same call goes on where another was stopped.
    """
    write = writer_of(form, batch.row)
    with kept_parts(output, batch.asked) as kept:
        count = _keep_all(batch, workers, kept, done)
        beside = kept.folder / output.name
        with write(beside) as out:
            for number in range(count):
                text = kept.read(number)
                rows = _rows_of(batch.row, text, number, kept)
                out(text, rows)
                yield rows
        beside.replace(output)


def _keep_all(batch: Batch[PartT, RowT], workers: Workers, kept: KeptParts, done: Callable[[int], None]) -> int:
    """Do the parts that are not kept yet; returns the number of all parts."""
    digests: dict[int, str] = {}
    count = 0

    def missing() -> Iterator[tuple[int, PartT]]:
        nonlocal count
        for number, part in enumerate(batch.parts):
            count = number + 1
            digest = part_digest(part)
            if kept.has(number, digest):
                done(len(part))
            else:
                digests[number] = digest
                yield number, part

    encoder = msgspec.json.Encoder()
    for number, rows in arrivals(workers, batch.work, missing()):
        kept.keep(number, digests.pop(number), encoder.encode_lines(rows))
        done(len(rows))
    return count


def _rows_of(row: type[RowT], text: bytes, number: int, kept: KeptParts) -> list[RowT]:
    try:
        return msgspec.json.Decoder(row).decode_lines(text)
    except msgspec.DecodeError as error:
        raise MalformedInput(
            f"part {number} in {kept.folder} is damaged ({error}); remove it and begin again"
        ) from error
