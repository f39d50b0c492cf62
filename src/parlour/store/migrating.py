"""Migrations of a database's tables to those of this version: whether it needs any, and Alembic, which is loaded only
if it does. ``parlour migrate`` is another thing: it moves a store to another database (``parlour.store.moving``).

Alembic takes as long to load as a tenth of all that a server loads, and nearly every start finds its tables up to date.
"""

from pathlib import Path
from threading import Lock

from sqlalchemy import Connection, Engine, inspect, text
from sqlalchemy.exc import DatabaseError

MIGRATIONS = Path(__file__).parent / "migrations"
NEWEST = max((MIGRATIONS / "versions").glob("[0-9]*.py")).name.partition("_")[0]
"""The last of the migrations: each file's name begins with its number."""
_alembic = Lock()
"""Alembic keeps what it is doing in variables of its modules."""


class NotMigrated(Exception):
    """The tables are not what any migration of this version leaves: a later version has migrated them."""


MIGRATION_FAILED = (DatabaseError, NotMigrated)
"""The errors that are raised for a database that is none, or that a later version of the program has migrated."""


def migrate(engine: Engine) -> None:
    """Bring the tables to what this version of the program expects."""
    if up_to_date(engine):
        return
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    try:
        with _alembic, engine.begin() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
    except CommandError as error:
        raise NotMigrated(*error.args) from error


def up_to_date(engine: Engine) -> bool | None:
    """Whether the tables are what this version of the program expects; None if there are none of ours."""
    with engine.connect() as connection:
        here = _revision(connection)
    return None if here is None else here == NEWEST


def _revision(connection: Connection) -> str | None:
    """The revision of the tables that Alembic has written down."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return found
