"""A store with every kind of page, and what can happen to its files while nobody looks."""

import asyncio
import random
import sqlite3
from collections.abc import Callable
from pathlib import Path

from parlour.games import kits
from parlour.protocol.ranking import Seated
from parlour.store import log
from parlour.store.store import Store
from parlour.testing.players import finished

PAGE = 4096
LEAF_OF_TABLE, INNER_OF_TABLE, LEAF_OF_INDEX, INNER_OF_INDEX = 0x0D, 0x05, 0x0A, 0x02
FREELIST = 32
"""Where the header of the file names the first page that is not used."""


def full_store(path: Path) -> None:
    """Matches, players, long values that fill pages of their own, and pages that are free again."""
    asyncio.run(_play(path))
    connection = sqlite3.connect(path)
    connection.executemany(
        "INSERT INTO players (id, name, created) VALUES (?, 'Ann', 0)", [(f"p{number:05}",) for number in range(9000)]
    )
    connection.executemany(
        "INSERT INTO entries (match, seq, seat, entry) VALUES (1000000, ?, 0, ?)",
        [(seq, b"x" * 200) for seq in range(4000)],
    )
    connection.executemany("INSERT INTO secrets VALUES (?, ?)", [(f"s{n}", bytes(3 * PAGE)) for n in range(4)])
    connection.execute("CREATE TABLE passing (held BLOB)")
    connection.executemany("INSERT INTO passing VALUES (?)", [(bytes(PAGE),)] * 30)
    connection.execute("DROP TABLE passing")
    connection.execute("DELETE FROM entries WHERE match = 1000000 AND seq % 2")
    connection.commit()
    connection.close()


async def _play(path: Path) -> None:
    store = Store(path)
    game = kits()["dots-and-boxes"].game
    for seed in range(3):
        session = finished(game, seed).session
        await store.write(log.begin("ROOMXX", session, [Seated("Ann"), Seated("Bob")]))
    store.close()


def with_commits_beside(path: Path) -> None:
    """A store as a killed server leaves it: its newest commits are in the log beside the file."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA wal_autocheckpoint = 0")
    for number in range(20):
        connection.execute("INSERT INTO secrets VALUES (?, ?)", (f"late{number}", bytes(2000)))
    kept = {end: path.with_name(path.name + end).read_bytes() for end in ("", "-wal")}
    connection.close()
    for end, content in kept.items():
        path.with_name(path.name + end).write_bytes(content)


def _pages(path: Path, kind: int) -> list[int]:
    """The offsets of the pages of a kind, without the first one, which begins with the header of the file."""
    content = path.read_bytes()
    return [at for at in range(PAGE, len(content), PAGE) if content[at] == kind]


def _write(path: Path, at: int, content: bytes) -> None:
    with path.open("r+b") as file:
        file.seek(at)
        file.write(content)


def _zero(kind: int) -> Callable[[Path], None]:
    def damage(path: Path) -> None:
        pages = _pages(path, kind)
        _write(path, pages[len(pages) // 2], bytes(PAGE))

    return damage


def _garble(kind: int) -> Callable[[Path], None]:
    """Other bytes where a page says how many cells it has and where they are."""

    def damage(path: Path) -> None:
        pages = _pages(path, kind)
        _write(path, pages[len(pages) // 2] + 3, random.Random(1).randbytes(40))

    return damage


def _cut_to(part: float) -> Callable[[Path], None]:
    def damage(path: Path) -> None:
        size = path.stat().st_size
        with path.open("r+b") as file:
            file.truncate(int(size * part) // PAGE * PAGE)

    return damage


def _cut_a_little(path: Path) -> None:
    with path.open("r+b") as file:
        file.truncate(path.stat().st_size - 100)


def _empty(path: Path) -> None:
    path.write_bytes(b"")


def _long_value(path: Path) -> None:
    """The chain of pages that holds one long value leads elsewhere."""
    content = path.read_bytes()
    chained = [
        at
        for at in range(PAGE, len(content), PAGE)
        if 1 < int.from_bytes(content[at : at + 4], "big") <= len(content) // PAGE
        and not any(content[at + 4 : at + PAGE])
    ]
    _write(path, chained[0], (2**30).to_bytes(4, "big"))


def _free_pages(path: Path) -> None:
    _write(path, FREELIST, (2**30).to_bytes(4, "big"))


def _stray_reference(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("DELETE FROM matches WHERE number = 1")
    connection.commit()
    connection.close()


def _in_log(at: int, content: bytes) -> Callable[[Path], None]:
    def damage(path: Path) -> None:
        with_commits_beside(path)
        _write(path.with_name(f"{path.name}-wal"), at, content)

    return damage


def _only_log(path: Path) -> None:
    with_commits_beside(path)
    path.unlink()


DAMAGES: dict[str, Callable[[Path], None]] = {
    "a page of rows is zeroed": _zero(LEAF_OF_TABLE),
    "a page that leads to rows is zeroed": _zero(INNER_OF_TABLE),
    "a page of an index is zeroed": _zero(LEAF_OF_INDEX),
    "a page that leads into an index is zeroed": _zero(INNER_OF_INDEX),
    "a page of rows is garbled": _garble(LEAF_OF_TABLE),
    "a page that leads to rows is garbled": _garble(INNER_OF_TABLE),
    "a page of an index is garbled": _garble(LEAF_OF_INDEX),
    "a page that leads into an index is garbled": _garble(INNER_OF_INDEX),
    "half of it is gone": _cut_to(0.5),
    "its last page is gone": _cut_to(0.999999),
    "its last bytes are gone": _cut_a_little,
    "all of it is gone": _empty,
    "it begins with something else": lambda path: _write(path, 0, b"SQLite format 9\0"),
    "its pages have an impossible size": lambda path: _write(path, 16, b"\x11\x11"),
    "the page that names the tables is zeroed": lambda path: _write(path, 100, bytes(PAGE - 100)),
    "a long value leads nowhere": _long_value,
    "the free pages lead nowhere": _free_pages,
    "a match is gone that others refer to": _stray_reference,
    "the log beside it has garbage in its middle": _in_log(32 + 3 * (24 + PAGE), random.Random(2).randbytes(PAGE)),
    "the log beside it begins with garbage": _in_log(0, random.Random(3).randbytes(32)),
    "only the log beside it is left": _only_log,
}
