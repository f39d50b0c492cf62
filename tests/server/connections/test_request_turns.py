"""Requests that arrive together begin to be answered a few at a time, in turn by address."""

import asyncio
from functools import partial
from itertools import pairwise

from parlour.server.connections.request_turns import BEGUN_AT_ONCE, RequestTurns


async def one_turn() -> None:
    await asyncio.sleep(0)


def test_few_requests_begin_in_one_turn_of_the_loop_and_all_do_in_the_end() -> None:
    async def check() -> None:
        turns, begun = RequestTurns(), list[int]()
        for number in range(3 * BEGUN_AT_ONCE + 1):
            turns.begin("a", partial(begun.append, number))
        seen = [len(begun)]
        while len(begun) < 3 * BEGUN_AT_ONCE + 1:
            await one_turn()
            seen.append(len(begun))
        assert begun == sorted(begun)
        assert seen[0] == BEGUN_AT_ONCE
        assert all(later - before <= BEGUN_AT_ONCE for before, later in pairwise(seen))

    asyncio.run(check())


def test_another_address_waits_for_one_request_of_each() -> None:
    async def check() -> None:
        turns, begun = RequestTurns(), list[str]()
        for _ in range(20 * BEGUN_AT_ONCE):
            turns.begin("many", lambda: begun.append("many"))
        turns.begin("one", lambda: begun.append("one"))
        await one_turn()
        assert begun.index("one") <= BEGUN_AT_ONCE + 1

    asyncio.run(check())


def test_whoever_comes_alone_never_waits() -> None:
    async def check() -> None:
        turns, begun = RequestTurns(), list[int]()
        for number in range(3 * BEGUN_AT_ONCE):
            turns.begin("a", partial(begun.append, number))
            assert begun == list(range(number + 1))
            await one_turn()

    asyncio.run(check())
