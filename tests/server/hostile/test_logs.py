"""A long log is read once, not for everybody who looks at its match."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from parlour.core.session import decode_entries, encode_entry
from parlour.games.dots_and_boxes.rules import DotsAndBoxes
from parlour.protocol.ranking import Seated
from parlour.server.access.limits.quotas import ENTRIES_OF_A_PERSON
from parlour.server.after.match_logs import MatchLogs
from parlour.server.problems import Problem
from parlour.server.work.asker import asking
from parlour.store import log
from parlour.store.log import Line
from parlour.store.store import Store
from parlour.testing.players import finished

GAME = DotsAndBoxes()
SITTING = (Seated("a"), Seated("b"))


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many entries each reading decodes."""
    counts: list[int] = []

    def counting(game: Any, lines: bytes) -> Any:
        entries = decode_entries(game, lines)
        counts.append(len(entries))
        return entries

    monkeypatch.setattr(log, "decode_entries", counting)
    return counts


def test_only_what_was_added_to_a_log_is_read_again(tmp_path: Path, read: list[int]) -> None:
    session = finished(GAME, 1).session
    lines = [Line(entry.seat, encode_entry(entry)) for entry in session.entries]

    async def check() -> None:
        store = Store(tmp_path / "parlour.db")
        logs = MatchLogs(store, 30)
        opening = structs.replace(session, entries=(), ended=None, outcome=None)
        number = await store.write(log.begin("ROOM", opening, SITTING))
        await store.write(log.append(number, 0, lines[:10]))
        for _ in range(3):
            found = await logs.find(session.id)
            assert found is not None
            assert found.session.entries == session.entries[:10]
        assert sum(read) == 10
        await store.write(log.append(number, 10, lines[10:]))
        found = await logs.find(session.id)
        assert found is not None
        assert found == await store.read(log.stored(session.id))
        assert sum(read) == len(lines) * 2, "and once more for the comparison"
        assert await logs.find("nothing") is None
        store.close()

    asyncio.run(check())


def test_logs_are_kept_while_there_is_room(tmp_path: Path, read: list[int]) -> None:
    sessions = [structs.replace(finished(GAME, seed).session, id=f"match-{seed}") for seed in range(3)]

    async def check() -> None:
        store = Store(tmp_path / "parlour.db")
        for session in sessions:
            await store.write(log.begin("ROOM", session, SITTING))
        logs = MatchLogs(store, 30, most_kept=2 * max(len(session.entries) for session in sessions))
        for wanted, again in ((0, True), (1, True), (0, False), (2, True), (0, False), (1, True)):
            before = sum(read)
            await logs.find(sessions[wanted].id)
            assert (sum(read) > before) == again
        store.close()

    asyncio.run(check())


def test_an_address_has_a_bounded_number_of_entries_read_for_it(tmp_path: Path, read: list[int]) -> None:
    now, session, most = 0.0, finished(GAME, 1).session, int(ENTRIES_OF_A_PERSON[0].most)
    count = len(session.entries)
    names = [f"match-{number}" for number in range(2 * most // count)]

    refusals = set[str]()

    async def find(logs: MatchLogs, address: str, match: str) -> bool:
        with asking(address):
            try:
                return await logs.find(match) is not None
            except Problem as problem:
                refusals.add(problem.code)
                return False

    async def check() -> None:
        nonlocal now
        store = Store(tmp_path / "parlour.db")
        for name in names:
            await store.write(log.begin("ROOM", structs.replace(session, id=name), SITTING))
        logs = MatchLogs(store, 1, most_kept=count, clock=lambda: now)
        done = await asyncio.gather(*(find(logs, "attacker", name) for name in names))
        assert most < sum(read) <= most + count, "however many are asked for at the same time"
        assert not done[-1]
        assert await find(logs, "home", names[-1])
        assert await find(logs, "attacker", names[-1]), "what is kept costs nothing"
        assert not await find(logs, "attacker", names[0])
        assert refusals == {"too-much-work"}
        now += ENTRIES_OF_A_PERSON[0].seconds
        assert await find(logs, "attacker", names[0])
        store.close()

    asyncio.run(check())
