"""A disk that is small enough to be filled: a file system in memory, mounted for as long as it is needed."""

import os
import shutil
import subprocess
from contextlib import suppress
from pathlib import Path
from tempfile import mkdtemp

from tests.postgres import NOBODY

MEGABYTES = 96


class SmallDisk:
    """Needs root, as every mount does."""

    def __init__(self) -> None:
        assert os.geteuid() == 0, "a disk that can be filled has to be mounted: run as root, or leave out fill-disk"
        self._folder = folder = Path(mkdtemp(prefix="parlour-disk-"))
        mount = ["mount", "-t", "tmpfs", "-o", f"size={MEGABYTES}m,mode=0777", "parlour-tests", str(folder)]
        subprocess.run(mount, check=True)
        self.tablespace = folder / "tablespace"
        self.tablespace.mkdir()
        os.chown(self.tablespace, NOBODY, NOBODY)

    def fill(self) -> None:
        """Not a byte is left."""
        with suppress(OSError), (self._folder / "balloon").open("wb", buffering=0) as balloon:
            while True:
                balloon.write(b"\0" * 65536)

    def empty(self) -> None:
        """There is space again."""
        (self._folder / "balloon").unlink(missing_ok=True)

    def remove(self) -> None:
        subprocess.run(["umount", "--lazy", str(self._folder)], check=False)
        shutil.rmtree(self._folder, ignore_errors=True)
