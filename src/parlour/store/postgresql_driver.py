"""Connections to a PostgreSQL server as a store needs them: opened as suits one, given up when nothing answers."""

from typing import Any

import psycopg
from psycopg.abc import RV, PQGen
from psycopg.conninfo import conninfo_to_dict

from parlour.store.database import ConnectionLost

OLDEST_VERSION = 14
KEPT_STATEMENTS = 512
LONGEST_ANSWER_S = 5.0
"""The time after which a server for which people wait is given up: it hangs, or the way to it is cut."""
LONGEST_STATEMENT_MS = 4_000
"""The time after which a server that does not hang ends a statement for which people wait."""
LONGEST_WRITE_MS = 1_500
"""The same for the one connection that writes: tried twice, it leaves time to say that the process is alive."""
LOOK_EACH_S = 0.1
"""The time between two looks at the clock while an answer is waited for."""
CONNECTING = {
    "connect_timeout": "5",
    "application_name": "parlour",
    "keepalives_idle": "5",
    "keepalives_interval": "2",
    "keepalives_count": "3",
    "tcp_user_timeout": "10000",
}
"""Parameters of a connection whose address does not set them: a connection on which nothing is heard is given up. Times
are in seconds, the last in milliseconds."""


class Driver(psycopg.Connection[tuple[Any, ...]]):
    """A connection that waits for answers without end, until ``hurry`` tells it that people wait for them."""

    longest_s: float | None = None
    """The longest wait for an answer; None for no limit."""
    writes = False
    """Whether this is the process's one connection that writes."""

    def hurry(self) -> None:
        """Give up a server that does not answer from now on, and let it refuse a statement that takes too long."""
        self.longest_s = LONGEST_ANSWER_S
        longest_ms = LONGEST_WRITE_MS if self.writes else LONGEST_STATEMENT_MS
        self.execute(f"SET statement_timeout = {longest_ms}".encode())

    def wait(self, gen: PQGen[RV], interval: float = LOOK_EACH_S, timeout: float | None = None) -> RV:
        """Wait for an answer of the server. A wait that fails without a word of the server leaves the connection
        closed."""
        limit = self.longest_s if timeout is None else timeout
        try:
            return super().wait(gen, interval, limit)
        except psycopg.OperationalError as error:
            if timeout is None and error.sqlstate is None:
                self.close()
            raise


def connect(url: str) -> Driver:
    """A connection whose transactions begin where we say, not where the driver guesses; ConnectionLost if nobody
    answers."""
    try:
        driver = Driver.connect(**_parameters(url), autocommit=True)
    except psycopg.OperationalError as error:
        raise ConnectionLost(brief(error)) from None
    try:
        _require_usable(driver)
    except psycopg.Error:
        driver.close()
        raise
    driver.prepared_max = KEPT_STATEMENTS
    return driver


def brief(error: Exception) -> str:
    """The first line of an error, which names no password."""
    return str(error).strip().partition("\n")[0] or type(error).__name__


def _require_usable(driver: Driver) -> None:
    version, encoding = driver.info.server_version // 10_000, driver.info.parameter_status("server_encoding")
    if version < OLDEST_VERSION:
        raise psycopg.NotSupportedError(f"PostgreSQL {version} is too old: {OLDEST_VERSION} or later is needed")
    if encoding != "UTF8":
        raise psycopg.NotSupportedError(f"its encoding is {encoding}: CREATE DATABASE … ENCODING 'UTF8' makes another")


def _parameters(url: str) -> dict[str, Any]:
    """The parameters in an address, and for the rest those that suit a server."""
    try:
        said = conninfo_to_dict(url)
    except psycopg.Error:
        raise psycopg.ProgrammingError("that is no address: postgresql://USER:PASSWORD@HOST:PORT/DATABASE") from None
    return CONNECTING | said
