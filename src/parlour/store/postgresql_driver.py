"""Connections to a PostgreSQL server as a store needs them: opened as suits one, given up when nothing answers."""

from typing import Any

import psycopg
from psycopg.abc import RV, PQGen
from psycopg.conninfo import conninfo_to_dict

from parlour.store.database import ConnectionLost

OLDEST_VERSION = 14
KEPT_STATEMENTS = 512
LONGEST_ANSWER_S = 5.0
"""After which a server for which people wait is given up: it hangs, or the way to it is cut."""
LONGEST_STATEMENT_MS = 4_000
"""After which a server that does not hang ends a statement for which people wait."""
LONGEST_WRITE_MS = 1_500
"""The same for the one connection that writes: done twice, it leaves time to say that the process is alive."""
LOOK_EACH_S = 0.1
"""How often somebody who waits looks at the time."""
CONNECTING = {
    "connect_timeout": "5",
    "application_name": "parlour",
    "keepalives_idle": "5",
    "keepalives_interval": "2",
    "keepalives_count": "3",
    "tcp_user_timeout": "10000",
}
"""Unless an address says otherwise. In seconds, the last in milliseconds: who hears nothing gives the connection up."""


class Driver(psycopg.Connection[tuple[Any, ...]]):
    """Waits for an answer without end, until it is told that people wait for it too."""

    longest_s: float | None = None
    """For how long it waits."""
    writes = False
    """Whether it is the one that all changes of a process wait for."""

    def hurry(self) -> None:
        """From now on a server that does not answer is given up, and a statement that takes too long is refused."""
        self.longest_s = LONGEST_ANSWER_S
        longest_ms = LONGEST_WRITE_MS if self.writes else LONGEST_STATEMENT_MS
        self.execute(f"SET statement_timeout = {longest_ms}".encode())

    def wait(self, gen: PQGen[RV], interval: float = LOOK_EACH_S, timeout: float | None = None) -> RV:
        """For all that a server answers. What fails without a word of the server leaves the connection closed."""
        limit = self.longest_s if timeout is None else timeout
        try:
            return super().wait(gen, interval, limit)
        except psycopg.OperationalError as error:
            if timeout is None and error.sqlstate is None:
                self.close()
            raise


def connect(url: str) -> Driver:
    """Transactions begin where we say, not where the driver guesses. ConnectionLost if nobody answers."""
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
    """Its first line, which names no password."""
    return str(error).strip().partition("\n")[0] or type(error).__name__


def _require_usable(driver: Driver) -> None:
    version, encoding = driver.info.server_version // 10_000, driver.info.parameter_status("server_encoding")
    if version < OLDEST_VERSION:
        raise psycopg.NotSupportedError(f"PostgreSQL {version} is too old: {OLDEST_VERSION} or later is needed")
    if encoding != "UTF8":
        raise psycopg.NotSupportedError(f"its encoding is {encoding}: CREATE DATABASE … ENCODING 'UTF8' makes another")


def _parameters(url: str) -> dict[str, Any]:
    """What the address says, and for the rest what suits a server."""
    try:
        said = conninfo_to_dict(url)
    except psycopg.Error:
        raise psycopg.ProgrammingError("that is no address: postgresql://USER:PASSWORD@HOST:PORT/DATABASE") from None
    return CONNECTING | said
