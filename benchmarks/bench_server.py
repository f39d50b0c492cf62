"""How many moves does a second of the server's processor carry, and how long do players wait? Beside boardgame.io.

Two-player rooms of Dots and Boxes with their real rules. First 200 players who move as soon as they can, at both
servers; then 1,000 players who think for a second before each move, at ours. Ours answers when the move is on the disk;
boardgame.io keeps everything in memory. One load client for both, in this process.
"""

import os
import sys
import tempfile
from pathlib import Path

import uvloop

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.dialects import BoardgameIo, Parlour
from benchmarks.load import COLUMNS, Dialect, Load, Measured, side_by_side
from benchmarks.options import read_options


async def thinking(dialect: Dialect, tables: int, seconds: float) -> Measured:
    load = Load(dialect, tables, think_s=1)
    await load.open()
    measured = await load.for_seconds(seconds)
    await load.close()
    return measured


async def main() -> None:
    options = read_options(
        __doc__ or "",
        quick={"rounds": 2, "players": 200, "thinkers": 1000, "seconds": 5.0},
        full={"rounds": 10, "players": 200, "thinkers": 1000, "seconds": 30.0},
    )
    print(COLUMNS)
    with tempfile.TemporaryDirectory() as folder:
        dialects: list[Dialect] = [BoardgameIo(), Parlour(Path(folder) / "busy.db")]
        try:
            theirs, ours = await side_by_side(dialects, options.players // 2, options.rounds)
        finally:
            for dialect in dialects:
                dialect.server.stop()
        print(theirs.row(), ours.row(), sep="\n", flush=True)
        calm = Parlour(Path(folder) / "thinking.db")
        try:
            print((await thinking(calm, options.thinkers // 2, options.seconds)).row())
        finally:
            calm.server.stop()
    print(f"\nours / theirs, moves per CPU second: {ours.moves_per_cpu_s / theirs.moves_per_cpu_s:.2f}")
    print(f"load average: {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    uvloop.run(main())
