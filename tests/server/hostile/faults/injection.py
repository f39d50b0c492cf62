"""A store that fails at one place, and remembers who wrote what."""

import os
import signal
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any, Literal

from parlour.server import __file__ as server_package
from parlour.store.sqlite import SqliteConnection, SqliteDatabase
from parlour.store.store import Store
from parlour.store.writer import Writer

SERVER = Path(server_package).parent
Kind = Literal["none", "kill", "full"]
"""Nothing; killed after a commit and before anybody hears of it; no space left for a commit or a statement.

Nobody is killed before a commit: what belongs to none yet is as if it had never been, and the store is as it was after
the commit before. That holds if every statement belongs to a transaction: see ``Fault.outside``.
"""


@dataclass
class Fault:
    """What goes wrong from the moment it is armed."""

    kind: Kind = "none"
    at: int = 0
    """At which commit, from 1; or statement."""
    each_statement: bool = False
    """Whether statements are counted rather than commits."""
    armed: bool = False
    commits: int = 0
    statements: int = 0
    failed: int = 0
    told: bool = False
    """Whether somebody's request was answered with it."""
    outside: list[str] = field(default_factory=list)
    """Statements that belonged to no transaction: a commit of their own, at which no fault comes."""
    writers: set[str] = field(default_factory=set)
    """Functions of the server that handed in what was written: ``live/rooms/room.py Room._save``."""

    @property
    def name(self) -> str:
        """Kind and place."""
        return f"{self.kind} at {'statement' if self.each_statement else 'commit'} {self.at}"

    def reached_statement(self) -> bool:
        """Count one more, and say whether it is the one."""
        self.statements += self.armed
        return self.armed and self.each_statement and self.statements == self.at

    def reached_commit(self) -> bool:
        """The same for commits."""
        self.commits += self.armed
        return self.armed and not self.each_statement and self.commits == self.at

    @contextmanager
    def installed(self) -> Iterator[None]:
        """In every store that is opened meanwhile."""
        opened, write, put = SqliteDatabase.writing, Store.write, Writer.put

        def writing(database: SqliteDatabase) -> SqliteConnection:
            connection = opened(database)
            _watch(connection, self)
            return connection

        _replace(SqliteDatabase, writing=writing)
        _replace(Store, write=_recorded(write, self))
        _replace(Writer, put=_recorded(put, self))
        try:
            yield
        finally:
            _replace(SqliteDatabase, writing=opened)
            _replace(Store, write=write)
            _replace(Writer, put=put)


def _watch(connection: SqliteConnection, fault: Fault) -> None:
    execute, begin, commit = connection._execute, connection.begin, connection.commit
    refuse_next_begin = False

    def no_space() -> sqlite3.OperationalError:
        fault.failed += 1
        error = sqlite3.OperationalError("database or disk is full")
        error.sqlite_errorcode = sqlite3.SQLITE_FULL
        return error

    def watched_begin() -> None:
        nonlocal refuse_next_begin
        refused, refuse_next_begin = refuse_next_begin, False
        if refused or fault.reached_statement():
            raise no_space()
        begin()

    def watched_execute(sql: str, values: Any = ()) -> sqlite3.Cursor:
        nonlocal refuse_next_begin
        if fault.armed and not connection.begun:
            fault.outside.append(sql)
        if fault.reached_statement():
            # What failed is tried once more before anybody is told: that fails too.
            refuse_next_begin = True
            raise no_space()
        return execute(sql, values)

    def watched_commit() -> None:
        nonlocal refuse_next_begin
        reached = fault.reached_commit()
        if reached and fault.kind == "full":
            refuse_next_begin = True
            raise no_space()
        commit()
        if reached and fault.kind == "kill":
            os.kill(os.getpid(), signal.SIGKILL)

    _replace(connection, _execute=watched_execute, commit=watched_commit)
    _replace(connection, begin=watched_begin, begin_alone=watched_begin)


def _replace(of: object, **functions: Any) -> None:
    for name, function in functions.items():
        setattr(of, name, function)


def _recorded(write: Any, fault: Fault) -> Any:
    def recorded(*args: Any, **kwargs: Any) -> Any:
        fault.writers.add(_name(sys._getframe(1)))
        return write(*args, **kwargs)

    return recorded


def _name(frame: FrameType) -> str:
    code = frame.f_code
    try:
        module = Path(code.co_filename).relative_to(SERVER)
    except ValueError:
        return "elsewhere"
    return f"{module.as_posix()} {code.co_qualname}"
