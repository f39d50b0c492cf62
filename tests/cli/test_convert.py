from pathlib import Path

from parlour.core.session import encode_session
from parlour.games.ten_exorcism.rules import Ask, Options, TenExorcism
from tests.cli.program import Program
from tests.players import finished

GAMES = (finished(TenExorcism(), seed, Options(mode="endless")).session for seed in range(1, 100))
UNADVISED = next(game for game in GAMES if not any(isinstance(entry.action, Ask) for entry in game.entries))
SESSION = encode_session(UNADVISED)


def test_converting_there_and_back_gives_the_same_bytes(program: Program, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(SESSION)
    exported = program("convert", file, "--to", "ten-exorcism-v1")
    assert exported.out.startswith('{"v":1,')
    assert program("convert", "-", stdin=exported.out.encode()).out.encode() == SESSION + b"\n"


def test_an_unknown_format_is_named_with_those_there_are(program: Program) -> None:
    ran = program("convert", "-", "--to", "pgn", stdin=SESSION)
    assert ran.code == 2
    assert "there is parlour, ten-exorcism-v1" in ran.err


def test_what_cannot_be_read_is_named_with_its_line(program: Program) -> None:
    ran = program("convert", "-", stdin=SESSION + b"\n{}")
    assert ran.code == 2
    assert "standard input:2:" in ran.err
