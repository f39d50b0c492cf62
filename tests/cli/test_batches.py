"""Rows into files: whole, in order, and not twice."""

import json
import os
import pty
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from pyarrow import parquet

from parlour.core.session import encode_session
from parlour.games.dots_and_boxes import DotsAndBoxes
from parlour.testing.players import finished
from tests.batch.dask_cluster import wait_for
from tests.cli.program import Program

SESSIONS = 2000
"""Far from done when the first part is."""
DEAL = ("deal", "stackdoku", "--seeds", "5:45")


def parts_of(output: Path) -> list[Path]:
    return sorted(output.with_name(f"{output.name}.parts").glob("*-*.jsonl"))


def stopped(output: Path, *words: object) -> list[Path]:
    """The parts that a batch leaves when it is interrupted after the first of them."""
    # Whoever starts these tests in the background has its children ignore an interruption.
    command = [
        "env",
        "--default-signal=INT",
        sys.executable,
        "-m",
        "parlour",
        *map(str, words),
        "--output",
        str(output),
    ]
    ran = subprocess.Popen(command, stderr=subprocess.PIPE, start_new_session=True)
    wait_for(lambda: ran.poll() is not None or bool(parts_of(output)), "the first part")
    os.killpg(ran.pid, signal.SIGINT)
    assert ran.communicate()[1] == b""
    assert ran.returncode == 130
    return parts_of(output)


def test_what_is_done_when_a_batch_is_interrupted_is_not_done_again(program: Program, tmp_path: Path) -> None:
    file, output = tmp_path / "games.jsonl", tmp_path / "verdicts.jsonl"
    file.write_bytes(b"\n".join([encode_session(finished(DotsAndBoxes(), 1).session)] * SESSIONS))
    parts = stopped(output, "verify", file)
    assert 1 <= len(parts) < SESSIONS // 64
    assert not output.exists()
    parts[0].write_bytes(parts[0].read_bytes().replace(b'"id":"', b'"id":"kept-'))
    ran = program("verify", file, "--output", output)
    assert ran.out == f"{SESSIONS} sessions in {output}: {SESSIONS} ok, 0 rejected, 0 unreadable, 0 not checked\n"
    rows = [json.loads(line) for line in output.read_bytes().splitlines()]
    assert [row["line"] for row in rows] == list(range(1, SESSIONS + 1))
    assert [row["id"].startswith("kept-") for row in rows] == [True] + [False] * (SESSIONS - 1)
    assert sorted(tmp_path.iterdir()) == [file, output]


def test_parts_of_another_command_or_of_other_input_are_not_mixed_in(program: Program, tmp_path: Path) -> None:
    file, output = tmp_path / "games.jsonl", tmp_path / "verdicts.jsonl"
    session = encode_session(finished(DotsAndBoxes(), 1).session)
    file.write_bytes(session)
    kept = output.with_name("verdicts.jsonl.parts")
    assert program("verify", file, "--output", output).code == 0
    output.unlink()
    kept.mkdir()
    (kept / "batch.json").write_bytes(b'{"command":"deal"}')
    ran = program("verify", file, "--output", output)
    assert ran.code == 2
    assert 'holds parts of another batch: command was "deal" and is "verify"' in ran.err
    (kept / "batch.json").unlink()
    (kept / f"{0:09}-{'0' * 32}.jsonl").write_bytes(b"")
    ran = program("verify", file, "--output", output)
    assert ran.code == 2
    assert "was made of other input" in ran.err


def test_an_output_that_is_there_is_left_alone(program: Program, tmp_path: Path) -> None:
    output = tmp_path / "levels.jsonl"
    output.write_text("mine")
    ran = program(*DEAL, "--output", output)
    assert ran.code == 2
    assert "is there already" in ran.err
    assert output.read_text() == "mine"
    assert list(tmp_path.iterdir()) == [output]


def test_parquet_holds_the_same_rows_as_json_lines(program: Program, tmp_path: Path) -> None:
    output = tmp_path / "levels"
    ran = program(*DEAL, "--output", output, "--format", "parquet", "--json")
    assert ran.json == {"output": str(output), "levels": 40}
    levels = program(*DEAL, "--json").json_lines
    assert [without_gaps(row) for row in parquet.read_table(output).to_pylist()] == levels


def without_gaps(value: Any) -> Any:
    """What a column has for every row, where a row left it out."""
    if isinstance(value, dict):
        return {name: without_gaps(one) for name, one in value.items() if one is not None}
    return [without_gaps(one) for one in value] if isinstance(value, list) else value


def test_verdicts_go_into_a_file_and_are_counted(program: Program, tmp_path: Path) -> None:
    session = json.loads(encode_session(finished(DotsAndBoxes(), 1).session))
    lines = [json.dumps(session), "{}", json.dumps(session | {"rules_version": 9})]
    output = tmp_path / "verdicts.parquet"
    ran = program("verify", "-", "--output", output, "--json", stdin="\n".join(lines).encode())
    assert ran.code == 2
    counts = {"sessions": 3, "ok": 1, "rejected": 1, "unreadable": 1, "not_checked": 0}
    assert ran.json == {"output": str(output)} | counts
    rows = parquet.read_table(output).to_pylist()
    assert [(row["line"], row["ok"], row["code"]) for row in rows] == [
        (1, True, None),
        (2, False, "unreadable"),
        (3, False, "rules-version"),
    ]
    assert rows[0]["scores"] == session["outcome"]["scores"]
    assert rows[1]["game"] is None


def test_games_of_bots_go_into_a_file_and_by_more_workers_alike(program: Program, tmp_path: Path) -> None:
    words = ("arena", "dots-and-boxes", "--bots", "novice,casual", "--games", 20, "--seed", 3, "--json")
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    told = program(*words, "--output", one).json
    assert program(*words, "--workers", 2, "--output", two).json == told
    assert one.read_bytes() == two.read_bytes()
    games = [json.loads(line) for line in one.read_bytes().splitlines()]
    assert [game["seed"] for game in games] == list(range(3, 23))
    assert sum(game["points"][0] for game in games) == told["standings"][0]["points"]


def test_rows_reach_standard_output_beside_a_terminal(tmp_path: Path) -> None:
    """What shows how far it is takes nothing of what is written."""
    ours, terminal = pty.openpty()
    with (tmp_path / "levels.jsonl").open("wb") as out:
        command = [sys.executable, "-m", "parlour", "deal", "stackdoku", "--seeds", "0:2", "--json"]
        assert subprocess.run(command, stdout=out, stderr=terminal).returncode == 0
    os.close(terminal)
    os.close(ours)
    assert [json.loads(line)["seed"] for line in (tmp_path / "levels.jsonl").read_bytes().splitlines()] == [0, 1]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((*DEAL, "--format", "parquet"), "--format says how to write --output"),
        ((*DEAL, "--scheduler", "tcp://127.0.0.1:1", "--workers", 2), "either --workers or --scheduler"),
        (("solve", "ten-exorcism", "--seed", 1, "--output", "x"), "go with --seeds"),
        (("verify", "-", "--seconds", 1, "--output", "x"), "use --seconds-each"),
        ((*DEAL, "--output", "/proc/none/x"), "/proc/none"),
    ],
    ids=lambda value: " ".join(map(str, value)) if isinstance(value, tuple) else "",
)
def test_a_wrong_call_says_what_would_be_right(program: Program, words: tuple[object, ...], said: str) -> None:
    ran = program(*words)
    assert ran.code == 2
    assert said in ran.err


@pytest.mark.parametrize(
    ("module", "words", "said"),
    [
        ("distributed", ("--scheduler", "tcp://127.0.0.1:1"), "a scheduler needs Dask: pip install 'parlour[dask]'"),
        ("pyarrow", ("--output", "never.parquet"), "Parquet needs pyarrow: pip install 'parlour[dask]'"),
    ],
)
def test_what_is_not_installed_is_named(
    program: Program, monkeypatch: pytest.MonkeyPatch, module: str, words: tuple[str, ...], said: str
) -> None:
    monkeypatch.delitem(sys.modules, "parlour.batch.cluster", raising=False)
    monkeypatch.setitem(sys.modules, module, None)
    ran = program(*DEAL, *words)
    assert ran.code == 2
    assert said in ran.err
