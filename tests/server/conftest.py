from collections.abc import Iterator

import pytest

from tests.server.table import Guest, Server


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests that do not stop it; they share nothing but the process."""
    with Server(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture
def ann(server: Server) -> Iterator[Guest]:
    with Guest(server) as guest:
        yield guest


@pytest.fixture
def bob(server: Server) -> Iterator[Guest]:
    with Guest(server) as guest:
        yield guest
