"""How long does a rejection take among many rated matches, and for how long do others wait meanwhile?

One result is rejected, and the ratings of its game follow, while somebody else writes to the same store over and over.
The peer does all of it in one transaction of the writer. Both begin with a copy of the same file.
"""

import asyncio
import shutil
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import uvloop

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.bench_growth import AT_ONCE, GAME, PEOPLE, add_finished, add_players
from benchmarks.options import counted, read_options
from tests.store.keeping import InOneTransaction

from parlour.store import marks, quotas
from parlour.store.quotas import SpentQuota
from parlour.store.rerating import rate_again
from parlour.store.store import Store
from parlour.store.transaction import Transaction

PAUSE_S = 0.01
"""Between two commits of the other writer."""
Reject = Callable[[Store, str], Awaitable[None]]


async def ours(store: Store, match: str) -> None:
    """As a server does it."""
    await store.write(marks.decide(match, "rejected", "benchmark", 1))
    assert await rate_again(store, GAME)


async def in_one_transaction(store: Store, match: str) -> None:
    """The decision, and all that is read, rated and written, as one job of the writer."""

    def run(transaction: Transaction) -> None:
        marks.decide(match, "rejected", "benchmark", 1)(transaction)
        assert asyncio.run(rate_again(InOneTransaction(transaction), GAME))

    await store.write(run)


async def fill(database: Path, matches: int) -> None:
    """A store with so many rated matches."""
    store = Store(database)
    await store.write(add_players(range(PEOPLE)))
    steps = range(0, matches, AT_ONCE)
    for number in counted(f"{matches} matches", len(steps)):
        await store.write(add_finished(range(steps[number], min(steps[number] + AT_ONCE, matches))))
    store.close()


async def measured(database: Path, reject: Reject, match: str) -> tuple[float, list[float]]:
    """Seconds until all is done, and how long each commit of the other writer took meanwhile."""
    store = Store(database)
    waits: list[float] = []
    rejecting = asyncio.ensure_future(reject(store, match))
    began = time.perf_counter()
    while not rejecting.done():
        asked = time.perf_counter()
        await store.write(quotas.keep([SpentQuota("benchmark", "somebody", 1.0, len(waits))], 0))
        waits.append(time.perf_counter() - asked)
        await asyncio.sleep(PAUSE_S)
    await rejecting
    took = time.perf_counter() - began
    store.close()
    return took, waits


async def main() -> None:
    options = read_options(__doc__ or "", quick={"matches": 1_000}, full={"matches": 5_000})
    print("| rejected, of so many | how | seconds | longest wait of a commit, ms | median, ms |\n|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        filled = Path(folder) / "filled.db"
        await fill(filled, options.matches)
        for which, match in (("the first", 0), ("the middle one", options.matches // 2)):
            for how, reject in (("ours", ours), ("all in one transaction", in_one_transaction)):
                copy = Path(folder) / "copy.db"
                shutil.copy(filled, copy)
                took, waits = await measured(copy, reject, f"{match:016x}")
                longest, median = max(waits) * 1000, sorted(waits)[len(waits) // 2] * 1000
                print(
                    f"| {which} of {options.matches:,} | {how} | {took:.1f} | {longest:.0f} | {median:.1f} |",
                    flush=True,
                )
                copy.unlink()


if __name__ == "__main__":
    uvloop.run(main())
