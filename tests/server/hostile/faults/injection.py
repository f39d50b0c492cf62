"""A store that fails at one place, and remembers who wrote what."""

import os
import signal
import sqlite3
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any, Literal

from parlour.server import __file__ as server_package
from parlour.store.sqlite import SqliteConnection, SqliteDatabase
from parlour.store.statements import Insertion, Value
from parlour.store.store import Store
from parlour.store.writer import Writer

SERVER = Path(server_package).parent
Kind = Literal["none", "kill", "full"]
"""Nothing; killed after a commit and before anybody hears of it; no space left for a commit or a statement.

Nobody is killed before a commit: what belongs to none yet is as if it had never been, and the store is as it was after
the commit before. That holds if every statement belongs to a transaction, or is one (``commit_rows``): see
``Fault.outside``.
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

    def reached_full_commit(self) -> bool:
        """Count one more commit if it is the one for which there is no space, and say whether it is."""
        next_one = self.armed and not self.each_statement and self.commits + 1 == self.at
        return next_one and self.kind == "full" and self.reached_commit()

    @contextmanager
    def installed(self) -> Iterator[None]:
        """In every store that is opened meanwhile."""
        opened, write, put = SqliteDatabase.writing, Store.write, Writer.put

        def writing(database: SqliteDatabase) -> SqliteConnection:
            connection = opened(database)
            _Watched(connection, self)
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


class _Watched:
    """What a connection does is counted, and fails where the fault says so."""

    def __init__(self, connection: SqliteConnection, fault: Fault) -> None:
        self._connection, self._fault = connection, fault
        self._execute, self._begin, self._commit = connection._execute, connection.begin, connection.commit
        self._commit_rows = connection.commit_rows
        self._alone = self._refuses_next_begin = False
        _replace(connection, _execute=self.execute, commit=self.commit, commit_rows=self.commit_rows)
        _replace(connection, begin=self.begin, begin_alone=self.begin)

    def begin(self) -> None:
        refused, self._refuses_next_begin = self._refuses_next_begin, False
        if refused or self._fault.reached_statement():
            raise self._no_space()
        self._begin()

    def execute(self, sql: str, values: Any = ()) -> sqlite3.Cursor:
        if self._alone:
            self._alone = False
            return self._execute(sql, values)
        if self._fault.armed and not self._connection.begun:
            self._fault.outside.append(sql)
        if self._fault.reached_statement():
            # What failed is tried once more before anybody is told: that fails too.
            self._refuses_next_begin = True
            raise self._no_space()
        return self._execute(sql, values)

    def commit(self) -> None:
        reached = self._fault.reached_commit()
        if reached and self._fault.kind == "full":
            self._refuses_next_begin = True
            raise self._no_space()
        self._commit()
        self._die_if(reached)

    def commit_rows(self, into: Insertion, rows: Iterable[Sequence[Value]]) -> bool:
        """A statement and a commit in one; what failed is not tried once more."""
        if self._fault.reached_statement() or self._fault.reached_full_commit():
            raise self._no_space()
        self._alone = True
        try:
            made = self._commit_rows(into, rows)
        finally:
            self._alone = False
        if made:
            self._die_if(self._fault.reached_commit())
        return made

    def _no_space(self) -> sqlite3.OperationalError:
        self._fault.failed += 1
        error = sqlite3.OperationalError("database or disk is full")
        error.sqlite_errorcode = sqlite3.SQLITE_FULL
        return error

    def _die_if(self, reached: bool) -> None:
        if reached and self._fault.kind == "kill":
            os.kill(os.getpid(), signal.SIGKILL)


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
