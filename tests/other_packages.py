"""Packages of games in an environment of the tests' own, as somebody would install them beside Parlour."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
WINDFALL = ROOT / "examples" / "windfall"


def install_package(package: Path, folder: Path) -> None:
    """Build a package and put it into a folder of packages; nothing is fetched from anywhere."""
    uv = str(Path(sys.executable).parent / "uv")
    flags = ("--quiet", "--offline", "--no-deps", "--no-build-isolation", "--python", sys.executable)
    subprocess.run([uv, "pip", "install", *flags, "--target", str(folder), str(package)], check=True)
