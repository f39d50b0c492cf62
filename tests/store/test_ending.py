"""Of two processes of which one plays a match on and the other ends it, the second learns of the first."""

import asyncio
import threading
from collections.abc import Iterator

import pytest
from sqlalchemy import func, select

from parlour.core.game import CLOCK, Outcome
from parlour.core.match import AnyMatch
from parlour.core.replay import verify
from parlour.core.session import encode_entry
from parlour.games import kits
from parlour.protocol.ranking import CHOSEN, Origin, Seated
from parlour.store import daily, log, players, retention
from parlour.store.address import Address
from parlour.store.log import Ending, Line, SeqTaken
from parlour.store.players import Player
from parlour.store.statements import Statement
from parlour.store.store import Store
from parlour.store.tables import entries, matches
from parlour.store.transaction import Job, Transaction, together
from parlour.testing.players import begin
from tests.patience import WAIT_S

GAME = kits()["dots-and-boxes"].game
BEGUN = begin(GAME, 1, GAME.options(turn_seconds=5))
DAY = "2026-11-16"
STRAYS = Statement(select(func.count()).select_from(entries).where(entries.c.match.not_in(select(matches.c.number))))


@pytest.fixture
def stores(database: Address) -> Iterator[tuple[Store, Store]]:
    """Two processes' worth."""
    both = Store(database), Store(database)
    yield both
    for store in both:
        store.close()


def ended(match: AnyMatch) -> int:
    return match.header.started + match.last_ms


def adding(number: int, match: AnyMatch, seq: int = 0, *, lists: bool = True) -> Job[None]:
    """The entries of a match from a place on."""
    lines = [Line(entry.seat, encode_entry(entry)) for entry in match.session.entries[seq:]]
    return log.append(number, seq, lines, lists=lists)


def moved(match: AnyMatch) -> AnyMatch:
    [seat] = match.to_move
    after, refusal = match.submit(seat, GAME.legal_actions(match.state, seat)[0], match.last_ms + 1)
    assert refusal is None
    return after


async def begun(store: Store, origin: Origin = CHOSEN) -> int:
    return await store.write(log.begin("ROOM", BEGUN.session, [Seated("a", "ann"), Seated("b", "bob")], origin))


async def read(store: Store) -> log.StoredMatch | None:
    return await store.read(log.stored(BEGUN.header.id))


async def require_whole(store: Store, entries: int) -> None:
    """The match is over, verifies, and its log has so many entries."""
    stored = await read(store)
    assert stored is not None
    assert stored.session.ended is not None
    assert len(stored.session.entries) == entries
    assert verify(GAME, stored.session).ok


async def beside(stores: tuple[Store, Store], slow: Job[object], quick: Job[object]) -> list[object]:
    """A job whose transaction has begun when another process's begins and, where both may write at once, is committed.

    Gives what each came to.
    """
    looked, written = threading.Event(), threading.Event()

    def look(transaction: Transaction) -> None:
        log.live_rooms()(transaction)
        looked.set()
        assert not stores[0].shared or written.wait(WAIT_S)

    async def after_the_look() -> None:
        assert await asyncio.to_thread(looked.wait, WAIT_S)
        try:
            await stores[1].write(quick)
        finally:
            written.set()

    first = stores[0].write(together(look, slow))
    return list(await asyncio.gather(first, after_the_look(), return_exceptions=True))


async def require_no_strays(store: Store) -> None:
    """Every entry belongs to a match."""
    [[strays]] = await store.read(lambda transaction: transaction.many(STRAYS))
    assert strays == 0


def refused(results: list[object]) -> list[bool]:
    assert all(not isinstance(result, BaseException) or isinstance(result, SeqTaken) for result in results), results
    return [isinstance(result, SeqTaken) for result in results]


def test_nothing_is_added_to_a_match_that_is_over(stores: tuple[Store, Store]) -> None:
    async def check() -> None:
        number, first = await begun(stores[0]), moved(BEGUN)
        await stores[0].write(adding(number, first))
        await stores[0].write(log.close(number, 1, ended(first)))
        with pytest.raises(SeqTaken):
            await stores[1].write(adding(number, moved(first), 1))
        with pytest.raises(SeqTaken):
            await stores[1].write(log.close(number, 1, ended(first) + 1))
        await require_whole(stores[1], 1)

    asyncio.run(check())


def test_a_clock_that_stood_still_gives_no_outcome_to_a_match_that_was_closed(stores: tuple[Store, Store]) -> None:
    async def check() -> None:
        number, first = await begun(stores[0]), moved(BEGUN)
        await stores[1].write(adding(number, first))
        await stores[0].write(log.close(number, 1, ended(first)))
        late = first.until((first.due_ms or 0) + 1)
        assert late.last is not None
        assert late.last.seat == CLOCK
        line = Line(CLOCK, encode_entry(late.last))
        outcome = Outcome("time-up", (0, 0), (0, 1))
        with pytest.raises(SeqTaken):
            await stores[1].write(log.append(number, 1, [line], Ending(ended(late), outcome)))
        await require_whole(stores[1], 1)

    asyncio.run(check())


def test_a_match_is_closed_only_by_whoever_has_seen_its_whole_log(stores: tuple[Store, Store]) -> None:
    async def check() -> None:
        number, first = await begun(stores[0]), moved(BEGUN)
        await stores[1].write(adding(number, first))
        with pytest.raises(SeqTaken):
            await stores[0].write(log.close(number, 0, BEGUN.header.started))
        await stores[0].write(log.close(number, 1, ended(first)))
        await require_whole(stores[1], 1)

    asyncio.run(check())


@pytest.mark.parametrize("lists", [False, True])
def test_a_move_that_is_committed_while_a_match_is_being_closed_keeps_it_open(
    stores: tuple[Store, Store], lists: bool
) -> None:
    async def check() -> None:
        number, first = await begun(stores[0]), moved(BEGUN)
        closing = log.close(number, 0, BEGUN.header.started)
        results = await beside(stores, closing, adding(number, first, lists=lists))
        if stores[0].shared:
            assert refused(results) == [True, False]
            stored = await read(stores[0])
            assert stored is not None
            assert (stored.session.ended, len(stored.session.entries)) == (None, 1)
        else:
            assert refused(results) == [False, True]

    asyncio.run(check())


def test_a_match_that_is_closed_while_a_move_is_being_committed_takes_no_more(stores: tuple[Store, Store]) -> None:
    async def check() -> None:
        number, first = await begun(stores[0]), moved(BEGUN)
        await stores[0].write(adding(number, first))
        closing = log.close(number, 1, ended(first))
        results = await beside(stores, adding(number, moved(first), 1), closing)
        assert refused(results) == ([True, False] if stores[0].shared else [False, True])
        if stores[0].shared:
            await require_whole(stores[1], 1)

    asyncio.run(check())


@pytest.mark.parametrize("lists", [False, True])
def test_a_first_move_is_never_removed_with_its_match(stores: tuple[Store, Store], lists: bool) -> None:
    """Nor is an attempt at a daily challenge that was begun: there is no second one."""

    async def check() -> None:
        await stores[0].write(players.add(Player("ann", "Ann"), b"ann", 0))
        number = await begun(stores[0], Origin(drawn=True, daily=DAY))
        removing = retention.give_up(BEGUN.header.id)
        results = await beside(stores, removing, adding(number, moved(BEGUN), lists=lists))
        there = await read(stores[0])
        attempt = await stores[0].read(daily.attempt(GAME.id, DAY, "ann"))
        if not stores[0].shared or not lists:
            assert (there, attempt) == (None, None)
            assert refused(results) == [False, not stores[0].shared]
        else:
            assert refused(results) == [False, False]
            assert there is not None
            assert attempt is not None
            await require_whole(stores[1], 1)
        await require_no_strays(stores[0])

    asyncio.run(check())


def test_a_match_that_was_removed_takes_no_more(stores: tuple[Store, Store]) -> None:
    async def check() -> None:
        number = await begun(stores[0])
        await beside(stores, adding(number, moved(BEGUN)), retention.give_up(BEGUN.header.id))
        if stores[0].shared:
            assert await read(stores[1]) is None
        await stores[1].write(retention.remove_match(BEGUN.header.id))
        with pytest.raises(SeqTaken):
            await stores[0].write(adding(number, moved(BEGUN)))
        with pytest.raises(SeqTaken):
            await stores[0].write(log.close(number, 0, BEGUN.header.started))
        await require_no_strays(stores[0])

    asyncio.run(check())
