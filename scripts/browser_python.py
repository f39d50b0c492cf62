"""The Python that runs in the browser: python -m scripts.browser_python FOLDER

Writes parlour.zip: what the games need of the package, without what is compiled or only serves. The same sources give
the same bytes.
"""

import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

SOURCES = Path(__file__).parents[1] / "src"
PACKAGES = ("core", "games", "protocol", "home", "languages")
UNCOMPILED = ("__init__.py", "constants.py")
"""What a package of kernels holds beside kernels."""
EPOCH = (1980, 1, 1, 0, 0, 0)


def files() -> Iterator[Path]:
    """The modules that travel, in order, and what they say in every language."""
    package = SOURCES / "parlour"
    yield package / "__init__.py"
    for name in PACKAGES:
        for file in sorted((package / name).rglob("*.py")):
            compiled = file == package / "core" / "kernels.py" or file.parent.name == "kernels"
            if not compiled or file.name in UNCOMPILED:
                yield file
    yield from sorted((package / "languages").glob("*/words.json"))


def write(to: Path) -> None:
    """The archive of these modules."""
    with zipfile.ZipFile(to, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for file in files():
            entry = zipfile.ZipInfo(file.relative_to(SOURCES).as_posix(), EPOCH)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, file.read_bytes())


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    write(folder / "parlour.zip")
