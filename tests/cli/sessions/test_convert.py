from pathlib import Path

import pytest

from parlour.core.session import encode_session
from parlour.games.ten_exorcism.rules import Ask, Options, TenExorcism
from parlour.testing.players import finished
from tests.cli.program import Program


@pytest.fixture(scope="module")
def session() -> bytes:
    """A game in which no advice was asked for: the other format has no word for it."""
    games = (finished(TenExorcism(), seed, Options(mode="endless")).session for seed in range(1, 100))
    unadvised = next(game for game in games if not any(isinstance(entry.action, Ask) for entry in game.entries))
    return encode_session(unadvised)


def test_converting_there_and_back_gives_the_same_bytes(program: Program, session: bytes, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(session)
    exported = program("convert", file, "--to", "ten-exorcism-v1")
    assert exported.out.startswith('{"v":1,')
    assert program("convert", "-", stdin=exported.out.encode()).out.encode() == session + b"\n"


def test_an_unknown_format_is_named_with_those_there_are(program: Program, session: bytes) -> None:
    ran = program("convert", "-", "--to", "pgn", stdin=session)
    assert ran.code == 2
    assert "there is parlour, ten-exorcism-v1" in ran.err


def test_what_cannot_be_read_is_named_with_its_line(program: Program, session: bytes) -> None:
    ran = program("convert", "-", stdin=session + b"\n{}")
    assert ran.code == 2
    assert "standard input:2:" in ran.err
