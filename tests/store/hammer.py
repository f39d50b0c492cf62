"""Appends as fast as it can and says on standard output what was acknowledged; made to be killed."""

import asyncio
import sys

from parlour.store import log
from parlour.store.log import Line
from parlour.store.store import Store

WRITERS = 20


async def hammer(store: Store, run: int) -> None:
    async def one(writer: int) -> None:
        match, seq = run * WRITERS + writer, 0
        while True:
            await store.write(log.append(match, seq, [Line(0, f"{match}/{seq}".encode(), ref=str(seq))]))
            sys.stdout.write(f"{match} {seq}\n")
            sys.stdout.flush()
            seq += 1

    await asyncio.gather(*(one(writer) for writer in range(WRITERS)))


if __name__ == "__main__":
    asyncio.run(hammer(Store(sys.argv[1]), int(sys.argv[2])))
