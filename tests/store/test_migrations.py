"""What migrations leave behind is what the code expects."""

from pathlib import Path

from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Column, create_engine, text
from sqlalchemy.schema import CreateIndex

from parlour.store.address import Address
from parlour.store.tables import metadata
from tests.store.keeping import migrated

INDEXES = {
    "sqlite": "SELECT name, sql FROM sqlite_master WHERE type = 'index'",
    "postgresql": "SELECT indexname AS name, replace(indexdef, 'public.', '') AS sql FROM pg_indexes",
}
SAID_TOO = (" USING btree", "")


def test_migrations_give_exactly_the_tables_that_the_code_uses(database: Address) -> None:
    migrated(database).migrate()
    engine = create_engine(_engine_url(database))
    # Alembic cannot compare the direction of an index, so those that go down are compared as SQL.
    down = {
        index.name: str(CreateIndex(index))
        for table in metadata.tables.values()
        for index in table.indexes
        if not all(isinstance(part, Column) for part in index.expressions)
    }

    def comparable(_object: object, name: str | None, _kind: str, _reflected: bool, _other: object) -> bool:
        return name not in down

    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"include_object": comparable})
        assert compare_metadata(context, metadata) == []
        made = connection.execute(text(INDEXES[engine.name]))
        assert {row.name: row.sql.replace(*SAID_TOO) for row in made if row.name in down} == down
    engine.dispose()


def _engine_url(address: Address) -> str:
    if isinstance(address, Path):
        return f"sqlite:///{address}"
    return address.url.replace("postgresql:", "postgresql+psycopg:")
