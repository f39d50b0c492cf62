"""A session step by step, as a spectator saw it: a finished match, or a text from elsewhere."""

import hashlib
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from itertools import islice
from typing import TypeAlias

from parlour.core.match import AnyMatch
from parlour.core.replay import replay
from parlour.core.session import AnySession, encode_session
from parlour.games import kit_of
from parlour.games.documents import Document
from parlour.protocol.steps import Step, step_of, while_it_holds
from parlour.server.work.pool import Pool
from parlour.server.work.single_flight import SingleFlight
from parlour.server.work.tasks import loaded, own_session

BLOCK = 50
"""The number of steps that one task works out and that are kept together."""
MOST_KEPT = 32 * 2**20
"""Bytes of steps that are cached; the least recently requested go first."""

MOST_REPLAYS = 8
"""Replays that a worker keeps for the next block."""


Work: TypeAlias = Callable[[int], Awaitable[list[Step]]]
"""Computes the block of steps that begins with a sequence number."""


class Steps:
    """A cache of the steps of sessions, which workers compute a block at a time."""

    def __init__(self, pool: Pool, most_kept: int = MOST_KEPT) -> None:
        self._pool = pool
        self._most_kept = most_kept
        self._kept: OrderedDict[tuple[str, int], list[Step]] = OrderedDict()
        self._size = 0
        self._coming: SingleFlight[tuple[str, int], list[Step]] = SingleFlight()

    async def page(self, session: AnySession, first: int, count: int) -> list[Step]:
        """Steps of a session that is over, from a sequence number on."""
        last = min(first + count, len(session.entries) + 1)
        return await self._page(session.id, first, last, partial(self._of_match, session))

    async def page_of_text(self, text: bytes, first: int, count: int) -> list[Step]:
        """Steps of a session that somebody sent, as far as the rules bear it out."""
        key = hashlib.sha256(text).hexdigest()
        return await self._page(key, first, first + count, partial(self._of_text, text))

    async def _page(self, session: str, first: int, last: int, work: Work) -> list[Step]:
        found: list[Step] = []
        for number in range(first // BLOCK, -(-last // BLOCK)):
            block = await self._block((session, number), work)
            found += block[max(0, first - number * BLOCK) : last - number * BLOCK]
            if len(block) < BLOCK:
                break
        return found

    async def _block(self, key: tuple[str, int], work: Work) -> list[Step]:
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        return await self._coming.get(key, partial(self._work_out, key, work))

    async def _of_match(self, session: AnySession, first: int) -> list[Step]:
        return await self._pool.run(steps, session.game, encode_session(session), first, BLOCK)

    async def _of_text(self, text: bytes, first: int) -> list[Step]:
        return await self._pool.run(steps_of_text, text, first, BLOCK)

    async def _work_out(self, key: tuple[str, int], work: Work) -> list[Step]:
        block = await work(key[1] * BLOCK)
        self._kept[key] = block
        self._size += _bytes(block)
        while self._size > self._most_kept and self._kept:
            _, dropped = self._kept.popitem(last=False)
            self._size -= _bytes(dropped)
        return block


_replays: OrderedDict[tuple[bytes, int], Iterator[AnyMatch]] = OrderedDict()
"""The unfinished replays of this worker, by the hash of the log and the next step."""


def steps(game: str, text: bytes, first: int, count: int) -> list[Step]:
    """The task of a worker: steps of a session, from a sequence number on."""
    return _steps_from(text, first, count, lambda: replay(kit_of(game).game, own_session(game, text)))


def steps_of_text(text: bytes, first: int, count: int) -> list[Step]:
    """The task of a worker: steps of a session in any format, as far as the rules bear it out."""
    return _steps_from(text, first, count, lambda: _while_it_holds(text))


def _while_it_holds(text: bytes) -> Iterator[AnyMatch]:
    document = Document(text)
    loaded(document.kit.game.id)
    yield from while_it_holds(document.steps())


def _steps_from(text: bytes, first: int, count: int, begin: Callable[[], Iterator[AnyMatch]]) -> list[Step]:
    """Steps of a replay that is continued where it was left, or begun anew; so reading on costs only what is read."""
    matches = _replays.pop((text, first), None)
    if matches is None:
        matches = islice(begin(), first, None)
    found = [step_of(match) for match in islice(matches, count)]
    if len(found) == count:
        _replays[text, first + count] = matches
        if len(_replays) > MOST_REPLAYS:
            _replays.popitem(last=False)
    return found


def _bytes(block: list[Step]) -> int:
    """The approximate size of a block, which is mostly views."""
    return sum(len(memoryview(step.view)) for step in block)
