from collections.abc import Iterator

import pytest

from tests.server.sign_in.provider import RealProvider


@pytest.fixture(scope="session")
def provider() -> Iterator[RealProvider]:
    """One for all tests, which leave it honest."""
    with RealProvider() as running:
        yield running
