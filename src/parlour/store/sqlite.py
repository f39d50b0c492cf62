"""SQLite: all that is done with it and with no other database."""

import logging
import shutil
import sqlite3
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from itertools import chain
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Engine, StaticPool, create_engine, event

from parlour.store import database, migrating
from parlour.store.file_lock import StoreInUse, sole_writer
from parlour.store.notifications import Listener
from parlour.store.sqlite_commit_log import damage_in
from parlour.store.sqlite_dialect import DIALECT, inserting
from parlour.store.sqlite_watched_file import WatchedFile
from parlour.store.statements import Insertion, Prepared, Row, Statement, Value
from parlour.store.transaction import AlreadyThere, OwnerUnfit

BUSY_MS = 5_000
"""The time for which whoever opens a store waits for another process that holds it."""
WRITER_BUSY_MS = 60_000
"""The time for which a commit waits for another process that writes: a command, a backup, a new version that derives
all standings again when it starts."""
BEGIN_WRITING = "BEGIN IMMEDIATE"
"""A beginning that waits for another process that writes now, not when something has been read already."""
BEGIN_READING = "BEGIN"
MOST_PAGES_AHEAD = 4000
"""Pages in the log beside the file (16 MB) from which on it is begun again, as soon as nobody reads from it."""
RESTART_WAIT_MS = 20
"""The time for which the writer may have to wait for readers of the log while it is begun again."""
SMALLEST_PAGE = 512
"""A file is a whole number of pages, and a page of such parts."""
ROWS_AT_ONCE = 128
"""The most rows that one statement inserts. Each length is prepared once and kept."""
sqlite3.register_adapter(bytes, bytearray)
"""Both are stored alike. The driver knows what to do with a bytearray; for bytes it looks through all adapters and
then for two methods, each time: 1 % of a move's instructions."""
FAILURES = (sqlite3.DatabaseError, *migrating.MIGRATION_FAILED)
logger = logging.getLogger("parlour")
_DAMAGE = {
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_NOTADB,
    sqlite3.SQLITE_IOERR_READ,
    sqlite3.SQLITE_IOERR_SHORT_READ,
    sqlite3.SQLITE_IOERR_FSYNC,
    sqlite3.SQLITE_IOERR_DIR_FSYNC,
}
"""Errors that tell of damage: what is read is no database, or what was written may not be there. A full disk is not
among them: it passes."""
_OF_THE_FILE = (sqlite3.OperationalError, sqlite3.DatabaseError)
"""Errors that are raised for the file, its disk or its locks. A row at fault raises neither, but perhaps one
derived."""
_PRIMARY = 0xFF
"""The part of an error code that names its kind."""
_LOCKED = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
_TAKEN = {
    sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY,
    sqlite3.SQLITE_CONSTRAINT_UNIQUE,
    sqlite3.SQLITE_CONSTRAINT_ROWID,
}


class SqliteConnection:
    """A connection to the file; see parlour.store.database.Connection."""

    def __init__(self, driver: sqlite3.Connection, beginning: str) -> None:
        self._driver = driver
        self._beginning = beginning
        self.commit = driver.commit
        self.rollback = driver.rollback
        self.close = driver.close

    # What jobs may do

    def run(self, statement: Statement, **values: Value) -> int:
        prepared = statement.prepared(DIALECT)
        return self._ask(prepared, values).rowcount

    def insert(self, into: Insertion, rows: Sequence[Sequence[Value]]) -> None:
        for start in range(0, len(rows), ROWS_AT_ONCE):
            chunk = rows[start : start + ROWS_AT_ONCE]
            try:
                self._execute(inserting(into, len(chunk)), list(chain.from_iterable(chunk)))
            except sqlite3.IntegrityError as error:
                if into.owner is not None and str(error) == f"NOT NULL constraint failed: {into.first}":
                    raise OwnerUnfit(into) from None
                raise

    def one(self, statement: Statement, **values: Value) -> Row | None:
        prepared = statement.prepared(DIALECT)
        asked = self._ask(prepared, values)
        found = asked.fetchone()
        return None if found is None else prepared.rows(asked.description, (found,))[0]

    def many(self, statement: Statement, **values: Value) -> list[Row]:
        prepared = statement.prepared(DIALECT)
        asked = self._ask(prepared, values)
        return prepared.rows(asked.description, asked.fetchall())

    def notify(self, subject: str) -> None:
        """Do nothing: one process changes the file, and nobody else is told."""

    def _ask(self, prepared: Prepared, values: dict[str, Value]) -> sqlite3.Cursor:
        for name in prepared.lists:
            values[name] = msgspec.json.encode(values[name]).decode()
        return self._execute(prepared.sql, prepared.fixed | values)

    def _execute(self, sql: str, values: dict[str, Value] | Sequence[Value] = ()) -> sqlite3.Cursor:
        try:
            return self._driver.execute(sql, values)
        except sqlite3.IntegrityError as error:
            if error.sqlite_errorcode in _TAKEN:
                raise AlreadyThere(str(error)) from None
            raise

    # What the writer and the readers do before and after jobs

    def commit_rows(self, into: Insertion, rows: Iterable[Sequence[Value]]) -> bool:
        """A statement that stands alone is a transaction: 6 % more moves in a second of processor time."""
        self._require_ended()
        together = list(rows)
        if len(together) > ROWS_AT_ONCE:
            return False
        try:
            self.insert(into, together)
        except Exception as error:
            if type(error) in _OF_THE_FILE:
                raise
            return False
        return True

    def begin(self) -> None:
        """Begin a transaction by ``executescript``: it releases Python's lock once, ``execute`` does so five times, and
        each time another thread may run first. AssertionError if one is open: a script would commit it."""
        self._require_ended()
        self._driver.executescript(self._beginning)

    begin_alone = begin

    def _require_ended(self) -> None:
        if self.begun:
            raise AssertionError("a transaction is open already")

    @property
    def alone(self) -> bool:
        """Always true: of all who write, one at a time has the file."""
        return True

    def restore(self) -> bool:
        """A file does not go away and come back."""
        return False

    @property
    def begun(self) -> bool:
        return self._driver.in_transaction

    @contextmanager
    def savepoint(self) -> Iterator[None]:
        self._execute("SAVEPOINT job")
        try:
            yield
        except BaseException:
            if self.begun:
                self._execute("ROLLBACK TO job")
                self._execute("RELEASE job")
            raise
        self._execute("RELEASE job")


def files_of(path: Path) -> tuple[Path, Path, Path]:
    """The files of a database: its own, its write-ahead log, and the memory that its connections share."""
    return path, path.with_name(f"{path.name}-wal"), path.with_name(f"{path.name}-shm")


class SqliteDatabase:
    """One file; see parlour.store.database.Database."""

    failures: tuple[type[Exception], ...] = FAILURES
    shared = False
    looked_at = "every page, index and reference is sound"

    def __init__(self, path: Path) -> None:
        self._path = path
        _, self._log, _ = files_of(path)
        """The write-ahead log: what was committed lately and is not in the file itself yet."""
        self._opened: list[Callable[[], None]] = []
        """The functions that close the connections."""
        self._watched: WatchedFile | None = None

    def __str__(self) -> str:
        return str(self._path)

    def claim(self) -> AbstractContextManager[None]:
        return sole_writer(self._path)

    def migrate(self) -> None:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with _engine(self._write(), BEGIN_WRITING) as engine:
            migrating.migrate(engine)

    def up_to_date(self) -> bool | None:
        """Whether the tables are what this version of the program expects; None if the file is no store."""
        with _engine(self._read(), BEGIN_READING) as engine:
            return migrating.up_to_date(engine)

    def writing(self) -> SqliteConnection:
        driver = self._write()
        driver.execute(f"PRAGMA busy_timeout={WRITER_BUSY_MS}")
        return self._kept(SqliteConnection(driver, BEGIN_WRITING))

    def filling(self) -> SqliteConnection:
        return self.writing()

    def reading(self) -> SqliteConnection:
        return self._kept(SqliteConnection(self._read(), BEGIN_READING))

    def listen(self, listener: Listener) -> Callable[[], None]:  # noqa: ARG002
        """Do nothing: no other process changes the file."""
        return lambda: None

    def ahead_s(self) -> float:
        """None at all: the file lies on this machine."""
        return 0.0

    def watch(self) -> None:
        """Guard the files from now on: those at these places must stay those that are open."""
        self._watched = WatchedFile(self._path, self._log)

    def fault(self) -> str | None:
        return None if self._watched is None else self._watched.fault()

    def is_damage(self, error: BaseException) -> bool:
        code = getattr(error, "sqlite_errorcode", None)
        return code is not None and (code in _DAMAGE or code & _PRIMARY in _DAMAGE)

    def is_full(self, error: BaseException) -> bool:
        return getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL

    def require_unlocked(self, error: BaseException) -> None:
        code = getattr(getattr(error, "orig", error), "sqlite_errorcode", 0)
        if code & _PRIMARY in _LOCKED:
            raise StoreInUse(f"{self._path} is locked by another process; try again when it is done") from None

    def checkpoints(self) -> Callable[[], int]:
        driver = self._write()
        driver.execute(f"PRAGMA busy_timeout={RESTART_WAIT_MS}")
        self._opened.append(driver.close)
        return lambda: self._move(driver)

    def _move(self, driver: sqlite3.Connection) -> int:
        """Checkpoint beside the writer; a log that is long by then has its short rest moved while the writer waits."""
        with self._changing():
            pages = _checkpoint(driver, "PASSIVE")
            if pages >= MOST_PAGES_AHEAD:
                _checkpoint(driver, "RESTART")
        return pages

    def close(self) -> None:
        """The file is whole without its log beside it."""
        opened, self._opened = self._opened, []
        with self._changing():
            for close in opened:
                close()
            if opened:
                with closing(self._write()) as driver:
                    driver.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def exists(self) -> bool:
        return self._path.is_file()

    def space(self) -> database.Space | None:
        if not self.exists():
            return None
        return database.Space(self._path.stat().st_size, shutil.disk_usage(self._path.parent).free)

    def migrated_copy(self, folder: Path) -> "SqliteDatabase":
        copy = folder / "parlour.db"
        self.copy_to(copy)
        migrated = SqliteDatabase(copy)
        migrated.migrate()
        return migrated

    def copy_to(self, copy: Path) -> None:
        """Copy the file in one read transaction: the copy is the store of one moment, and nobody waits for it."""
        with closing(sqlite3.connect(self._path)) as driver:
            driver.execute("VACUUM INTO ?", (str(copy),))

    def damage(self, within_s: float | None = None) -> str | None:
        """The damage of the file; neither it nor what lies beside it is changed. Without a limit StoreInUse if it is
        locked."""
        log = self._log
        if not self._path.exists():
            return "only the log of its newest commits is there" if log.exists() else None
        size = self._path.stat().st_size
        if size == 0:
            return "it is empty; if a new one is meant, remove it"
        cut = "its end is missing" if size % SMALLEST_PAGE and not log.exists() else None
        # What looks like damage is looked at once more: a server may have begun the log anew meanwhile.
        return (damage_in(log) and damage_in(log)) or self._damage_in_tables(within_s) or cut

    def _damage_in_tables(self, within_s: float | None) -> str | None:
        how = "integrity_check" if within_s is None else "quick_check"
        try:
            with closing(self._look()) as driver, _interrupted(driver, within_s):
                [said] = driver.execute(f"PRAGMA {how}(1)").fetchone()
                stray = None if said != "ok" else driver.execute("PRAGMA foreign_key_check").fetchone()
        except sqlite3.DatabaseError as error:
            if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_INTERRUPT:
                logger.warning("database not checked whole", extra={"facts": {"seconds": within_s}})
                return None
            if within_s is None:
                self.require_unlocked(error)
            # What is only locked, or may not be read, is told by whoever opens it.
            return str(error) if self.is_damage(error) or within_s is None else None
        if said != "ok":
            return str(said).splitlines()[-1]
        return None if stray is None else f"a row of {stray[0]} refers to one of {stray[2]} that is not there"

    def _changing(self) -> AbstractContextManager[None]:
        return nullcontext() if self._watched is None else self._watched.changing()

    def _kept(self, connection: SqliteConnection) -> SqliteConnection:
        self._opened.append(connection.close)
        return connection

    def _write(self) -> sqlite3.Connection:
        """Connect to write. No commit moves pages from the log into the file: everybody would wait for that."""
        pragmas = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "temp_store=MEMORY")
        return _connect(self._path, *pragmas, "wal_autocheckpoint=0")

    def _read(self) -> sqlite3.Connection:
        """Connect to read. A file that is not there is not made."""
        return _connect(f"{self._path.absolute().as_uri()}?mode=rw", "query_only=ON")

    def _look(self) -> sqlite3.Connection:
        """Connect to look: the files are left as they are, also when the connection is closed."""
        return _connect(f"{self._path.absolute().as_uri()}?mode=ro")


def _connect(place: Path | str, *pragmas: str) -> sqlite3.Connection:
    """A connection whose transactions begin where we say, not where the driver guesses. A place in words is a URI."""
    driver = sqlite3.connect(
        place, isolation_level=None, check_same_thread=False, cached_statements=512, uri=isinstance(place, str)
    )
    try:
        for pragma in (f"busy_timeout={BUSY_MS}", *pragmas):
            driver.execute(f"PRAGMA {pragma}")
    except sqlite3.Error:
        driver.close()
        raise
    return driver


def _checkpoint(driver: sqlite3.Connection, how: str) -> int:
    """Checkpoint; returns the number of pages in the log, -1 if another one is at it."""
    _busy, pages, _moved = driver.execute(f"PRAGMA wal_checkpoint({how})").fetchone()
    return int(pages)


@contextmanager
def _interrupted(driver: sqlite3.Connection, after_s: float | None) -> Iterator[None]:
    """Let whatever takes longer raise SQLITE_INTERRUPT."""
    if after_s is None:
        yield
        return
    timer = threading.Timer(after_s, driver.interrupt)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()


@contextmanager
def _engine(driver: sqlite3.Connection, beginning: str) -> Iterator[Engine]:
    """An engine for Alembic."""
    engine = create_engine("sqlite://", creator=lambda: driver, poolclass=StaticPool, hide_parameters=True)

    @event.listens_for(engine, "begin")
    def _began(connection: Any) -> None:
        connection.exec_driver_sql(beginning)

    try:
        yield engine
    finally:
        engine.dispose()
        driver.close()
