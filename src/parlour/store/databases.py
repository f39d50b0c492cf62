"""The database that is found at an address."""

from pathlib import Path

from parlour.store.address import Address, address_of
from parlour.store.database import Database


def database_at(address: str | Address) -> Database:
    """The database at an address. Nothing is opened or created yet."""
    place = address_of(address)
    if isinstance(place, Path):
        from parlour.store.sqlite import SqliteDatabase

        return SqliteDatabase(place)
    from parlour.store.postgresql import PostgresqlDatabase

    return PostgresqlDatabase(place)
