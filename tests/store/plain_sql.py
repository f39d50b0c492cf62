"""What a test asks of a store in SQL of its own."""

from sqlalchemy import text

from parlour.store.address import Address
from parlour.store.databases import database_at
from parlour.store.statements import Row, Statement
from parlour.store.transaction import Job


def asking(sql: str) -> Job[list[Row]]:
    statement = Statement(text(sql))
    return lambda transaction: transaction.many(statement)


def found(address: Address, sql: str) -> list[tuple[object, ...]]:
    """What a statement finds, read by somebody else."""
    reading = database_at(address).reading()
    reading.begin()
    try:
        return [tuple(row) for row in reading.many(Statement(text(sql)))]
    finally:
        reading.close()
