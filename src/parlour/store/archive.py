"""The store as a whole: a copy that is checked, and matches out of it and into it as lines of JSON."""

import asyncio
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
from alembic.util import CommandError
from msgspec import Raw, Struct, structs
from sqlalchemy import Connection, select
from sqlalchemy.exc import DatabaseError

from parlour.core.errors import MalformedInput, ParlourError
from parlour.core.replay import verify
from parlour.core.session import encode_entry, encode_session
from parlour.games import kit_of
from parlour.games.documents import Document
from parlour.store import log, standings
from parlour.store.database import migrate, reading, up_to_date, writing
from parlour.store.log import Line, Seated
from parlour.store.store import Store
from parlour.store.tables import matches, players
from parlour.store.writer import Job

Progress = Callable[[float], None]
"""Is told which part is done, up to 1."""
LOOK_EACH_S = 0.1
UNREADABLE = (DatabaseError, sqlite3.DatabaseError, CommandError)


class NoStore(ParlourError):
    """There is no such file, or it is no store."""


class Wrong(Struct, frozen=True):
    """A match that does not hold, and why."""

    match: str
    code: str
    reason: str


class Backup(Struct, frozen=True):
    """What a copy holds, as read from the copy."""

    file: str
    size: int
    """In bytes."""
    matches: int
    replayed: int
    wrong: tuple[Wrong, ...]
    """Finished matches whose outcome a replay does not bear out. They are so in the store too."""


class Exported(Struct, frozen=True):
    """A line of an export: a session, and who sat there."""

    seated: tuple[Seated, ...]
    session: Raw


class Imported(Struct, frozen=True):
    """What became of one line."""

    match: str
    refused: Wrong | None = None
    known: bool = False
    """Whether the store had it already, and kept its own."""


async def backup(source: Path, target: Path, quick: bool, progress: Progress) -> Backup:
    """Copy a store, also while a server uses it; the copy gets its name when it has been checked.

    A file that is there already is never touched.
    """
    _require(source)
    if target.exists():
        raise NoStore(f"{target} is there already; it is not overwritten")
    part = target.with_name(f"{target.name}.part")
    part.unlink(missing_ok=True)
    try:
        await _copy(source, part, lambda done: progress(done * (0.95 if quick else 0.5)))
        made = await asyncio.to_thread(_checked, part, target, quick, lambda done: progress(0.5 + done / 2))
        os.link(part, target)
    finally:
        part.unlink(missing_ok=True)
    _settle(target.parent)
    return made


def finished(source: Path) -> Iterator[tuple[Exported, float]]:
    """Every match that is over, the oldest first, with the part that is done.

    Matches of games that are not installed are left out.
    """
    _require(source)
    try:
        with _brought_up_to_date(source) as connection:
            names = _ended(connection)
            for number, name in enumerate(names, start=1):
                stored = _stored(connection, name)
                if stored is not None:
                    yield Exported(stored.seats, Raw(encode_session(stored.session))), number / len(names)
    except UNREADABLE as error:
        raise NoStore(f"{source} cannot be read as a store: {error.args[0]}") from None


async def take_in(store: Store, text: bytes, *, keep_players: bool) -> Imported:
    """Add a session that is over, if a replay bears it out and the store does not have it.

    Who sat there is kept by name; as players of this store only if asked for, and if there are such players.
    """
    try:
        document = Document(text)
        verdict = await asyncio.to_thread(document.verdict)
        session = document.session()
        seated = document.seated(Seated)
    except (MalformedInput, ParlourError) as error:
        return Imported("", Wrong("", "unreadable", str(error)))
    if not verdict.ok:
        return Imported(session.id, Wrong(session.id, verdict.code or "rejected", verdict.reason or ""))
    if session.ended is None:
        return Imported(session.id, Wrong(session.id, "not-over", "it is still being played"))
    if seated and len(seated) != session.seats:
        return Imported(session.id, Wrong(session.id, "unreadable", f"{len(seated)} sat at {session.seats} seats"))
    sitting = seated or (Seated("unknown"),) * session.seats
    if not keep_players:
        sitting = tuple(Seated(who.name, bot=who.bot) for who in sitting)
    lines = [Line(entry.seat, encode_entry(entry)) for entry in session.entries]
    header = structs.replace(session, entries=())

    def add(connection: Connection) -> bool:
        if connection.scalar(select(matches.c.id).where(matches.c.id == session.id)) is not None:
            return False
        known = [_known(connection, who) for who in sitting]
        number = log.begin("", header, known)(connection)
        log.append(number, 0, lines)(connection)
        _confirmed(session.id, verdict.complete)(connection)
        return True

    return Imported(session.id, known=not await store.write(add))


def _confirmed(match: str, complete: bool) -> Job[None]:
    """An outcome that the replay bore out is recorded as such; what was left before its end has none."""

    def job(connection: Connection) -> None:
        stored = log.stored(match)(connection)
        if complete and stored is not None:
            standings.confirm([(stored, True)])(connection)

    return job


def _known(connection: Connection, who: Seated) -> Seated:
    found = who.player is not None and connection.scalar(select(players.c.id).where(players.c.id == who.player))
    return who if found else Seated(who.name, bot=who.bot)


def _require(source: Path) -> None:
    if not source.is_file():
        raise NoStore(f"there is no store at {source}; --database says where it is")


async def _copy(source: Path, part: Path, progress: Progress) -> None:
    """One read transaction: the copy is the store of one moment, and nobody waits for it."""
    size = source.stat().st_size

    def run() -> None:
        try:
            _copy_of_one_moment(source, part)
        except sqlite3.Error as error:
            raise NoStore(f"{source} cannot be copied: {error}") from None

    copying = asyncio.create_task(asyncio.to_thread(run))
    while not (await asyncio.wait([copying], timeout=LOOK_EACH_S))[0]:
        progress(min(1.0, part.stat().st_size / size) if part.exists() else 0.0)
    await copying


def _copy_of_one_moment(source: Path, copy: Path) -> None:
    with closing(sqlite3.connect(source)) as connection:
        connection.execute("VACUUM INTO ?", (str(copy),))


def _checked(part: Path, target: Path, quick: bool, progress: Progress) -> Backup:
    """Read the copy: is it whole, and does a replay bear out every finished match?"""
    try:
        with closing(sqlite3.connect(part)) as copy:
            [said] = copy.execute("PRAGMA integrity_check(1)").fetchone()
        if said != "ok":
            raise NoStore(f"the copy is damaged: {said}")
        with _brought_up_to_date(part) as connection:
            names = _ended(connection)
            count = len(list(connection.scalars(select(matches.c.id))))
            wrong: list[Wrong] = []
            replayed = 0
            for number, name in enumerate([] if quick else names, start=1):
                stored = _stored(connection, name)
                if stored is None:
                    continue
                verdict = verify(kit_of(stored.session.game).game, stored.session)
                replayed += 1
                if not verdict.ok:
                    wrong.append(Wrong(name, verdict.code or "rejected", verdict.reason or ""))
                progress(number / len(names))
    except UNREADABLE as error:
        raise NoStore(f"the copy cannot be read: {error.args[0]}") from None
    _settle(part)
    return Backup(str(target), part.stat().st_size, count, replayed, tuple(wrong))


@contextmanager
def _brought_up_to_date(store: Path) -> Iterator[Connection]:
    """A connection to a store, or, if an earlier version wrote it, to a copy that this version can read.

    The store itself stays as it was, so that the earlier version can still use it.
    """
    engine = reading(store)
    try:
        with TemporaryDirectory() as folder:
            known = up_to_date(engine)
            if known is None:
                raise NoStore(f"{store} is no store")
            if not known:
                copy = Path(folder) / "parlour.db"
                _copy_of_one_moment(store, copy)
                engine.dispose()
                engine = writing(copy)
                migrate(engine)
            with engine.connect() as opened:
                yield opened
    finally:
        engine.dispose()


def _ended(connection: Connection) -> list[str]:
    return list(
        connection.scalars(select(matches.c.id).where(matches.c.ended.is_not(None)).order_by(matches.c.started))
    )


def _stored(connection: Connection, name: str) -> log.StoredMatch | None:
    """None for a game that is not installed, or a log that this version cannot read."""
    try:
        return log.stored(name)(connection)
    except MalformedInput:
        return None


def _settle(path: Path) -> None:
    """On the disk, not on its way there."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def encode_line(exported: Exported) -> bytes:
    """One line of an export."""
    return msgspec.json.encode(exported) + b"\n"
