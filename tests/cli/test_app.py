import subprocess
import sys
from dataclasses import replace

import pytest

from parlour.cli.app import app
from parlour.games import kits
from tests.cli.program import Program
from tests.nim import kit

COMMANDS = list(app.commands)


@pytest.mark.parametrize("words", [["--help"], ["play", "--help"], ["evaluate", "--help"]], ids=" ".join)
def test_help_loads_neither_numba_nor_a_game(words: list[str]) -> None:
    script = (
        f"import sys; sys.argv = ['parlour', *{words}]\n"
        "from parlour.cli.app import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "heavy = {'numba', 'numpy', 'msgspec', 'rich', 'parlour.games', 'litestar', 'uvicorn', 'sqlalchemy'}\n"
        "heavy &= set(sys.modules)\n"
        "assert not heavy, heavy"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "Usage: parlour" in done.stdout


def test_listing_games_does_not_load_numba() -> None:
    script = (
        "import sys; sys.argv = ['parlour', 'games']\n"
        "from parlour.cli.app import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "assert 'numba' not in sys.modules"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_examples(program: Program, command: str) -> None:
    ran = program(command, "--help")
    assert ran.code == 0
    assert f"parlour {command}" in ran.out
    assert "Examples:" in ran.out


def test_the_games_are_listed_with_their_options(program: Program) -> None:
    listed = {game["id"]: game for game in program("games", "--json").json}
    assert listed["ten-exorcism"]["seats"] == [1, 1]
    [mode] = listed["ten-exorcism"]["options"]
    assert (mode["name"], mode["kind"], mode["default"]) == ("mode", "choice", "classic")
    assert [choice["value"] for choice in mode["choices"]] == ["classic", "endless"]
    assert "ten-exorcism-v1" in listed["ten-exorcism"]["formats"]
    assert "--mode classic | endless  [default: classic]" in program("games").out


@pytest.mark.parametrize("workers", [1, 2])
def test_warming_compiles_every_game(program: Program, workers: int) -> None:
    warmed = program("warm", "--workers", str(workers), "--json").json
    assert [game["game"] for game in warmed] == list(kits())


def test_a_game_that_cannot_be_compiled_is_named_and_costs_the_others_nothing(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = {"raises": replace(kit, warm_rules=_break), "exits": replace(kit, warm_engine=sys.exit), "nim": kit}
    monkeypatch.setattr("parlour.games.kits", lambda: broken)
    said = program("warm", "--workers", "1")
    assert said.code == 1
    assert [line.partition(" ready")[0] for line in said.out.splitlines()] == ["nim:"]
    assert "raises: cannot be compiled: CompilerBroke: [no] such register\n" in said.err
    assert "exits: cannot be compiled: SystemExit: \n" in said.err
    told = program("warm", "--workers", "1", "--json")
    assert told.code == 1
    assert [(one["game"], one["failed"] is None) for one in told.json] == [
        ("raises", False),
        ("exits", False),
        ("nim", True),
    ]


class CompilerBroke(Exception):
    """What a compiler may raise."""


def _break() -> None:
    raise CompilerBroke("[no] such register")


def test_the_installed_program_runs() -> None:
    done = subprocess.run([sys.executable, "-m", "parlour", "games", "--json"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "ten-exorcism" in done.stdout


def test_a_reader_that_stops_early_gets_no_complaint() -> None:
    done = subprocess.run(
        [f"{sys.executable} -m parlour board ten-exorcism --seed 1 | head -n 1; exit ${{PIPESTATUS[0]}}"],
        shell=True,
        executable="/bin/bash",
        capture_output=True,
        text=True,
    )
    assert done.returncode in (0, 1)
    assert not done.stderr
