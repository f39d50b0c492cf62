"""``parlour new-game`` writes a package that works: it keeps the contract, is played, and its session holds."""

import ast
import importlib
import keyword
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from parlour.core.bot import Thinking
from parlour.core.kit_check import is_game_id
from parlour.core.match import Match
from tests.cli.program import Program
from tests.node import NODE_PATH
from tests.other_packages import ROOT, install_package

NAME = "pond-life"


def run(installed: Path, *words: str, typed: str = "") -> "subprocess.CompletedProcess[str]":
    environment = os.environ | {"PYTHONPATH": str(installed)}
    return subprocess.run([sys.executable, "-m", *words], input=typed, capture_output=True, text=True, env=environment)


def test_a_new_game_is_installed_tested_played_and_verified(program: Program, tmp_path: Path) -> None:
    said = program("new-game", NAME, "--in", str(tmp_path)).out
    assert f"parlour play {NAME} --bot expert" in said
    installed = tmp_path / "installed"
    install_package(tmp_path / NAME, installed)
    tested = run(installed, "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", str(tmp_path), str(tmp_path / NAME))
    assert tested.returncode == 0, tested.stdout
    session = tmp_path / "session.json"
    moves = "1\n2\n9\n" + "1\n" * 20
    played = run(
        installed, "parlour", "play", NAME, "--bot", "expert", "--seed", "4", "--save", str(session), typed=moves
    )
    assert played.returncode == 0, played.stderr
    verified = run(installed, "parlour", "verify", str(session))
    assert verified.returncode == 0, verified.stdout
    assert "not played to the end" not in verified.stdout


def test_the_page_of_a_new_game_is_checked_against_what_the_hub_gives_it(program: Program, tmp_path: Path) -> None:
    program("new-game", NAME, "--in", str(tmp_path))
    right = type_check(tmp_path / NAME)
    assert (right.returncode, right.stdout) == (0, "")
    board = tmp_path / NAME / "src" / "parlour_pond_life" / "page" / "board.js"
    text = board.read_text()
    assert 'props.submit?.({ do: "take", count })' in text
    board.write_text(
        text.replace('{ do: "take", count }', '{ do: "leap", count }').replace("host.announce", "host.shout")
    )
    wrong = type_check(tmp_path / NAME)
    assert wrong.returncode != 0
    assert '"leap"' in wrong.stdout
    assert "'shout' does not exist on type 'Host'" in wrong.stdout


def type_check(package: Path) -> "subprocess.CompletedProcess[str]":
    """What TypeScript says of a package's page, as an editor would."""
    node = shutil.which("node", path=NODE_PATH) or "node"
    tsc = ROOT / "client" / "node_modules" / "typescript" / "bin" / "tsc"
    return subprocess.run([node, tsc, "--project", package / "jsconfig.json"], capture_output=True, text=True)


def test_where_pipx_installed_the_program_the_next_steps_are_those_of_pipx(
    program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "    pytest\n" in program("new-game", NAME, "--in", str(tmp_path / "one")).out
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    (tmp_path / "pipx_metadata.json").touch()
    said = program("new-game", NAME, "--in", str(tmp_path / "other")).out.splitlines()
    assert [line.strip() for line in said[2:]] == [
        "pipx inject parlour pytest",
        "pipx inject --editable parlour .",
        f"{sys.executable} -m pytest",
        f"parlour play {NAME} --bot expert",
    ]


@pytest.mark.parametrize(
    "name", ["Pond", "pond_life", "-pond", "pond--life", "../pond", "stackdoku", "hub", "admin", "x" * 41, ""]
)
def test_a_name_that_cannot_be_an_id_is_refused(program: Program, tmp_path: Path, name: str) -> None:
    assert program("new-game", name, "--in", str(tmp_path)).code == 2
    assert list(tmp_path.glob("*/pyproject.toml")) == []


def awkward_names() -> list[str]:
    """Python's own words, and every name that the template itself uses, as ids; and ids with digits."""
    template = ROOT / "src" / "parlour" / "cli" / "new_game_files"
    names = {*keyword.kwlist, *keyword.softkwlist}
    for file in template.rglob("*.py.in"):
        for node in ast.walk(ast.parse(file.read_text())):
            names |= {value for value in vars(node).values() if isinstance(value, str)}
    ids = {re.sub(r"(?<=[a-z])(?=[A-Z])|_+", "-", name).strip("-").lower() for name in names if name.isidentifier()}
    return sorted(ids | {"x-2-3d", "new-game", "kit-2"})


def test_a_game_may_have_any_id_that_is_one(program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever it is called, its package is read and a whole game is played."""
    names = [name for name in awkward_names() if is_game_id(name)]
    assert {"none", "class", "state", "game", "view", "take", "struct", "x-2-3d"} <= set(names)
    for name in names:
        assert program("new-game", name, "--in", str(tmp_path)).code == 0, name
        monkeypatch.syspath_prepend(tmp_path / name / "src")
        kit = importlib.import_module(f"parlour_{name.replace('-', '_')}").kit
        match = Match.begin(kit.game, id=name, seed=1, started=0)
        while (seats := kit.game.to_move(match.state)) and len(match.session.entries) < 100:
            action = kit.bots[seats[0]].choose(match.state, seats[0], Thinking(1, 0))
            match, refusal = match.submit(seats[0], kit.text.read(kit.text.write(action)), at_ms=0)
            assert refusal is None, name
        assert kit.game.id == name
        assert kit.game.outcome(match.state) is not None, name


def test_the_documentation_counts_what_is_written(program: Program, tmp_path: Path) -> None:
    files = program("new-game", NAME, "--in", str(tmp_path), "--json").json["files"]

    def lines(folder: str, *endings: str) -> int:
        chosen = [file for file in files if file.startswith(folder) and file.endswith(endings)]
        return sum(len((tmp_path / NAME / file).read_text().splitlines()) for file in chosen)

    told = " ".join((ROOT / "docs" / "ADDING_A_GAME.md").read_text().split())
    python, page, tests = lines("src", ".py"), lines("src", ".js", ".css"), lines("tests", ".py")
    assert f"{len(files)} files, of which {python} lines are Python, {page} are script and style" in told
    assert f"and {tests} are tests" in told


def test_what_was_written_is_told_as_json(program: Program, tmp_path: Path) -> None:
    told = program("new-game", NAME, "--in", str(tmp_path), "--json").json
    assert told["folder"] == str(tmp_path / NAME)
    written = {str(file.relative_to(tmp_path / NAME)) for file in (tmp_path / NAME).rglob("*") if file.is_file()}
    assert set(told["files"]) == written


def test_a_folder_that_is_there_is_not_written_over(program: Program, tmp_path: Path) -> None:
    (tmp_path / NAME).mkdir()
    done = program("new-game", NAME, "--in", str(tmp_path))
    assert done.code == 2
    assert "is there already" in done.err
