"""Statements that must be cheap: written with SQLAlchemy, put into SQL once, and run on the driver's own connection."""

import sqlite3
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, TableValuedAlias, bindparam, func
from sqlalchemy.dialects import sqlite
from sqlalchemy.sql.elements import CompilerElement


class Prepared:
    """A statement whose values are named. What it gives are the driver's values: 0 and 1 for what is true or not."""

    def __init__(self, statement: CompilerElement) -> None:
        compiled = statement.compile(dialect=sqlite.dialect(paramstyle="named"))
        self._sql = str(compiled)
        self._fixed = {name: value for name, value in (compiled.params or {}).items() if value is not None}

    def run(self, connection: Connection, **values: Any) -> sqlite3.Cursor:
        """Once, with these values."""
        return raw(connection).execute(self._sql, self._fixed | values)

    def run_each(self, connection: Connection, rows: Sequence[dict[str, Any]]) -> None:
        """Once for each row."""
        raw(connection).executemany(self._sql, [self._fixed | row for row in rows])


def many(name: str) -> TableValuedAlias:
    """Values that a statement takes under one name, however many they are, each with its place as key."""
    return func.json_each(bindparam(name)).table_valued("key", "value")


def listed(values: Iterable[str]) -> str:
    """The same values as they are handed over."""
    return msgspec.json.encode(list(values)).decode()


def raw(connection: Connection) -> sqlite3.Connection:
    """SQLite's own connection inside SQLAlchemy's."""
    driver: sqlite3.Connection = connection.connection.driver_connection  # type: ignore[assignment]
    return driver
