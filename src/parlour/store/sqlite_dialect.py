"""Statements in the SQL of SQLite: what other databases say in another way."""

from functools import cache
from typing import Any

from sqlalchemy import func, literal_column, select
from sqlalchemy.dialects import sqlite
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler

from parlour.store.statements import EachOf, HoldsBytes, Insertion, Joined, NextNumber, NumbersTaken, Owner

DIALECT = sqlite.dialect(paramstyle="named")


@cache
def inserting(into: Insertion, rows: int) -> str:
    quote = DIALECT.identifier_preparer.quote
    columns = ", ".join(map(quote, into.columns))
    places = f"({', '.join('?' * len(into.columns))})"
    values = f"VALUES {', '.join([places] * rows)}"
    if into.owner is not None:
        others = ", ".join(f"column{place}" for place in range(2, len(into.columns) + 1))
        values = f"SELECT ({_owning(into.owner)}), {others} FROM ({values})"  # noqa: S608
    return f"INSERT INTO {quote(into.table.name)} ({columns}) {values}{into.on_conflict(DIALECT)}"


def _owning(owner: Owner) -> str:
    """The key of a row's owner; of one that is not fit nothing, which the column cannot be."""
    found = select(owner.key).where(owner.key == literal_column("column1"), owner.fit)
    return str(found.compile(dialect=DIALECT))


@compiles(EachOf, "sqlite")
def _each_of(element: EachOf, compiler: SQLCompiler, **options: Any) -> str:
    """Lists are handed over as JSON."""
    return f"json_each{compiler.process(element.clause_expr, **options)}"


@compiles(HoldsBytes, "sqlite")
def _holds_bytes(element: HoldsBytes, compiler: SQLCompiler, **options: Any) -> str:
    return f"instr{compiler.process(element.clause_expr, **options)} > 0"


@compiles(Joined, "sqlite")
def _joined(element: Joined, compiler: SQLCompiler, **options: Any) -> str:
    """The subquery's order is kept."""
    column, _ = element.clauses
    return f"CAST(group_concat({compiler.process(column, **options)}, ',') AS BLOB)"


@compiles(NextNumber, "sqlite")
def _next_number(element: NextNumber, compiler: SQLCompiler, **options: Any) -> str:
    highest = select(func.coalesce(func.max(element.column), 0) + 1).scalar_subquery()
    return compiler.process(highest, **options)


@compiles(NumbersTaken, "sqlite")
def _numbers_taken(element: NumbersTaken, compiler: SQLCompiler, **options: Any) -> str:  # noqa: ARG001
    """The highest number is looked for whenever one is needed."""
    return "0"
