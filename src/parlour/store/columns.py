"""Kinds of columns and indexes that every database of ours has, for the tables and for their migrations."""

from typing import Any

from sqlalchemy import BigInteger, CheckConstraint, Integer, text

Whole = Integer().with_variant(BigInteger(), "postgresql")
"""Whole numbers up to 2^63: times in milliseconds."""


def only_where(condition: str) -> dict[str, Any]:
    """The arguments of a partial index, over the rows for which a condition holds."""
    return {"sqlite_where": text(condition), "postgresql_where": text(condition)}


def is_whole(column: str, name: str) -> CheckConstraint:
    """A constraint that a column holds integers, for databases that would accept other values."""
    checked = CheckConstraint(f"typeof(\"{column}\") = 'integer'", name=name)
    checked.ddl_if(dialect="sqlite")
    return checked
