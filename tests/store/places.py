"""Where a test keeps its store: a test of the store runs over every database."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeAlias

import pytest

from parlour.store import postgresql
from parlour.store.address import Address, DatabaseUrl
from tests.postgres import Postgres

Place: TypeAlias = Callable[[], AbstractContextManager[Address]]


@contextmanager
def in_a_file() -> Iterator[Address]:
    """Nothing is there yet."""
    with TemporaryDirectory() as folder:
        yield Path(folder) / "deep" / "parlour.db"


def in_postgres(server: Postgres) -> Place:
    """The tables are there, and nothing in them. A test may compute for long between two statements."""

    @contextmanager
    def place() -> Iterator[Address]:
        with server.blank() as address, pytest.MonkeyPatch.context() as patched:
            patched.setattr(postgresql, "SILENT_MS", 0)
            yield DatabaseUrl(address)

    return place


def text_of(address: Address) -> str:
    """What another process is told."""
    return str(address) if isinstance(address, Path) else address.url
