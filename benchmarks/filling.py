"""A store with very many finished matches in seconds: a few are written by the store's own jobs, the others are copies.

A copy differs in its names, numbers and times; its header is the first one's, which nobody reads while others play.
"""

import sqlite3
from collections.abc import Mapping
from pathlib import Path

from sqlalchemy import ColumnClause, insert, literal_column, select
from sqlalchemy.dialects import sqlite

from parlour.store.tables import metadata

COPIED: Mapping[str, Mapping[str, str]] = {
    "matches": {
        "id": "shifted(id, :by)",
        "number": "number + :by",
        "place": "place + :by",
        "started": "started + :by * :apart",
        "ended": "ended + :by * :apart",
    },
    "seats": {"match": "shifted(match, :by)", "began": "began + :by * :apart"},
    "entries": {"match": "match + :by"},
    "results": {
        "match": "shifted(match, :by)",
        "started": "started + :by * :apart",
        "ended": "ended + :by * :apart",
    },
    "meetings": {"match": "shifted(match, :by)", "at": "at + :by * :apart"},
}
"""What a copy has that its original has not, by table."""


def multiply(database: Path, times: int, apart_ms: int) -> None:
    """So many times the finished matches of a store that nobody uses. Matches are called by their number, in
    hexadecimal, and are so many milliseconds apart."""
    connection = sqlite3.connect(database)
    connection.create_function("shifted", 2, lambda name, by: f"{int(name, 16) + by:016x}", deterministic=True)
    try:
        [[count]] = connection.execute("SELECT count(*) FROM matches").fetchall()
        with connection:
            for turn in range(1, times):
                for table, changes in COPIED.items():
                    facts = {"by": turn * count, "apart": apart_ms, "count": count}
                    connection.execute(_copy(table, changes), facts)
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    finally:
        connection.close()


def _copy(name: str, changes: Mapping[str, str]) -> str:
    """The statement that copies the first matches of a table."""
    table = metadata.tables[name]
    values: list[ColumnClause[object]] = [
        literal_column(changes.get(column.name, f'"{column.name}"')) for column in table.columns
    ]
    called = "id" if name == "matches" else "match"
    first = "match <= :count" if name == "entries" else f"{called} < shifted('0', :count)"
    copied = insert(table).from_select(
        [column.name for column in table.columns], select(*values).select_from(table).where(literal_column(first))
    )
    return str(copied.compile(dialect=sqlite.dialect()))
