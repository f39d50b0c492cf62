"""A match that two processes write to: whoever is second reads the log again and tries anew."""

import asyncio
from pathlib import Path

from msgspec import structs

from parlour.core.errors import Refusal
from parlour.core.match import AnyMatch
from parlour.core.session import encode_entry
from parlour.games import kits
from parlour.server.access.limits import MOST_ENTRIES_LIVE
from parlour.server.clock import ServerClock
from parlour.server.live.match_host import LiveMatch, resumed
from parlour.store import log
from parlour.store.store import Store
from tests.players import begin

GAME = kits()["dots-and-boxes"].game


def test_whoever_is_second_to_write_reads_again_and_plays_after(tmp_path: Path) -> None:
    async def check() -> None:
        here, elsewhere = Store(tmp_path / "parlour.db"), Store(tmp_path / "parlour.db")
        clock = ServerClock()
        match = begin(GAME, 1)
        match = match.taken_up(GAME, structs.replace(match.session, started=clock.now_ms()), match.state)
        number = await here.write(log.begin("ROOM", match.session, [log.Seated("a"), log.Seated("b")]))
        seen: list[int] = []
        live = LiveMatch(here, clock, number, match, {}, lambda: seen.append(live.seq))

        lines = GAME.legal_actions(match.state, 0)
        after, _ = match.submit(0, lines[0], 0)
        entry = after.session.entries[-1]
        await elsewhere.write(log.append(number, 0, [log.Line(0, encode_entry(entry), "theirs")]))

        attempt = await live.submit(0, lines[1], "mine")
        assert attempt is not None
        assert (attempt.seq, attempt.refused) == (1, Refusal("not-your-turn"))
        known = await live.submit(0, lines[5], "theirs")
        assert known is not None
        assert (known.seq, known.refused) == (0, None)
        assert await live.submit(1, lines[2], None, only_at=0) is None
        assert seen == [1, 2]
        stored = await here.read(log.stored(match.session.id))
        assert stored is not None
        assert stored.session.entries == live.match.session.entries
        assert stored.refs == {(0, "theirs"): 0, (0, "mine"): 1}
        here.close()
        elsewhere.close()

    asyncio.run(check())


def test_a_log_that_is_full_takes_no_more(tmp_path: Path) -> None:
    async def check() -> None:
        store = Store(tmp_path / "parlour.db")
        match = begin(GAME, 1)
        action = GAME.legal_actions(match.state, 0)[0]
        refused, _ = match.submit(1, action, 0)
        entries = refused.session.entries * MOST_ENTRIES_LIVE
        full = match.taken_up(GAME, structs.replace(match.opening, entries=entries), match.state)
        attempt = await LiveMatch(store, ServerClock(), 1, full, {}, lambda: None).submit(0, action, None)
        assert attempt is not None
        assert attempt.seq is None
        assert attempt.refused == Refusal("log-full", {"entries": MOST_ENTRIES_LIVE})
        store.close()

    asyncio.run(check())


async def two_processes(folder: Path) -> tuple[list[Store], ServerClock, AnyMatch]:
    """Two stores on one file, and a match that both know."""
    stores, clock, match = [Store(folder / "parlour.db") for _ in range(2)], ServerClock(), begin(GAME, 1)
    match = match.taken_up(GAME, structs.replace(match.session, started=clock.now_ms()), match.state)
    await stores[0].write(log.begin("ROOM", match.session, [log.Seated("a"), log.Seated("b")]))
    return stores, clock, match


def test_two_processes_that_submit_to_one_match_at_once_agree_on_one_order(tmp_path: Path) -> None:
    """Each tries the same lines for both seats: no line is drawn twice, whoever drew it, and nothing is missing."""

    async def check() -> None:
        stores, clock, match = await two_processes(tmp_path)
        lines = GAME.legal_actions(match.state, 0)[:20]

        async def play(store: Store, name: str) -> list[int]:
            live = LiveMatch(store, clock, 1, match, {}, lambda: None)
            places = []
            for number, line in enumerate(lines):
                for seat in (0, 1):
                    attempt = await live.submit(seat, line, f"{name}{number}")
                    assert attempt is not None
                    if attempt.seq is not None:
                        places.append(attempt.seq)
            return places

        here, there = await asyncio.gather(*(play(store, name) for store, name in zip(stores, "xy", strict=True)))
        stored = await stores[0].read(log.stored(match.session.id))
        assert stored is not None
        entries = stored.session.entries
        assert sorted(here + there) == list(range(len(entries)))
        drawn = [entry.action for entry in entries if entry.refused is None]
        assert len(drawn) == len(set(drawn)) == len(lines)
        assert resumed(stored.session).count == len(entries)
        for store in stores:
            store.close()

    asyncio.run(check())


def test_an_action_that_is_sent_to_two_processes_at_once_is_played_once(tmp_path: Path) -> None:
    async def check() -> None:
        stores, clock, match = await two_processes(tmp_path)
        tables = [LiveMatch(store, clock, 1, match, {}, lambda: None) for store in stores]
        for number, line in enumerate(GAME.legal_actions(match.state, 0)[:10]):
            seat = GAME.to_move(tables[0].match.state)[0]
            answers = await asyncio.gather(*(table.submit(seat, line, f"r{number}") for table in tables))
            assert [answer and answer.seq for answer in answers] == [number, number]
            assert tables[0].match.session.entries == tables[1].match.session.entries
        for store in stores:
            store.close()

    asyncio.run(check())
