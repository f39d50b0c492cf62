"""Runs Parlour on a machine whose time is wrong: ``python -m tests.cluster.wrong_clock FILE serve …``.

The file says by how many seconds, and is read again and again. Only the time of day is wrong: what counts the seconds
between two moments goes on, as it does when a system's time is set.
"""

import sys
import time
from pathlib import Path

from parlour.cli.app import main


def set_wrong(offset: Path) -> None:
    """From now on the time of day is what the file says it is off by."""
    right = time.time
    time.time = lambda: right() + float(offset.read_text())


if __name__ == "__main__":
    set_wrong(Path(sys.argv.pop(1)))
    main()
