"""The Python of a package that adds games, as a browser is given it."""

import io
import subprocess
import sys
import zipfile
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

from parlour.core.kit import PageFolder
from parlour.games.catalogue.archive import archive_of

KIT = """from importlib.resources import files
from parlour_pond import more
from tests.nim import kit
assert files("parlour_pond").joinpath("boards/easy.txt").read_text() == "boards/easy.txt"
"""
METADATA = """Metadata-Version: 2.1
Name: parlour-pond
Version: 1.0
Requires-Dist: parlour>=0.1
Requires-Dist: msgspec
Requires-Dist: pytest; extra == "dev"
"""
LISTED = "from parlour.games import kits; print('nim' in kits())"


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """An installed package with a game, by its name."""
    folder = tmp_path / "parlour_pond"
    folder.mkdir()
    (folder / "__init__.py").write_text(KIT)
    (folder / "more.py").touch()
    for name in ("boards/easy.txt", "page/board.js", "tests/test_pond.py", "__pycache__/more.pyc", ".hidden"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(name)
    information = tmp_path / "parlour_pond-1.0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text(METADATA)
    (information / "entry_points.txt").write_text("[parlour.games]\nnim = parlour_pond:kit\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "parlour_pond", raising=False)
    return "parlour_pond"


def test_unpacked_elsewhere_it_adds_the_same_games(package: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    archive = archive_of(PageFolder(package))
    assert archive is not None
    assert archive == archive_of(PageFolder(package))
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    with zipfile.ZipFile(io.BytesIO(archive)) as packed:
        packed.extractall(elsewhere)
        travelled = {name for name in packed.namelist() if "dist-info" not in name}
        assert travelled == {"parlour_pond/__init__.py", "parlour_pond/more.py", "parlour_pond/boards/easy.txt"}
    root = Path(__file__).parents[2]
    listed = subprocess.run(
        [sys.executable, "-c", LISTED],
        env={"PYTHONPATH": f"{elsewhere}:{root}"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert listed.stdout == "True\n"


def test_a_package_that_adds_no_game_has_none() -> None:
    assert archive_of(PageFolder("msgspec")) is None


def test_a_package_that_needs_others_stays_where_it_is(package: str, tmp_path: Path) -> None:
    metadata = tmp_path / "parlour_pond-1.0.dist-info" / "METADATA"
    metadata.write_text(f"{METADATA}Requires-Dist: numba>=0.60; python_version > '3'\n")
    assert archive_of(PageFolder(package)) is None


def test_a_package_with_compiled_modules_stays_where_it_is(package: str, tmp_path: Path) -> None:
    inner = tmp_path / "parlour_pond" / "inner"
    inner.mkdir()
    (inner / f"fast{EXTENSION_SUFFIXES[0]}").touch()
    assert archive_of(PageFolder(package)) is None
