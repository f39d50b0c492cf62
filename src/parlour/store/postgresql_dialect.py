"""Statements in the SQL of PostgreSQL: what other databases say in another way."""

from functools import cache
from typing import Any

from sqlalchemy import Boolean, Column, Float, Integer, LargeBinary, func, make_url, select
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler

from parlour.store.statements import EachOf, HoldsBytes, Insertion, Joined, NextNumber, NumbersTaken, TableLock

DIALECT = make_url("postgresql+psycopg://").get_dialect()()
_ARRAYS: tuple[tuple[type[Any], str], ...] = (
    (Boolean, "boolean[]"),
    (Integer, "bigint[]"),
    (Float, "double precision[]"),
    (LargeBinary, "bytea[]"),
)

_LOCKS = {"shared": "ROW EXCLUSIVE MODE NOWAIT", "exclusive": "SHARE ROW EXCLUSIVE MODE"}


@cache
def inserting(into: Insertion) -> str:
    """One statement for any number of rows: each column is handed over as an array."""
    quote = DIALECT.identifier_preparer.quote
    columns = ", ".join(map(quote, into.columns))
    arrays = ", ".join(f"%s::{_array_of(into.table.c[name])}" for name in into.columns)
    values = f"SELECT incoming.* FROM unnest({arrays}) AS incoming ({columns})"  # noqa: S608
    if into.owner is not None:
        key, fit = into.owner.key, into.owner.fit.compile(dialect=DIALECT)
        owners, first = quote(key.table.name), quote(into.columns[0])
        values += f" JOIN {owners} ON {owners}.{quote(key.name)} = incoming.{first} WHERE {fit} FOR SHARE OF {owners}"
    return f"INSERT INTO {quote(into.table.name)} ({columns}) {values}{into.on_conflict(DIALECT)}"


def _array_of(column: "Column[Any]") -> str:
    return next((array for kind, array in _ARRAYS if isinstance(column.type, kind)), "text[]")


@compiles(EachOf, "postgresql")
def _each_of(element: EachOf, compiler: SQLCompiler, **options: Any) -> str:
    listed = f"unnest({compiler.process(element.clause_expr, **options)}::text[])"
    return f"(SELECT value, place - 1 AS key FROM {listed} WITH ORDINALITY AS listed (value, place))"  # noqa: S608


@compiles(HoldsBytes, "postgresql")
def _holds_bytes(element: HoldsBytes, compiler: SQLCompiler, **options: Any) -> str:
    column, wanted = (compiler.process(part, **options) for part in element.clauses)
    return f"position({wanted} IN {column}) > 0"


@compiles(Joined, "postgresql")
def _joined(element: Joined, compiler: SQLCompiler, **options: Any) -> str:
    column, order = (compiler.process(part, **options) for part in element.clauses)
    return f"string_agg({column}, ','::bytea ORDER BY {order})"


@compiles(TableLock, "postgresql")
def _table_lock(element: TableLock, compiler: SQLCompiler, **options: Any) -> str:  # noqa: ARG001
    """The one statement that can wait before it is settled which moment the transaction looks at."""
    return f"LOCK TABLE {element.table.name} IN {_LOCKS[element.mode]}"


@compiles(NextNumber, "postgresql")
def _next_number(element: NextNumber, compiler: SQLCompiler, **options: Any) -> str:  # noqa: ARG001
    return f"nextval('{element.column.table.name}_{element.column.name}_next')"


@compiles(NumbersTaken, "postgresql")
def _numbers_taken(element: NumbersTaken, compiler: SQLCompiler, **options: Any) -> str:
    """A sequence cannot be set to none: without rows its first number is passed over."""
    highest = select(func.coalesce(func.max(element.column), 1)).scalar_subquery()
    table, column = element.column.table.name, element.column.name
    return f"setval('{table}_{column}_next', {compiler.process(highest, **options)})"
