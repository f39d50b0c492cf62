"""PostgreSQL's tables brought up to date while other processes use them."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Engine, NullPool, create_engine, event
from sqlalchemy.exc import DatabaseError

from parlour.store import migrating
from parlour.store.postgresql_driver import Driver

MIGRATING = 7_226_751_413
"""The advisory lock that is held while the tables are brought up to date."""
LOCKED_MS = 1_000
"""The time for which a statement waits for another transaction: while a migration waits, everybody waits behind it."""
LOCK_NOT_AVAILABLE = "55P03"
TRIES, PAUSE_S = 30, 1.0
"""The number of times that a migration asks for a table that others use, and the time that they have it in between."""


def migrate(connect: Callable[[], Driver]) -> None:
    """Bring the tables to what this version of the program expects."""
    for tries_left in reversed(range(TRIES)):
        try:
            with _engine(connect) as engine:
                migrating.migrate(engine)
                return
        except DatabaseError as error:
            if not (tries_left and getattr(error.orig, "sqlstate", None) == LOCK_NOT_AVAILABLE):
                raise
        time.sleep(PAUSE_S)


def up_to_date(connect: Callable[[], Driver]) -> bool | None:
    """Whether the tables are what this version of the program expects; None if there are none of ours."""
    with _engine(connect) as engine:
        return migrating.up_to_date(engine)


@contextmanager
def _engine(connect: Callable[[], Driver]) -> Iterator[Engine]:
    """An engine for Alembic. All of a migration is one transaction; whoever comes second waits, and finds everything
    done."""

    def connected() -> Driver:
        driver = connect()
        driver.autocommit = False
        return driver

    engine = create_engine("postgresql+psycopg://", creator=connected, poolclass=NullPool, hide_parameters=True)

    @event.listens_for(engine, "begin")
    def _began(connection: Any) -> None:
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({MIGRATING})")
        connection.exec_driver_sql(f"SET LOCAL lock_timeout = {LOCKED_MS}")

    try:
        yield engine
    finally:
        engine.dispose()
