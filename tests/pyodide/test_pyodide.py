"""Python 3.14 in a browser plays as the Python that runs these tests: move for move."""

import json
import os
import subprocess
import zipfile
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from scripts.browser_python import write

from parlour.games import kits
from tests.playthroughs.record import FOLDER
from tests.pyodide import answers

ROOT = Path(__file__).parents[2]
CLIENT = ROOT / "client"
BUILT = ROOT / "build" / "browser"
SEEDS = tuple(range(100, 106))
GAMES = ("dots-and-boxes",)


def in_pyodide(module: str, asked: str) -> str:
    """What the main function of a module of these tests answers there."""
    assert (BUILT / ".ready").exists(), "what a browser runs is not built: make browser"
    node = os.pathsep.join([str(ROOT / ".node" / "bin"), os.environ["PATH"]])
    done = subprocess.run(
        ["node", Path(__file__).with_name("node.mjs"), CLIENT, BUILT, ROOT / "tests", module],
        env={**os.environ, "PATH": node},
        input=asked,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def there() -> Any:
    return json.loads(in_pyodide(answers.__name__, _asked()))


@cache
def here() -> Any:
    return json.loads(answers.main(_asked()))


def _asked() -> str:
    return json.dumps({"games": GAMES, "seeds": SEEDS})


@pytest.mark.parametrize("game", GAMES)
def test_the_contracts_games_are_played_alike(there: Any, game: str) -> None:
    assert there["contract"][game] == here()["contract"][game]
    assert len(there["contract"][game]) == len(SEEDS)


@pytest.mark.parametrize("game", GAMES)
def test_the_golden_games_are_played_alike(there: Any, game: str) -> None:
    logs = {name: log for name, log in there["golden"].items() if name.startswith(game)}
    assert logs
    for name, log in logs.items():
        assert (FOLDER / f"{name}.txt").read_text().splitlines()[-1] == log, name


def test_the_archive_is_the_same_whenever_it_is_made_and_holds_nothing_compiled(tmp_path: Path) -> None:
    write(tmp_path / "one.zip")
    write(tmp_path / "other.zip")
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "other.zip").read_bytes()
    with zipfile.ZipFile(tmp_path / "one.zip") as archive:
        for name in archive.namelist():
            assert b"import numba" not in archive.read(name), name
        assert {f"parlour/games/{kit.game.id.replace('-', '_')}/rules.py" for kit in kits().values()} <= set(
            archive.namelist()
        )
