import fcntl
import os
import shutil
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.other_packages import WINDFALL

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "src" / "parlour"


def made_once(temporary: pytest.TempPathFactory, name: str, make: Callable[[Path], None]) -> Path:
    """A folder that the first of pytest's workers to need it makes, for all of them."""
    own = temporary.getbasetemp()
    shared = own.parent if "PYTEST_XDIST_WORKER" in os.environ else own
    folder, done = shared / name, shared / f"{name}.done"
    with (shared / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not done.exists():
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            make(folder)
            done.touch()
    return folder


@pytest.fixture(scope="package")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the wheel and the source archive."""
    for built, target in (("client/index.html", "client"), ("docs/index.html.gz", "docs")):
        if not (SOURCES / "server" / built).exists():
            pytest.fail(f"not everything that is released is built: make {target}")

    def build(folder: Path) -> None:
        command = [sys.executable, "-m", "hatchling", "build", "--directory", str(folder)]
        subprocess.run(command, cwd=ROOT, check=True, capture_output=True)

    return made_once(tmp_path_factory, "dist", build)


@pytest.fixture(scope="package")
def installed(dist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with the wheel, that of the example game, and what they depend on from this one. The checkout
    cannot be seen there; kernels that were compiled here need not be compiled again."""
    return made_once(tmp_path_factory, "installed", lambda folder: install(dist, folder))


def install(dist: Path, folder: Path) -> None:
    venv.create(folder, with_pip=False)
    [wheel] = dist.glob("*.whl")
    packages = next((folder / "lib").glob("python*/site-packages"))
    (packages / "dependencies.pth").write_text(sysconfig.get_paths()["purelib"] + "\n")
    uv = shutil.which("uv", path=Path(sys.executable).parent) or "uv"
    flags = ("--quiet", "--offline", "--no-deps", "--no-build-isolation", "--python", folder / "bin" / "python")
    subprocess.run([uv, "pip", "install", *flags, wheel, WINDFALL], check=True)
    for kept in SOURCES.rglob("*.nb[ic]"):
        to = packages / "parlour" / kept.relative_to(SOURCES)
        to.parent.mkdir(exist_ok=True)
        shutil.copy(kept, to)


def environment(installed: Path) -> dict[str, str]:
    """Nothing but the installed program can be called by its name: no Node above all."""
    return {"PATH": f"{installed}/bin", "HOME": str(installed), "TMPDIR": os.environ.get("TMPDIR", "/tmp")}


@pytest.fixture(scope="package")
def hub(installed: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a hub that was installed."""
    database = tmp_path_factory.mktemp("hub") / "games.db"
    settings = ("--port", "0", "--no-warm", "--bot-pause", "0", "--database", str(database))
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
