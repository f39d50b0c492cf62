"""Copies all rows of a store into an empty database, or none.

The copy is a snapshot of the source. Before the target commits it is read again: each table has to hold exactly
the rows that were read.
"""

from collections.abc import Callable, Iterator, Sequence
from hashlib import blake2b
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import Boolean, Table, and_, bindparam, func, or_, select

from parlour.store.database import Connection, Database
from parlour.store.group_commit import commit_and_settle
from parlour.store.offline import NoStore
from parlour.store.statements import Insertion, Statement, Value, numbers_taken
from parlour.store.tables import commits, derivations, matches, metadata, presence, process_settings, processes
from parlour.store.transaction import Transaction

Progress = Callable[[float], None]
"""A callback that is told which part is done, up to 1."""
PAGE = 1_000
"""Rows that are copied at a time."""
WRITING = 0.7
"""The part of the work that is done when all rows are written; the rest is the comparison."""
OF_PROCESSES = frozenset({commits.name, presence.name, process_settings.name, processes.name})
"""Tables about running processes, which are not copied."""
TABLES = tuple(table for table in metadata.sorted_tables if table.name not in OF_PROCESSES)
"""All tables; those that others refer to come first."""
_FORGET_DERIVATIONS = Statement(derivations.delete())
_NUMBERS_TAKEN = Statement(select(numbers_taken(matches.c.number)))


class _Pages:
    """Statements that read a table in the order of its key, page by page."""

    def __init__(self, table: Table) -> None:
        self._key = [column.name for column in table.primary_key]
        first = select(table).order_by(*table.primary_key).limit(PAGE)
        self._first = Statement(first)
        self._next = Statement(first.where(_after(table)))
        self._truths = [place for place, column in enumerate(table.c) if isinstance(column.type, Boolean)]
        self.count = Statement(select(func.count()).select_from(table))

    def rows(self, transaction: Transaction) -> Iterator[list[tuple[Any, ...]]]:
        """Values as every database of ours gives them."""
        page = transaction.many(self._first)
        while page:
            yield [self._plain(row) for row in page]
            last: dict[str, Value] = {f"last_{name}": getattr(page[-1], name) for name in self._key}
            page = transaction.many(self._next, **last)

    def _plain(self, row: Any) -> tuple[Any, ...]:
        values = list(row)
        for place in self._truths:
            values[place] = None if values[place] is None else bool(values[place])
        return tuple(values)


def _after(table: Table) -> Any:
    """The condition that a row's key comes after another: the first column that differs decides."""
    key = list(table.primary_key)
    same = [column == bindparam(f"last_{column.name}") for column in key]
    return or_(*(and_(*same[:place], column > bindparam(f"last_{column.name}")) for place, column in enumerate(key)))


_PAGES = {table: _Pages(table) for table in TABLES}
_INSERTIONS = {table: Insertion(table) for table in TABLES}


def copied_into(target: Database, source: Transaction, progress: Progress) -> dict[str, int]:
    """Copy everything into a database without tables, or with empty ones; gives how many rows each table has.

    NoStore if the target is not empty, or does not hold what it was given: then no row is in it. AnswerUnknown if that
    cannot be told.
    """
    failures: tuple[type[Exception], ...] = target.failures
    try:
        target.migrate()
        return _copy(source, target.filling(), progress)
    except failures as error:
        raise NoStore(f"the target cannot take the store: {error.args[0] if error.args else error}") from None
    finally:
        target.close()


def _copy(source: Transaction, target: Connection, progress: Progress) -> dict[str, int]:
    total = sum(_count(source, table) for table in TABLES) or 1
    target.begin_alone()
    try:
        _require_empty(target)
        read = {table: _Digest() for table in TABLES}
        for table, digest in read.items():
            for page in _PAGES[table].rows(source):
                target.insert(_INSERTIONS[table], page)
                digest.add(page)
                progress(WRITING * sum(digest.rows for digest in read.values()) / total)
        target.many(_NUMBERS_TAKEN)
        _require_same(target, read, lambda part: progress(WRITING + (1 - WRITING) * part))
        commit_and_settle(target)
    finally:
        target.rollback()
    return {table.name: digest.rows for table, digest in read.items()}


def _require_empty(target: Transaction) -> None:
    """NoStore if the target has content; what a server writes at its first start does not count."""
    for table in TABLES:
        if table is not derivations and _count(target, table):
            raise NoStore(f"the target is not empty: it has rows in {table.name}. Name a new file or database")
    target.run(_FORGET_DERIVATIONS)


def _require_same(target: Transaction, read: "dict[Table, _Digest]", progress: Progress) -> None:
    for number, table in enumerate(TABLES, start=1):
        digest = _Digest()
        for page in _PAGES[table].rows(target):
            digest.add(page)
        if digest != read[table]:
            raise NoStore(f"the target does not hold what was written to {table.name}: nothing is kept")
        progress(number / len(TABLES))


def _count(transaction: Transaction, table: Table) -> int:
    [[count]] = transaction.many(_PAGES[table].count)
    return int(count)


class _Digest(Struct):
    """A digest of rows that does not depend on their order, since databases sort texts differently."""

    rows: int = 0
    total: int = 0
    """The sum of the hashes of all rows."""

    def add(self, page: Sequence[tuple[Any, ...]]) -> None:
        """Count in some rows."""
        self.rows += len(page)
        for row in page:
            self.total += int.from_bytes(blake2b(msgspec.msgpack.encode(row), digest_size=16).digest())
