"""The wheel alone is the whole hub: no checkout, no Node, no compiler."""

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import venv
import zipfile
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from parlour import __version__

ROOT = Path(__file__).parents[2]
PAGES = "parlour/server/client"


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if not (ROOT / "src" / PAGES / "index.html").exists():
        pytest.fail("the pages are not built: make client")
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "hatchling", "build", "--directory", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    return folder


@pytest.fixture(scope="module")
def installed(dist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with the wheel, and what it depends on from this one, where the checkout cannot be seen."""
    folder = tmp_path_factory.mktemp("installed")
    venv.create(folder, with_pip=False)
    [wheel] = dist.glob("*.whl")
    python = folder / "bin" / "python"
    uv = [shutil.which("uv", path=Path(sys.executable).parent) or "uv"]
    subprocess.run([*uv, "pip", "install", "--quiet", "--no-deps", "--python", python, wheel], check=True)
    packages = next((folder / "lib").glob("python*/site-packages"))
    (packages / "dependencies.pth").write_text(sysconfig.get_paths()["purelib"] + "\n")
    return folder


def run(installed: Path, *command: str) -> str:
    environment = {"PATH": f"{installed}/bin", "HOME": str(installed)}
    found = subprocess.run(
        [installed / "bin" / "parlour", *command],
        cwd=installed,
        env=environment,
        check=True,
        capture_output=True,
        text=True,
    )
    return found.stdout


@pytest.fixture(scope="module")
def hub(installed: Path) -> Iterator[str]:
    """Its address."""
    environment = {"PATH": f"{installed}/bin", "HOME": str(installed)}
    command = [str(installed / "bin" / "parlour"), "serve", "--port", "0", "--no-warm", "--database", "games.db"]
    with subprocess.Popen(command, cwd=installed, env=environment, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        said = next(line for line in server.stdout if "Parlour is at" in line)
        yield said.split()[-1]
        server.terminate()


def test_the_wheel_holds_the_program_its_pages_and_what_a_browser_runs_and_nothing_else(dist: Path) -> None:
    [wheel] = dist.glob(f"parlour-{__version__}-py3-none-any.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert f"{PAGES}/index.html" in names
    assert [name for name in names if name.startswith(f"{PAGES}/python/") and name.endswith(".wasm.gz")]
    assert {name.split("/")[0] for name in names} == {"parlour", f"parlour-{__version__}.dist-info"}
    assert not [name for name in names if name.endswith((".db", ".nbi", ".nbc", ".pyc", ".map"))]


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
    assert {"ten-exorcism", "dots-and-boxes", "stackdoku"} <= {
        game["id"] for game in json.loads(run(installed, "games", "--json"))
    }
    where = subprocess.run(
        [installed / "bin" / "python", "-c", "import parlour; print(parlour.__file__)"],
        cwd=installed, check=True, capture_output=True, text=True,
    )  # fmt: skip
    assert where.stdout.startswith(str(installed))


def test_what_is_installed_serves_the_whole_hub(hub: str) -> None:
    with httpx.Client(base_url=hub) as http:
        page = http.get("/").text
        scripts = re.findall(r'src="(/assets/[^"]+\.js)"', page)
        assert scripts
        assert [http.get(script).status_code for script in scripts] == [200] * len(scripts)
        assert len(http.get("/api/games").json()) >= 3
