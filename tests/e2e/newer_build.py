"""``parlour`` with the pages of another build: those in the folder that PARLOUR_PAGES names."""

import gzip
import os
import re
import shutil
from pathlib import Path

from parlour.cli.app import main
from parlour.server.http import pages

TEXTS = (".html", ".js", ".css", ".json")


def write(folder: Path) -> str:
    """The pages of this build and the Python for them as if they were another's, at addresses of their own; its name.

    Pyodide stays where it is, as in a build that brings the same one.
    """
    shutil.copytree(pages.FOLDER, folder)
    before = (folder / pages.INDEX).read_text().partition('data-build="')[2].partition('"')[0]
    [python] = [file.parent for file in folder.glob("python/*/files.json.gz")]
    renamed = {before: before[::-1], python.name: python.name[::-1]}
    for file in sorted((folder / "assets").iterdir()):
        renamed[file.name] = f"newer-{file.name}"
        file.rename(file.with_name(renamed[file.name]))
    python = python.rename(python.with_name(renamed[python.name]))
    names = re.compile("|".join(map(re.escape, renamed)))

    def newer(text: str) -> str:
        return names.sub(lambda found: renamed[found[0]], text)

    for file in folder.rglob("*"):
        if file.suffix in TEXTS:
            file.write_text(newer(file.read_text()))
    listed = python / "files.json.gz"
    listed.write_bytes(gzip.compress(newer(gzip.decompress(listed.read_bytes()).decode()).encode(), mtime=0))
    return renamed[before]


if __name__ == "__main__":
    pages.FOLDER = Path(os.environ["PARLOUR_PAGES"])
    pages.PYTHON_FOLDER = pages.FOLDER / pages.PYTHON_FOLDER.name
    main()
