"""Statements that every database of ours understands: written with SQLAlchemy, put into SQL once for each database.

What databases say in different ways has one name here, and one function for each of them (parlour.store.sqlite_dialect,
parlour.store.postgresql_dialect): ``each_of``, ``holds_bytes``, ``joined``, ``next_number``, ``numbers_taken``,
``table_lock``.
"""

from collections import namedtuple
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Literal, Protocol, TypeAlias

from msgspec import Struct
from sqlalchemy import (
    BindParameter,
    Boolean,
    Column,
    ColumnElement,
    FromClause,
    Integer,
    Table,
    TableValuedAlias,
    bindparam,
)
from sqlalchemy.engine import Dialect
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.elements import ClauseElement, CompilerElement
from sqlalchemy.sql.functions import FunctionElement
from sqlalchemy.types import UserDefinedType

from parlour.store.columns import Whole

Value: TypeAlias = str | int | float | bytes | Sequence[str] | None
"""A value that a statement takes under a name. Lists only where it says ``each_of``."""

_named_tuple: Callable[..., Any] = namedtuple  # noqa: PYI024


class Row(Protocol):
    """The values of one row by the names of their columns, in their order.

    They are the driver's: whether something is true or false is asked with ``bool``.
    """

    def __getattr__(self, name: str, /) -> Any: ...

    def __iter__(self) -> Iterator[Any]: ...


class Prepared:
    """A statement in the SQL of one database."""

    __slots__ = ("_make", "fixed", "lists", "sql")

    def __init__(self, compiled: SQLCompiler) -> None:
        self.sql = str(compiled)
        self.fixed: dict[str, Value] = {
            name: bound.value for name, bound in compiled.binds.items() if not bound.required
        }
        """Values that the statement brings with it."""
        self.lists = tuple(name for name, bound in compiled.binds.items() if isinstance(bound.type, _ListType))
        """Names of the values that are lists."""
        self._make: Callable[[Iterable[Any]], Row] | None = None

    def rows(self, description: Sequence[Sequence[Any]], found: Iterable[Sequence[Any]]) -> list[Row]:
        """The rows that a driver found, with the names that its cursor describes."""
        make = self._make
        if make is None:
            names = [str(column[0]) for column in description]
            make = self._make = _named_tuple("Row", names, rename=True)._make
        return list(map(make, found))


class Statement:
    """A statement whose values are named. It is made once, where its module is read, and prepared when first run."""

    __slots__ = ("_construct", "_prepared")

    def __init__(self, construct: CompilerElement) -> None:
        self._construct = construct
        self._prepared: dict[str, Prepared] = {}

    def prepared(self, dialect: Dialect) -> Prepared:
        """The statement in the SQL of a database."""
        found = self._prepared.get(dialect.name)
        if found is None:
            compiled = self._construct.compile(dialect=dialect)
            if not isinstance(compiled, SQLCompiler):
                raise TypeError(f"{self._construct} is no statement")
            found = self._prepared[dialect.name] = Prepared(compiled)
        return found


class Owner(Struct, frozen=True, eq=False):
    """The row of another table that rows belong to."""

    key: Column[Any]
    """The column to which the first column of the rows refers."""
    fit: ColumnElement[bool]
    """Whether it may be added to: a condition without values of its own."""


class Insertion:
    """A way to insert rows into a table: the columns that they have, and what becomes of one whose key is there
    already.

    ``refuse`` it (AlreadyThere), ``keep`` what is there, or ``replace`` it, if need be only where a condition holds
    between the table's columns and those of ``incoming(table)``. Rows that have an owner are refused where there is
    none that is fit (OwnerUnfit); until the transaction ends, no other changes or removes the owners.
    """

    __slots__ = ("columns", "existing", "first", "only_where", "owner", "table")

    def __init__(
        self,
        table: Table,
        columns: Sequence[str] = (),
        existing: Literal["refuse", "keep", "replace"] = "refuse",
        only_where: ColumnElement[bool] | None = None,
        owner: Owner | None = None,
    ) -> None:
        if owner is not None and existing != "refuse":
            raise ValueError("rows that have an owner are refused: none is kept or replaced")
        self.table = table
        self.columns = tuple(columns) or tuple(column.name for column in table.c)
        self.first = f"{table.name}.{self.columns[0]}"
        """The first column, as databases name it."""
        if owner is not None and (len(self.columns) < 2 or _may_be_left_empty(table.c[self.columns[0]])):
            raise ValueError(f"{self.first} names an owner: it is never empty, and other columns follow it")
        self.existing = existing
        self.only_where = only_where
        self.owner = owner

    def on_conflict(self, dialect: Dialect) -> str:
        """The end of the statement, which SQLite and PostgreSQL write alike."""
        if self.existing == "refuse":
            return ""
        if self.existing == "keep":
            return " ON CONFLICT DO NOTHING"
        quote = dialect.identifier_preparer.quote
        key = {column.name for column in self.table.primary_key}
        fresh = ", ".join(f"{quote(name)} = excluded.{quote(name)}" for name in self.columns if name not in key)
        where = "" if self.only_where is None else f" WHERE {self.only_where.compile(dialect=dialect)}"
        return f" ON CONFLICT ({', '.join(map(quote, sorted(key)))}) DO UPDATE SET {fresh}{where}"


def _may_be_left_empty(column: Column[Any]) -> bool:
    """Whether a row may come without a value: SQLite numbers those that lack an integer which is the whole key."""
    numbered = isinstance(column.type, Integer) and list(column.table.primary_key) == [column]
    return column.nullable or numbered


def incoming(table: Table) -> FromClause:
    """The row that was to be inserted, in the condition of an Insertion that replaces."""
    return table.alias("excluded")


class _ListType(UserDefinedType[Sequence[str]]):
    """The type of a value that is a list."""

    cache_ok = True


class EachOf(FunctionElement[str]):
    """See ``each_of``."""

    name = "each_of"
    inherit_cache = True


def each_of(name: str) -> TableValuedAlias:
    """The values of a list that a statement takes under a name: rows of ``value`` and, from 0 on, its place ``key``."""
    listed: BindParameter[Sequence[str]] = bindparam(name, type_=_ListType())
    return EachOf(listed).table_valued("value", "key")


class TableLock(ClauseElement):
    """See ``table_lock``."""

    inherit_cache = False

    def __init__(self, table: Table, mode: str) -> None:
        self.table = table
        self.mode = mode


def table_lock(table: Table, mode: Literal["shared", "exclusive"]) -> TableLock:
    """Keep a table until the commit; everybody may still read it.

    ``shared``: with all who do so too; StoreBusy at once if somebody keeps it, or waits for it, exclusively.
    ``exclusive``: as soon as nobody else keeps it. If a transaction begins with this, it looks at a moment after that.
    """
    return TableLock(table, mode)


@compiles(TableLock)
def _no_lock(element: TableLock, compiler: SQLCompiler, **options: Any) -> str:  # noqa: ARG001
    """No lock: where there is one writer it has every table to itself."""
    return "SELECT 0"


class HoldsBytes(FunctionElement[bool]):
    """See ``holds_bytes``."""

    name = "holds_bytes"
    inherit_cache = True
    type = Boolean()


def holds_bytes(column: ColumnElement[bytes], wanted: BindParameter[bytes]) -> HoldsBytes:
    """Whether some bytes occur in a column."""
    return HoldsBytes(column, wanted)


class Joined(FunctionElement[bytes]):
    """See ``joined``."""

    name = "joined"
    inherit_cache = True


def joined(column: ColumnElement[bytes], order: ColumnElement[int]) -> Joined:
    """The bytes of all rows, with commas between; None without rows. The rows are those of a subquery in this order.

    A driver takes its time for every value of every row, and lets other threads have the processor in between: to read
    a log as one value takes 3 % off a move's instructions.
    """
    return Joined(column, order)


class NextNumber(ColumnElement[int]):
    """See ``next_number``."""

    inherit_cache = False
    type = Whole

    def __init__(self, column: Column[int]) -> None:
        self.column = column


def next_number(column: Column[int]) -> NextNumber:
    """A number above those that rows have in a column.

    Where a database has sequences it comes from ``TABLE_COLUMN_next``, so that processes do not wait for each other.
    """
    return NextNumber(column)


class NumbersTaken(ColumnElement[int]):
    """See ``numbers_taken``."""

    inherit_cache = False
    type = Whole

    def __init__(self, column: Column[int]) -> None:
        self.column = column


def numbers_taken(column: Column[int]) -> NumbersTaken:
    """Rows have come with numbers of their own: what ``next_number`` gives from now on is above them."""
    return NumbersTaken(column)
