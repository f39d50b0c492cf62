"""SQLite's log of commits, read as bytes: is something of it lost that was on the disk before?

SQLite reads the log up to the first page that does not hold and leaves out the rest without a word. After a power cut
that is right for the last commit, which nobody was told of. If a later commit follows, it is damage: that one was only
begun when those before it were on the disk.
"""

from collections.abc import Iterator
from pathlib import Path
from struct import Struct, unpack
from typing import TypeAlias

Sums: TypeAlias = tuple[int, int]
HEADER_SIZE = 32
PAGE_HEADER_SIZE = 24
MAGIC = {0x377F0682: "<", 0x377F0683: ">"}
"""The beginnings of a log, and the order of bytes in the words that are summed up."""
_HEADER = Struct(">IIII8s8s")
_PAGE_HEADER = Struct(">II8s8s")
_SUMS = Struct(">II")


def damage_in(log: Path) -> str | None:
    """The damage in a log, if there is any. One that is not there, or has just been begun, is whole."""
    if not log.exists() or log.stat().st_size <= HEADER_SIZE + PAGE_HEADER_SIZE:
        return None
    with log.open("rb") as file:
        header = file.read(HEADER_SIZE)
    magic, _format, page_size, _round, salt, sums = _HEADER.unpack(header)
    if magic not in MAGIC or _SUMS.pack(*_summed(MAGIC[magic], header[:-8], (0, 0))) != sums:
        return "the log beside it does not begin as one"
    holding, ends_lost = 0, []
    for holds, is_end in _pages(log, MAGIC[magic], page_size, salt, _SUMS.unpack(sums)):
        if holds:
            holding += 1
        else:
            ends_lost.append(is_end)
    if True in ends_lost[:-1]:
        return f"page {holding + 1} of the log beside it does not hold, and more was committed after it"
    return None


def _pages(log: Path, order: str, page_size: int, salt: bytes, sums: Sums) -> Iterator[tuple[bool, bool]]:
    """For each page of the log's present round: whether it holds, as all before it do, and whether it ends a commit.

    Pages of an earlier round, which are written over one after another, have another salt.
    """
    whole = True
    with log.open("rb") as file:
        file.seek(HEADER_SIZE)
        while len(page := file.read(PAGE_HEADER_SIZE + page_size)) == PAGE_HEADER_SIZE + page_size:
            _number, size_after, its_salt, its_sums = _PAGE_HEADER.unpack_from(page)
            if its_salt != salt:
                whole = False
                continue
            if whole:
                sums = _summed(order, page[:8] + page[PAGE_HEADER_SIZE:], sums)
                whole = _SUMS.pack(*sums) == its_sums
            yield whole, size_after > 0


def _summed(order: str, content: bytes, sums: Sums) -> Sums:
    """The running sums of SQLite's file format, modulo 2^32."""
    first, second = sums
    words = iter(unpack(f"{order}{len(content) // 4}I", content))
    for one, other in zip(words, words, strict=True):
        first = (first + one + second) & 0xFFFFFFFF
        second = (second + other + first) & 0xFFFFFFFF
    return first, second
