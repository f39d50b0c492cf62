import os
import shutil
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.many import MANY
from tests.other_packages import WINDFALL

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "src" / "parlour"


@pytest.fixture(scope="package")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the wheel and the source archive."""
    for built, target in (("client/index.html", "client"), ("docs/index.html.gz", "docs")):
        if not (SOURCES / "server" / built).exists():
            pytest.fail(f"not everything that is released is built: make {target}")
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "hatchling", "build", "--directory", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    return folder


@pytest.fixture(scope="package")
def installed(dist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with the wheel, that of the example game, and what they depend on. The checkout cannot be seen
    there.

    Dependencies are those of this environment, and kernels that were compiled here need not be compiled again. Where
    many are asked for, nothing is there before: all that the wheel names is fetched, and the kernels are compiled.
    """
    folder = tmp_path_factory.mktemp("installed")
    venv.create(folder, with_pip=False)
    [wheel] = dist.glob("*.whl")
    uv = shutil.which("uv", path=Path(sys.executable).parent) or "uv"
    into = (uv, "pip", "install", "--quiet", "--python", folder / "bin" / "python")
    if MANY:
        subprocess.run([*into, wheel, WINDFALL], check=True)
        subprocess.run([folder / "bin" / "parlour", "warm"], env=environment(folder), check=True)
        return folder
    packages = next((folder / "lib").glob("python*/site-packages"))
    (packages / "dependencies.pth").write_text(sysconfig.get_paths()["purelib"] + "\n")
    subprocess.run([*into, "--offline", "--no-deps", "--no-build-isolation", wheel, WINDFALL], check=True)
    for kept in SOURCES.rglob("*.nb[ic]"):
        to = packages / "parlour" / kept.relative_to(SOURCES)
        to.parent.mkdir(exist_ok=True)
        shutil.copy(kept, to)
    return folder


def environment(installed: Path) -> dict[str, str]:
    """Nothing but the installed program can be called by its name: no Node above all."""
    return {"PATH": f"{installed}/bin", "HOME": str(installed), "TMPDIR": os.environ.get("TMPDIR", "/tmp")}


@pytest.fixture(scope="package")
def hub(installed: Path) -> Iterator[str]:
    """The address of a hub that was installed."""
    settings = ("--port", "0", "--no-warm", "--bot-pause", "0", "--database", "games.db")
    with subprocess.Popen(
        [installed / "bin" / "parlour", "serve", *settings],
        cwd=installed,
        env=environment(installed),
        stdout=subprocess.PIPE,
        text=True,
    ) as server:
        assert server.stdout is not None
        said = next(line for line in server.stdout if "Parlour is at" in line)
        yield said.split()[-1]
        server.terminate()
