import json
from pathlib import Path

import pytest

from parlour.core.session import encode_session
from parlour.games.ten_exorcism.rules import Options, TenExorcism
from parlour.testing.players import finished
from tests.cli.program import Program

MATCH = finished(TenExorcism(), 1, Options(mode="endless"))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    path.write_bytes(encode_session(MATCH.session))
    return path


def test_every_step_is_shown_from_the_start_to_the_end(program: Program, file: Path) -> None:
    ran = program("replay", file, "--json")
    steps = ran.json_lines
    assert ran.code == 0
    assert [step["step"] for step in steps] == list(range(len(MATCH.session.entries) + 1))
    assert steps[0]["scores"] == [0]
    assert steps[-1]["scores"] == [MATCH.state.score]
    assert steps[-1]["outcome"]["reason"] == "no-rectangle-left"


def test_one_step_can_be_asked_for(program: Program, file: Path) -> None:
    assert program("replay", file, "--step", 0, "--json").json["scores"] == [0]
    assert program("replay", file, "--step", -1, "--json").json["scores"] == [MATCH.state.score]
    assert "the start" in program("replay", file, "--step", 0).out
    ran = program("replay", file, "--step", 9999)
    assert ran.code == 2
    assert "there are steps 0 to" in ran.err


def test_a_rejected_session_is_shown_up_to_the_wrong_entry(program: Program, tmp_path: Path) -> None:
    session = json.loads(encode_session(MATCH.session))
    session["entries"][3]["at_ms"] = -1
    file = tmp_path / "forged.json"
    file.write_text(json.dumps(session))
    ran = program("replay", file, "--json")
    assert ran.code == 1
    assert len(ran.json_lines) == 4
    assert "entry 3 is at -1 ms" in ran.err


def test_one_of_several_sessions_can_be_chosen(program: Program, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    other = finished(TenExorcism(), 2, Options(mode="endless"))
    file.write_bytes(encode_session(MATCH.session) + b"\n" + encode_session(other.session))
    assert program("replay", file, "--item", 2, "--step", -1, "--json").json["scores"] == [other.state.score]
    ran = program("replay", file, "--item", 3)
    assert ran.code == 2
    assert "there is no session 3" in ran.err


def test_what_cannot_be_read_is_named_with_file_and_line(program: Program, tmp_path: Path) -> None:
    file = tmp_path / "broken.json"
    file.write_text("{")
    ran = program("replay", file)
    assert ran.code == 2
    assert f"{file}:1:" in ran.err
