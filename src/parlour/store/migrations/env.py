"""Run by Alembic; the connection comes from parlour.store.migrating.migrate."""

from alembic import context

from parlour.store.tables import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
