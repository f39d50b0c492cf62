"""Scores in the terminal: as people say them; in JSON the number and what it is made of."""

import re
from pathlib import Path

import pytest

from parlour.core.session import encode_session
from parlour.games.stackdoku.levels.dealing import deal
from parlour.games.stackdoku.text import StackdokuText
from tests.cli.program import Program
from tests.games.stackdoku.building import certified_actions, solved


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "solved.json"
    path.write_bytes(encode_session(solved(1, pause_ms=5_000).session))
    return path


def time_of(count: int, pause_s: int) -> str:
    minutes, seconds = divmod(count * pause_s, 60)
    return f"{minutes}:{seconds:02}"


def test_a_game_in_the_terminal_ends_with_its_stars(program: Program, tmp_path: Path) -> None:
    lines = "\n".join(map(StackdokuText().write, certified_actions(deal("easy", 1))))
    ran = program("play", "stackdoku", "--seed", 1, "--save", tmp_path / "mine.json", stdin=f"\n{lines}".encode())
    assert "Press Enter to begin: the time counts from then." in ran.out
    assert "over (solved): ★★★ 0:0" in ran.out
    lines = f"\nrestart\n{lines}"
    again = program("play", "stackdoku", "--seed", 1, "--save", tmp_path / "again.json", stdin=lines.encode())
    assert re.search(r"over \(solved\): ★☆☆ 0:0\d, 1 restart\n", again.out)
    left = program("play", "stackdoku", "--seed", 1, "--save", tmp_path / "other.json", stdin=b"\nquit\n")
    assert "left (not solved)" in left.out


def test_a_verdict_tells_stars_and_time(program: Program, file: Path) -> None:
    time = time_of(len(solved(1).session.entries), 5)
    assert f"score ★★★ {time}\n" in program("verify", file).out
    told = program("verify", file, "--json").json
    assert told["scores"] == [4_300_000_000 + 99_999_999 - 5 * len(solved(1).session.entries)]
    assert told["shown"][0]["facts"]["stars"] == 3
    assert told["shown"][0]["text"] == {"en": f"★★★ {time}"}


def test_a_replay_ends_with_its_stars(program: Program, file: Path) -> None:
    assert "over (solved): ★★★ " in program("replay", file, "--step", -1).out
    assert program("replay", file, "--json").json_lines[-1]["shown"][0]["facts"]["stars"] == 3


def test_points_and_boxes_stay_numbers(program: Program, tmp_path: Path) -> None:
    ran = program("play", "dots-and-boxes", "--seed", 1, "--save", tmp_path / "dots.json", stdin=b"h00\nquit\n")
    assert "left (0 to 0)" in ran.out
