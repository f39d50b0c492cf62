"""Where a store is kept, as somebody writes it."""

from pathlib import Path

import pytest

from parlour.core.errors import MalformedInput
from parlour.store.address import DatabaseUrl, address_of


def test_a_file_or_a_database_is_told_by_how_it_is_written() -> None:
    assert address_of("sqlite:games.db") == address_of("games.db") == Path("games.db")
    assert address_of("postgresql://ann:secret@db/parlour") == DatabaseUrl("postgresql://ann:secret@db/parlour")


@pytest.mark.parametrize("half", ["postgresql://[:secret/d", "postgresql://ann:secret@a\u2100b/d"])
def test_half_an_address_is_refused_and_not_repeated(half: str) -> None:
    with pytest.raises(MalformedInput, match="looks like postgresql://USER@HOST/NAME") as refused:
        address_of(half)
    assert "secret" not in str(refused.value)
