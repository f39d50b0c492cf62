"""A copy of a store, checked before it gets its name."""

import asyncio
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TypeAlias

from msgspec import Struct

from parlour.store.address import Address
from parlour.store.copying import copied_into
from parlour.store.databases import database_at
from parlour.store.offline import NoStore, NotExaminable, WrongMatch, count, ended, examined, opened, require
from parlour.store.sqlite import FAILURES, SqliteDatabase, files_of
from parlour.store.transaction import Transaction

Progress = Callable[[float], None]
"""A callback that is told which part is done, up to 1."""
Replay: TypeAlias = Callable[[Transaction, Progress], tuple[int, tuple[WrongMatch, ...]]]
"""A check of a copy's matches: the number of those that it replayed, and those that do not hold."""
LOOK_EACH_S = 0.1


class Backup(Struct, frozen=True):
    """The contents of a copy, as read from the copy."""

    file: str
    size: int
    """The size of the file in bytes."""
    matches: int
    replayed: int
    wrong: tuple[WrongMatch, ...]
    """Finished matches whose outcome a replay does not bear out, in the store as in the copy."""


async def backup(source: Address, target: Path, progress: Progress) -> Backup:
    """Copy a store that is whole, also while servers use it; the copy gets its name when it has been checked.

    Whatever the store is kept in, the copy is a SQLite file. A file that is there already is never touched.
    """
    return await _backup(source, target, 0.5, _replay_all, progress)


async def quick_backup(source: Address, target: Path, progress: Progress) -> Backup:
    """Copy a store as ``backup`` does, without replaying its matches: the copy is whole as a database."""
    return await _backup(source, target, 0.95, _replay_none, progress)


async def _backup(source: Address, target: Path, share: float, replay: Replay, progress: Progress) -> Backup:
    """A backup of which copying takes about this share of the time."""
    require(source)
    with named_when_whole(target) as part:
        if isinstance(source, Path):
            await _copy(source, part, lambda done: progress(done * share))
        else:
            await asyncio.to_thread(_copy_rows, source, part, lambda done: progress(done * share))
        return await asyncio.to_thread(
            _checked, part, target, replay, lambda done: progress(share + done * (1 - share))
        )


@contextmanager
def named_when_whole(target: Path) -> Iterator[Path]:
    """A temporary path for the `with` block, renamed to the target if nothing was raised; NoStore if the target
    exists."""
    if target.exists():
        raise NoStore(f"{target} is there already; it is not overwritten")
    part = target.with_name(f"{target.name}.part")
    _remove(part)
    try:
        yield part
        _settle(part)
        os.link(part, target)
    finally:
        _remove(part)
    _settle(target.parent)


def _remove(part: Path) -> None:
    for file in files_of(part):
        file.unlink(missing_ok=True)


def _copy_rows(source: Address, part: Path, progress: Progress) -> None:
    with opened(source) as reading:
        copied_into(database_at(part), reading, progress)


async def _copy(source: Path, part: Path, progress: Progress) -> None:
    size = source.stat().st_size

    def run() -> None:
        damage = SqliteDatabase(source).damage()
        if damage is not None:
            raise NoStore(f"{source} is damaged: {damage}. A copy would hide it: none is made")
        try:
            SqliteDatabase(source).copy_to(part)
        except FAILURES as error:
            SqliteDatabase(source).require_unlocked(error)
            raise NoStore(f"{source} cannot be copied: {error}") from None

    copying = asyncio.create_task(asyncio.to_thread(run))
    while not (await asyncio.wait([copying], timeout=LOOK_EACH_S))[0]:
        progress(min(1.0, part.stat().st_size / size) if part.exists() else 0.0)
    await copying


def _checked(part: Path, target: Path, replay: Replay, progress: Progress) -> Backup:
    """Read the copy and check that it is whole."""
    try:
        damage = SqliteDatabase(part).damage()
        if damage is not None:
            raise NoStore(f"the copy is damaged: {damage}")
        with opened(part) as copy:
            matches = count(copy)
            replayed, wrong = replay(copy, progress)
    except FAILURES as error:
        raise NoStore(f"the copy cannot be read: {error.args[0]}") from None
    return Backup(str(target), part.stat().st_size, matches, replayed, wrong)


def _replay_all(copy: Transaction, progress: Progress) -> tuple[int, tuple[WrongMatch, ...]]:
    """Check that a replay bears out every finished match."""
    names = ended(copy)
    wrong: list[WrongMatch] = []
    replayed = 0
    for number, name in enumerate(names, start=1):
        with suppress(NotExaminable):
            found = examined(copy, name)
            replayed += 1
            wrong += [] if found is None else [found]
        progress(number / len(names))
    return replayed, tuple(wrong)


def _replay_none(_copy: Transaction, _progress: Progress) -> tuple[int, tuple[WrongMatch, ...]]:
    return 0, ()


def _settle(path: Path) -> None:
    """Flush a file to the disk (fsync)."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
