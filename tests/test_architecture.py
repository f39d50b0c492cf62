"""The borders of docs/ARCHITECTURE.md are watched: planting a breach makes `make check` fail."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
BIN = Path(sys.executable).parent


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of the sources to plant things in."""
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def plant(tree: Path, module: str, line: str) -> None:
    file = tree / "src" / "parlour" / module
    file.write_text(file.read_text() + f"\n{line}\n")


def imports_hold(tree: Path) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [BIN / "lint-imports", "--no-cache"],
        cwd=tree,
        env={"PYTHONPATH": str(tree / "src"), "PATH": str(BIN), "COLUMNS": "200"},
        capture_output=True,
        text=True,
    )


def test_the_tree_as_it_is_keeps_its_borders(tree: Path) -> None:
    done = imports_hold(tree)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    ("module", "line", "broken"),
    [
        ("games/ten_exorcism/rules.py", "import time", "no clock"),
        ("games/ten_exorcism/rules.py", "from datetime import datetime", "no clock"),
        ("games/ten_exorcism/rules.py", "import random", "no clock"),
        ("core/match.py", "import os", "no clock"),
        ("core/game.py", "import parlour.games", "point one way"),
        ("games/ten_exorcism/rules.py", "import parlour.cli.common", "point one way"),
        ("games/stackdoku/levels/level.py", "import parlour.games.stackdoku.rules", "Inside Stackdoku"),
        ("games/stackdoku/hints/marks.py", "import parlour.games.stackdoku.rules", "Inside Stackdoku"),
        ("store/log.py", "import parlour.server.live.hub", "point one way"),
        ("server/live/hub.py", "import parlour.batch.arena", "point one way"),
        ("server/live/match_host.py", "import parlour.server.socket.handshake", "Inside the server"),
        ("server/after/confirmer.py", "import parlour.server.live.room", "Inside the server"),
        ("server/access/limits.py", "import parlour.server.http.rooms", "Inside the server"),
        ("store/log.py", "import sqlite3", "speaks to SQLite"),
        ("server/app.py", "import sqlalchemy", "speaks SQL"),
        ("store/ranking.py", "import parlour.store.tables", "without a database"),
    ],
)
def test_a_planted_import_breaks_the_check(tree: Path, module: str, line: str, broken: str) -> None:
    plant(tree, module, line)
    done = imports_hold(tree)
    assert done.returncode != 0
    assert any(broken in row and "BROKEN" in row for row in done.stdout.splitlines()), done.stdout


def test_a_planted_import_from_game_to_game_breaks_the_check(tree: Path) -> None:
    other = tree / "src" / "parlour" / "games" / "other_game"
    other.mkdir()
    (other / "__init__.py").write_text("from parlour.games.ten_exorcism import rules\n")
    done = imports_hold(tree)
    assert done.returncode != 0
    assert "Games never import each other BROKEN" in done.stdout


@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("games/ten_exorcism/text.py", "import numba  # noqa: E402, F401"),
        ("store/log.py", "from sqlalchemy.dialects.sqlite import insert  # noqa: E402, F401"),
    ],
)
def test_a_planted_import_that_has_its_own_place_breaks_the_check(tree: Path, module: str, line: str) -> None:
    plant(tree, module, line)
    done = subprocess.run([BIN / "ruff", "check", "."], cwd=tree, capture_output=True, text=True)
    assert done.returncode != 0
    assert "TID251" in done.stdout
