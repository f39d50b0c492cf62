"""What the scripts share: a quick run by default, the published one by --full, a progress bar."""

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from rich.console import Console
from rich.progress import Progress


def read_options(
    question: str,
    quick: Mapping[str, float],
    full: Mapping[str, float],
    only: Sequence[str] = (),
    files: Sequence[str] = (),
) -> argparse.Namespace:
    """Flags for the numbers of a run: those given, else the published run's with --full, else the quick run's.

    Where a script has parts, ``only`` names them, and --only chooses among them. ``files`` must be given, unless
    their names begin with dashes.
    """
    parser = argparse.ArgumentParser(description=question, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--full", action="store_true", help="as published in results.md")
    if only:
        parser.add_argument("--only", choices=only, action="append", help="this part, instead of all; repeatable")
    for name in files:
        parser.add_argument(name, type=Path)
    for name, value in quick.items():
        parser.add_argument(f"--{name}", type=type(value), help=f"{value} by default, {full[name]} with --full")
    options = parser.parse_args()
    for name, value in (full if options.full else quick).items():
        if getattr(options, name) is None:
            setattr(options, name, value)
    return options


def counted(label: str, count: int) -> Iterator[int]:
    """0 to count - 1 with a progress bar, or with a line now and then where there is no terminal."""
    console = Console(stderr=True)
    if not console.is_terminal:
        for number in range(count):
            if number % max(1, count // 10) == 0:
                print(f"{label}: {number} of {count}", file=sys.stderr, flush=True)
            yield number
        return
    with Progress(console=console, transient=True) as progress:
        yield from progress.track(range(count), description=label)
