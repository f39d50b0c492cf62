from collections.abc import Iterator

import pytest

from parlour.store.sqlite import SqliteConnection
from tests.store.keeping import a_store


@pytest.fixture
def connection() -> Iterator[SqliteConnection]:
    """A new store with four players."""
    with a_store(*"abcd") as opened:
        yield opened
