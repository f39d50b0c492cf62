"""Does a change cost moves? This checkout's server beside another checkout's, by moves in a second of the processor.

Two-player rooms of Dots and Boxes at both, a round at one and then at the other. Two starts of one program differ by
some percent, and a shared machine from minute to minute: each start is told, and all of them together.

    git worktree add ../before COMMIT
    python benchmarks/bench_checkouts.py ../before
"""

import os
import statistics
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

import uvloop

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.dialects import Parlour
from benchmarks.load import Measured, side_by_side
from benchmarks.options import counted, read_options


async def one_start(other: Path, players: int, rounds: int, *, ours_first: bool) -> tuple[Measured, Measured]:
    """What this checkout showed, and what the other did."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as running:

        def start(name: str, checkout: Path | None) -> Parlour:
            parlour = Parlour(Path(folder) / name, checkout=checkout)
            running.callback(parlour.server.stop)
            return parlour

        servers = [start("ours.db", None), start("theirs.db", other)]
        measured = await side_by_side(servers if ours_first else servers[::-1], players // 2, rounds)
    ours, theirs = measured if ours_first else measured[::-1]
    return ours, theirs


async def main() -> None:
    options = read_options(
        __doc__ or "",
        quick={"starts": 2, "rounds": 3, "players": 200},
        full={"starts": 8, "rounds": 6, "players": 200},
        files=("other",),
    )
    if not (options.other / "src" / "parlour" / "__main__.py").is_file():
        sys.exit(f"{options.other} is no checkout of Parlour")
    print("| start | this checkout, moves/CPU-s | the other | ratio |\n|---|---|---|---|")
    starts = []
    for number in counted("starts", options.starts):
        ours, theirs = await one_start(options.other, options.players, options.rounds, ours_first=number % 2 == 0)
        starts.append((ours, theirs))
        print(told(str(number + 1), ours, theirs), flush=True)
    (ours, theirs), *later = starts
    for more_ours, more_theirs in later:
        ours, theirs = ours.and_then(more_ours), theirs.and_then(more_theirs)
    print(told("all", ours, theirs))
    print(f"\nmedian of the ratios: {statistics.median(ratio(*start) for start in starts):.3f}")
    print(f"load average: {os.getloadavg()[0]:.1f}")


def ratio(ours: Measured, theirs: Measured) -> float:
    return ours.moves_per_cpu_s / theirs.moves_per_cpu_s


def told(label: str, ours: Measured, theirs: Measured) -> str:
    return f"| {label} | {ours.moves_per_cpu_s:,.0f} | {theirs.moves_per_cpu_s:,.0f} | {ratio(ours, theirs):.3f} |"


if __name__ == "__main__":
    uvloop.run(main())
