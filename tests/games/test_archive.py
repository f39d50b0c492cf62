"""The Python of a package that adds games, as a browser is given it."""

import io
import subprocess
import sys
import zipfile
from dataclasses import replace
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

from parlour.core.kit import PageFolder
from parlour.games.catalogue.archive import archive_of
from parlour.games.catalogue.requirements import BROWSER_PYTHON, needed_name
from parlour.testing.page_laws import its_page_can_be_served_and_says_the_same_things_in_every_language as law
from tests.nim import kit as nim

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
    with pytest.raises(AssertionError, match=r"it needs numba, which .* say travels=False if that is meant"):
        law(replace(nim, page=PageFolder(package)), 0)


@pytest.mark.parametrize(
    ("requirement", "needed"),
    [
        ("tomli", "tomli"),
        ("Typing_Extensions>=4", "typing-extensions"),
        ('tomli>=2; python_version < "3.11"', None),
        ("tomli; python_full_version >= '3.11.0'", "tomli"),
        ('tomli; python_version > "3.9"', "tomli"),
        ('compression; python_version >= "3.13"', "compression"),
        ('backports; python_version < "3.14"', None),
        ('uvloop; sys_platform != "win32"', "uvloop"),
        ('uvloop; sys_platform == "linux" or (platform_system == "Darwin" and os_name == "posix")', None),
        ('pywin32; "win32" == sys_platform', None),
        ('pytest; extra == "dev"', None),
        ('pytest; (python_version >= "3.11") and extra == "dev"', None),
        ('odd; python_version ~= "3.8"', "odd"),
        ('odd; platform_release not in "5 6"', "odd"),
        ('odd; python_version < "3.11" odd', "odd"),
        ('odd; (python_version < "3.11"', "odd"),
    ],
)
def test_a_requirement_asks_for_what_its_marker_says_of_a_browser(requirement: str, needed: str | None) -> None:
    assert needed_name(requirement) == needed


def test_browsers_run_the_python_whose_wheels_are_downloaded_for_them() -> None:
    lines = (Path(__file__).parents[2] / "Makefile").read_text().splitlines()
    named = {line.split("--python-version ")[1].split()[0] for line in lines if "--abi cp" in line}
    locked = {line.split("--python-version ")[1].split()[0] for line in lines if "$(BROWSER_LOCK) -" in line}
    assert named == locked == {BROWSER_PYTHON}


def test_a_package_whose_requirements_are_for_other_places_travels(package: str, tmp_path: Path) -> None:
    metadata = tmp_path / "parlour_pond-1.0.dist-info" / "METADATA"
    metadata.write_text(f"{METADATA}Requires-Dist: tomli; python_version < '3.11'\n")
    assert archive_of(PageFolder(package)) is not None


def test_a_package_with_compiled_modules_stays_where_it_is(package: str, tmp_path: Path) -> None:
    inner = tmp_path / "parlour_pond" / "inner"
    inner.mkdir()
    (inner / f"fast{EXTENSION_SUFFIXES[0]}").touch()
    assert archive_of(PageFolder(package)) is None
