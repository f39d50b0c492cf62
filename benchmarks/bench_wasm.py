"""How fast are the kernels as WebAssembly beside the native ones, and how large is what a browser downloads?

The same calls are made here and, as they were written down, in Node and then in Chromium: every answer is compared.
Figures are processor time of the functions that a row names, in Chromium time by the clock, since a page knows no
other: wait for a quiet machine. Those of Node and Chromium are of the last of three passes, when their compiler has
seen what is hot. To read the clock takes some microseconds: each row is half a second and more of calls that take far
longer than that.
"""

import gzip
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import pytest
from benchmarks.options import read_options
from tests.wasm import chromium, work
from tests.wasm.transcript import LIBRARIES, Transcript

from parlour.games.stackdoku.levels.level import DIFFICULTIES

PASSES = 3
WORK: dict[str, tuple[Callable[[pytest.MonkeyPatch, int], Transcript], int, tuple[str, ...]]] = {
    "annealing": (lambda patch, size: work.boards(patch, range(size), 100_000), 200, ("begin", "anneal")),
    "solver": (lambda patch, size: work.positions(patch, size, range(39, 41), 0), 20, ("narrow", "best_lines")),
    "playouts": (
        lambda patch, size: work.positions(patch, size, range(10, 11), 30_000, trees_every=1),
        30,
        ("grow_two", "grow_many"),
    ),
    "deals": (
        lambda patch, size: work.deals(patch, DIFFICULTIES, range(size)),
        30,
        ("find_puzzle", "certify", "label", "games_on_course", "clears_within"),
    ),
}


def measure(name: str, share: float) -> None:
    """One row: the same calls here, in Node and in Chromium."""
    recorded, size, functions = WORK[name]
    with pytest.MonkeyPatch.context() as patch, tempfile.TemporaryDirectory() as folder:
        recorded(patch, 1)
        patch.undo()
        transcript = recorded(patch, max(1, int(size * share)))
        replays = [
            transcript.replayed(Path(folder), PASSES),
            chromium.replayed(transcript, Path(folder), PASSES),
        ]
    native = sum(transcript.seconds.get(function, 0.0) for function in functions)
    cells = [name, f"{transcript.calls:,}", f"{native:.3f} s"]
    for replay in replays:
        if replay.differences:
            raise AssertionError(replay.differences)
        there = sum(replay.milliseconds.get(function, 0.0) for function in functions) / 1000
        cells += [f"{there:.3f} s", f"{native / there:.2f}"]
    print(f"| {' | '.join(cells)} |", flush=True)


def main() -> None:
    options = read_options(__doc__ or "", {"share": 0.4}, {"share": 1.0}, tuple(WORK))
    print("| work | calls compared | native | Node | speed, Node / native | Chromium | speed, Chromium / native |")
    print("|---|---|---|---|---|---|---|")
    for name in options.only or WORK:
        measure(name, options.share)
    print("\n| library | bytes | gzip |\n|---|---|---|")
    for file in sorted(LIBRARIES.glob("*.wasm")):
        content = file.read_bytes()
        print(f"| {file.stem} | {len(content):,} | {len(gzip.compress(content, 9, mtime=0)):,} |")


if __name__ == "__main__":
    main()
