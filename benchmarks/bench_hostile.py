"""Do players notice while others flood, babble, trespass and forge? What they wait in quiet and under attack.

Everybody plays with the limits that a server has by default, each table from an address of its own.
"""

import asyncio
import os
import sys
import tempfile
from pathlib import Path

import msgspec
import uvloop

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.dialects import Parlour
from benchmarks.load import Load, Measured
from benchmarks.options import read_options


def row(name: str, measured: Measured) -> str:
    waits = " / ".join(f"{measured.wait_ms(part):.1f}" for part in (0.5, 0.99, 1))
    return f"| {name} | {measured.moves:,} | {waits} | {measured.cpu_s / measured.wall_s:.0%} |"


async def main() -> None:
    options = read_options(__doc__ or "", quick={"tables": 50, "seconds": 8.0}, full={"tables": 100, "seconds": 30.0})
    with tempfile.TemporaryDirectory() as folder:
        dialect = Parlour(Path(folder) / "parlour.db", limited=True)
        try:
            load = Load(dialect, options.tables, think_s=1)
            await load.open()
            quiet = await load.for_seconds(options.seconds)
            attack = await asyncio.create_subprocess_exec(
                sys.executable,
                str(Path(__file__).parent / "hostile.py"),
                dialect.server.said,
                str(options.seconds + 2),
                *dialect.whereabouts(load.tables[0]),
                stdout=asyncio.subprocess.PIPE,
            )
            await asyncio.sleep(2)
            attacked = await load.watch(options.seconds)
            said, _ = await attack.communicate()
            await load.close()
        finally:
            dialect.server.stop()
    print("| | moves | p50 / p99 / longest ms | server's processor |\n|---|---|---|---|")
    print(row("quiet", quiet))
    print(row("under attack", attacked))
    print(f"\np99 under attack / quiet: {attacked.wait_ms(0.99) / quiet.wait_ms(0.99):.2f}")
    print("\n| refused | times |\n|---|---|")
    for what, times in msgspec.json.decode(said).items():
        print(f"| {what} | {times} |")
    print(f"\nload average: {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    uvloop.run(main())
