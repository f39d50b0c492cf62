"""Matches that end together are confirmed together, and none of them suffers for another."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import text

from parlour.core.errors import MalformedInput
from parlour.core.game import AnyGame
from parlour.core.match import AnyMatch
from parlour.core.replay import replay
from parlour.core.session import AnySession, encode_entry
from parlour.games.dots_and_boxes.rules import DotsAndBoxes
from parlour.server.after import confirmer
from parlour.server.after.confirmer import Confirmer
from parlour.server.background import Background
from parlour.server.work.levels import Levels
from parlour.store import log, players
from parlour.store.log import Line, StoredMatch
from parlour.store.ranking import Origin, Seated
from parlour.store.statements import Statement
from parlour.store.store import Store
from tests.players import finished as played
from tests.server.workers import pool_here

SITTING = [Seated("Ann", "ann"), Seated("Bob", "bob")]


async def keep(store: Store, session: AnySession) -> str:
    number = await store.write(log.begin("ROOM", session, SITTING, Origin(drawn=True)))
    lines = [Line(entry.seat, encode_entry(entry)) for entry in session.entries]
    await store.write(log.append(number, 0, lines))
    return session.id


def run(path: Path, check: Callable[[Store, Confirmer, list[str]], Awaitable[None]]) -> None:
    """With three matches that are over."""

    async def body() -> None:
        store, background = Store(path / "parlour.db"), Background()
        for player in ("ann", "bob"):
            await store.write(players.add(players.Player(player, player), player.encode(), 0))
        names = [await keep(store, played(DotsAndBoxes(), seed).session) for seed in range(3)]
        await check(store, Confirmer(store, background, Levels(pool_here())), names)
        await background.stop()
        store.close()

    asyncio.run(body())


def test_a_match_that_is_asked_for_twice_counts_once(tmp_path: Path) -> None:
    async def check(store: Store, confirming: Confirmer, names: list[str]) -> None:
        found = await asyncio.gather(*map(confirming.confirm, [*names, names[0]]))
        assert [(stored.session.id, stored.confirmed) for stored in found] == [
            (name, True) for name in [*names, names[0]]
        ]
        results = Statement(text("SELECT match FROM results"))
        assert len(await store.read(lambda transaction: transaction.many(results))) == 6
        assert await store.read(log.unconfirmed()) == []

    run(tmp_path, check)


@pytest.mark.parametrize("damage", [b'{"at_ms":', b"\xff"])
def test_a_log_that_cannot_be_read_spoils_no_other(tmp_path: Path, damage: bytes) -> None:
    async def check(store: Store, confirming: Confirmer, names: list[str]) -> None:
        numbered = "(SELECT number FROM matches WHERE id = :of)"
        spoil = Statement(text(f"UPDATE entries SET entry = :damage WHERE seq = 3 AND match = {numbered}"))
        await store.write(lambda transaction: transaction.run(spoil, damage=damage, of=names[1]))
        told = await asyncio.gather(*map(confirming.confirm, [*names, "nowhere"]), return_exceptions=True)
        assert [type(one) for one in told] == [StoredMatch, MalformedInput, StoredMatch, LookupError]
        assert await store.read(log.unconfirmed()) == [names[1]]

    run(tmp_path, check)


def test_rules_that_fail_on_one_match_spoil_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def check(store: Store, confirming: Confirmer, names: list[str]) -> None:
        def failing(game: AnyGame, session: AnySession) -> Iterator[AnyMatch]:
            if session.id == names[2]:
                raise ZeroDivisionError
            return replay(game, session)

        monkeypatch.setattr(confirmer, "replay", failing)
        told = await asyncio.gather(*map(confirming.confirm, names), return_exceptions=True)
        assert [type(one) for one in told] == [StoredMatch, StoredMatch, ZeroDivisionError]
        assert await store.read(log.unconfirmed()) == [names[2]]

    run(tmp_path, check)
