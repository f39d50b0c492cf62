"""``parlour`` with the pages of another build: those in the folder that PARLOUR_PAGES names."""

import os
import shutil
from pathlib import Path

from parlour.cli.app import main
from parlour.server.http import pages


def write(folder: Path) -> str:
    """The pages of this build as if they were another's; its name."""
    index = (pages.FOLDER / pages.INDEX).read_text()
    before = index.partition('data-build="')[2].partition('"')[0]
    newer = before[::-1]
    shutil.copytree(pages.FOLDER, folder)
    for name in (pages.INDEX, "service-worker.js"):
        file = folder / name
        file.write_text(file.read_text().replace(before, newer))
    return newer


if __name__ == "__main__":
    pages.FOLDER = Path(os.environ["PARLOUR_PAGES"])
    main()
