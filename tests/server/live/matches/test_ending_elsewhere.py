"""A match that another process ends, or plays on while it is ended here."""

import asyncio
from pathlib import Path

import pytest

from parlour.core.errors import Refusal
from parlour.core.match import AnyMatch
from parlour.core.replay import verify
from parlour.protocol.ranking import Seated
from parlour.server.clock import ServerClock
from parlour.server.live.matches.match_changes import AppliedEnding, discarded
from parlour.server.live.matches.match_host import MatchHost
from parlour.store import log
from parlour.store.store import Store
from parlour.store.transaction import Transaction
from parlour.testing.players import begin
from tests.server.live.matches.test_match_host import GAME, host_of


def nothing(_transaction: Transaction) -> None:
    """What comes along."""


async def two_hosts(folder: Path, match: AnyMatch) -> tuple[list[Store], list[MatchHost]]:
    """Of one match, as two processes have them."""
    stores, clock = [Store(folder / "parlour.db") for _ in range(2)], ServerClock()
    match = match.begun_at(clock.now_ms())
    await stores[0].write(log.begin("ROOM", match.session, [Seated("a"), Seated("b")]))
    return stores, [host_of(store, clock, match) for store in stores]


def close_all(stores: list[Store]) -> None:
    for store in stores:
        store.close()


def test_a_process_that_stood_still_plays_nothing_into_a_match_that_was_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def check() -> None:
        stores, (here, there) = await two_hosts(tmp_path, begin(GAME, 1, GAME.options(turn_seconds=5)))
        line, other = GAME.legal_actions(here.match.state, 0)[:2]
        await here.submit_and_wait(0, line, "first")
        await there.submit_and_wait(0, line, "first")
        assert (there.match.count, there.last_ref) == (1, "first")
        await here.close(nothing)
        monkeypatch.setattr(there, "now_ms", lambda: 60_000)  # its clock has been due for long
        there.pass_time()
        submitted = await there.submit_and_wait(1, other)
        assert submitted is not None
        assert (submitted.seq, submitted.refused) == (None, Refusal("game-over"))
        assert (there.match.count, there.last_ref) == (1, "first")
        stored = await stores[0].read(log.stored(here.id))
        assert stored is not None
        assert (stored.session.outcome, len(stored.session.entries)) == (None, 1)
        assert verify(GAME, stored.session).ok
        close_all(stores)

    asyncio.run(check())


def test_a_match_that_was_removed_elsewhere_is_over(tmp_path: Path) -> None:
    async def check() -> None:
        stores, (here, there) = await two_hosts(tmp_path, begin(GAME, 1))
        await here.close(nothing)
        assert await stores[0].read(log.stored(here.id)) is None
        submitted = await there.submit_and_wait(0, GAME.legal_actions(there.match.state, 0)[0])
        assert submitted is not None
        assert (submitted.seq, submitted.refused) == (None, Refusal("game-over"))
        await there.close(nothing)
        close_all(stores)

    asyncio.run(check())


def test_whoever_closes_a_match_that_was_begun_elsewhere_meanwhile_keeps_it(tmp_path: Path) -> None:
    async def check() -> None:
        stores, (here, there) = await two_hosts(tmp_path, begin(GAME, 1))
        await there.submit_and_wait(0, GAME.legal_actions(there.match.state, 0)[0])
        await here.close(nothing)
        stored = await stores[0].read(log.stored(here.id))
        assert stored is not None
        assert (stored.listed, len(stored.session.entries)) == (True, 1)
        assert verify(GAME, stored.session).ok
        close_all(stores)

    asyncio.run(check())


def test_a_match_that_seemed_over_at_a_first_try_is_thrown_away_with_its_room(tmp_path: Path) -> None:
    async def check() -> None:
        stores, (here, there) = await two_hosts(tmp_path, begin(GAME, 1))
        closed = here.match.close(0)
        under_way, here.match = here.match, closed
        applied = discarded(nothing, here)
        assert applied.match is closed
        assert not isinstance(applied, AppliedEnding)
        here.match = under_way
        applied = discarded(nothing, here)
        assert applied.match.header.ended is not None
        assert isinstance(applied, AppliedEnding)
        assert (applied.discards, applied.same_commit) == (True, nothing)
        there.stop()
        close_all(stores)

    asyncio.run(check())


def test_whether_a_match_is_over_and_when_it_is_thrown_away_is_decided_at_one_moment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def check() -> None:
        stores, (here, _) = await two_hosts(tmp_path, begin(GAME, 1, GAME.options(turn_seconds=5)))
        times = iter([1_000, 3_600_000])
        monkeypatch.setattr(here, "now_ms", lambda: next(times))
        ended = discarded(nothing, here)
        assert isinstance(ended, AppliedEnding)
        assert (ended.match.count, ended.match.header.outcome) == (0, None), "its clock was not due yet"
        assert next(times) == 3_600_000
        close_all(stores)

    asyncio.run(check())
