from collections.abc import Iterator

import pytest

from parlour.store.address import Address
from parlour.store.database import Connection
from parlour.store.store import Store
from tests.postgres import Postgres
from tests.store import keeping
from tests.store.keeping import a_store
from tests.store.places import in_a_file, in_postgres


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Address]:
    """The address of an empty database, of each kind; the stores of the test are kept in such a one too."""
    if request.param == "postgresql":
        server: Postgres = request.getfixturevalue("postgres")
        monkeypatch.setattr(keeping, "new_place", in_postgres(server))
    else:
        monkeypatch.setattr(keeping, "new_place", in_a_file)
    with keeping.new_place() as address:
        yield address


@pytest.fixture
def store(database: Address) -> Iterator[Store]:
    """A new store."""
    keeping.have_tables(database)
    opened = Store(database)
    yield opened
    opened.close()


@pytest.fixture
def connection(database: Address) -> Iterator[Connection]:  # noqa: ARG001
    """A new store with four players."""
    with a_store(*"abcd") as opened:
        yield opened
