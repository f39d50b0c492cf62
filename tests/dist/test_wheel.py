"""The wheel alone is the whole hub: no checkout, no Node, no compiler."""

import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import httpx
import pytest

from parlour import __version__
from parlour.games import is_own, kits
from tests.patience import WAIT_S
from tests.dist.conftest import ROOT, environment

PAGES = "parlour/server/client"
SITE = "parlour/server/docs"
GAMES = {kit.game.id for kit in kits().values() if is_own(kit)} | {"windfall"}


def run(installed: Path, *command: str) -> str:
    found = subprocess.run(
        [installed / "bin" / "parlour", *command],
        cwd=installed,
        env=environment(installed),
        check=True,
        capture_output=True,
        text=True,
    )
    return found.stdout


def test_the_wheel_holds_the_program_its_pages_and_documentation_and_what_a_browser_runs_alone(dist: Path) -> None:
    [wheel] = dist.glob(f"parlour-{__version__}-py3-none-any.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert f"{PAGES}/index.html" in names
    assert f"{SITE}/index.html.gz" in names
    assert [name for name in names if name.startswith(f"{PAGES}/python/") and name.endswith(".wasm.gz")]
    assert {name.split("/")[0] for name in names} == {"parlour", f"parlour-{__version__}.dist-info"}
    assert not [name for name in names if name.endswith((".db", ".nbi", ".nbc", ".pyc", ".map"))]


@pytest.mark.parametrize("target", ["wheel", "sdist"])
def test_nothing_is_released_from_a_checkout_without_its_pages(tmp_path: Path, target: str) -> None:
    for name in ("pyproject.toml", "README.md", "LICENSE", "scripts/require_pages.py", "src/parlour/__init__.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    command = [sys.executable, "-m", "hatchling", "build", "--target", target]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert ran.returncode != 0
    assert "make dist builds the pages first" in ran.stderr


def test_a_wheel_can_be_made_from_the_source_archive_without_node(dist: Path, tmp_path: Path) -> None:
    [archive] = dist.glob(f"parlour-{__version__}.tar.gz")
    subprocess.run(["tar", "-xzf", archive, "-C", tmp_path], check=True)
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel"]
    environment = {"PATH": "/nowhere", "HOME": os.environ.get("HOME", "/")}
    subprocess.run(command, cwd=tmp_path / f"parlour-{__version__}", env=environment, check=True, capture_output=True)
    [again] = (tmp_path / f"parlour-{__version__}" / "dist").glob("*.whl")
    [wheel] = dist.glob("*.whl")
    assert sorted(zipfile.ZipFile(again).namelist()) == sorted(zipfile.ZipFile(wheel).namelist())


def test_what_is_installed_says_its_version_and_lists_its_games(installed: Path) -> None:
    assert run(installed, "--version") == f"parlour, version {__version__}\n"
    assert {game["id"] for game in json.loads(run(installed, "games", "--json"))} == GAMES
    where = subprocess.run(
        [installed / "bin" / "python", "-c", "import parlour; print(parlour.__file__)"],
        cwd=installed, check=True, capture_output=True, text=True,
    )  # fmt: skip
    assert where.stdout.startswith(str(installed))


def test_what_is_installed_serves_the_whole_hub(hub: str) -> None:
    with httpx.Client(base_url=hub, verify=False, timeout=WAIT_S) as http:
        page = http.get("/").text
        scripts = re.findall(r'src="(/assets/[^"]+\.js)"', page)
        assert scripts
        assert [http.get(script).status_code for script in scripts] == [200] * len(scripts)
        assert {game["id"] for game in http.get("/api/games").json()} == GAMES
        assert "<title>" in http.get("/docs/").text
