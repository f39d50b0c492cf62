"""The SQLite file: how connections to it are made, and its migrations."""

from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, create_engine, event
from sqlalchemy.pool import QueuePool

BUSY_MS = 5_000
MOST_PAGES_AHEAD = 4000
"""Pages in the log beside the file before they are moved into it: the newest ones change with every commit."""
BEGUN = "parlour_begun"
"""Execution option of a connection whose owner begins transactions on the driver's connection itself."""
MIGRATIONS = Path(__file__).parent / "migrations"


def writing(path: Path) -> Engine:
    """For the one writer: what is committed is on the disk, not on its way there."""
    pragmas = ["journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "temp_store=MEMORY"]
    return _engine(path, [*pragmas, f"wal_autocheckpoint={MOST_PAGES_AHEAD}"], "BEGIN IMMEDIATE")


def reading(path: Path) -> Engine:
    """For everybody else: sees what is committed, changes nothing, waits for nobody."""
    return _engine(path, ["query_only=ON"], "BEGIN")


def up_to_date(engine: Engine) -> bool | None:
    """Whether the tables are what this version of the program expects; None if the file is no store."""
    with engine.connect() as connection:
        here = MigrationContext.configure(connection).get_current_revision()
    return None if here is None else here == ScriptDirectory.from_config(_migrations()).get_current_head()


def migrate(engine: Engine) -> None:
    """Bring the tables to what this version of the program expects."""
    config = _migrations()
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def _migrations() -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config


def _engine(path: Path, pragmas: list[str], begin: str) -> Engine:
    engine = create_engine(
        f"sqlite:///{path}",
        poolclass=QueuePool,
        connect_args={"check_same_thread": False, "cached_statements": 512},
        hide_parameters=True,
    )

    @event.listens_for(engine, "connect")
    def _connected(connection: Any, _record: Any) -> None:
        connection.isolation_level = None  # transactions begin where we say, not where the driver guesses
        connection.execute(f"PRAGMA busy_timeout={BUSY_MS}")
        for pragma in pragmas:
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def _began(connection: Any) -> None:
        if not connection.get_execution_options().get(BEGUN):
            connection.exec_driver_sql(begin)

    return engine
