"""Appends as fast as it can and says on standard output what was acknowledged; made to be killed."""

import asyncio
import sys

from parlour.store import log
from parlour.store.log import Line
from parlour.store.store import Store
from tests.store.under_way import under_way

WRITERS = 20


async def hammer(store: Store) -> None:
    async def one(match: int) -> None:
        seq = 0
        while True:
            await store.write(log.append(match, seq, [Line(0, f"{match}/{seq}".encode(), ref=str(seq))]))
            sys.stdout.write(f"{match} {seq}\n")
            sys.stdout.flush()
            seq += 1

    await asyncio.gather(*map(one, await store.write(under_way(WRITERS))))


if __name__ == "__main__":
    asyncio.run(hammer(Store(sys.argv[1])))
