"""Matches that end together are confirmed together, and none of them suffers for another."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest
from msgspec import structs
from sqlalchemy import text

from parlour.core.errors import MalformedInput
from parlour.core.game import AnyGame
from parlour.core.match import AnyMatch
from parlour.core.replay import replay
from parlour.core.session import AnySession
from parlour.games import kit_of
from parlour.games.dots_and_boxes.rules import DotsAndBoxes
from parlour.protocol.ranking import Left, Mark, Origin, Seated, ranking_of
from parlour.server.after import confirmer
from parlour.server.after.confirmer import Confirmer, is_final
from parlour.server.background import Background
from parlour.server.problems import Problem
from parlour.server.work.levels import Levels
from parlour.store import log, match_seats, players
from parlour.store.log import StoredMatch
from parlour.store.statements import Statement
from parlour.store.store import Store
from parlour.testing.players import finished as played
from tests.server.workers import pool_here

DOTS = kit_of("dots-and-boxes")
SITTING = [Seated("Ann", "ann"), Seated("Bob", "bob")]


async def keep(store: Store, session: AnySession) -> str:
    await store.write(log.begin("ROOM", session, SITTING, Origin(drawn=True)))
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


def hurried(seed: int, hasty: int) -> AnySession:
    """A whole game in which one seat answers within 5 ms, and everybody else after a second."""
    session, now = played(DotsAndBoxes(), seed).session, 0
    entries = []
    for entry in session.entries:
        now += 5 if entry.seat == hasty else 1000
        entries.append(structs.replace(entry, at_ms=now))
    header = structs.replace(session, id=f"hurried-{seed}-{hasty}", entries=tuple(entries))
    return structs.replace(header, ended=session.started + now)


def test_only_the_haste_of_whoever_came_first_is_measured(tmp_path: Path) -> None:
    async def check(store: Store, confirming: Confirmer, _names: list[str]) -> None:
        for seed in range(6):
            for hasty in (0, 1):
                session = hurried(seed, hasty)
                assert session.outcome is not None
                stored = await confirming.confirm(await keep(store, session))
                won = hasty in session.outcome.winners
                assert (stored.confirmed, stored.mark) == (True, Mark() if won else None)
                assert ranking_of(DOTS, stored.facts(DOTS)) == ("held" if won else "counts")

    run(tmp_path, check)


def test_the_haste_of_a_bot_in_a_seat_that_was_left_is_nobodys(tmp_path: Path) -> None:
    async def check(store: Store, confirming: Confirmer, _names: list[str]) -> None:
        for hasty in (0, 1):
            session = hurried(1, hasty)
            await keep(store, session)
            await store.write(match_seats.seat_left(session.id, 0, Left("ann", session.started + 5000)))
            await store.write(match_seats.seat_taken(session.id, 0, Seated("bot strong", bot="strong")))
            stored = await confirming.confirm(session.id)
            assert (stored.mark is not None) == (hasty == 1), "whoever stayed came first, whatever the bot scored"

    run(tmp_path, check)


def test_nothing_is_marked_where_the_host_wants_no_marks(tmp_path: Path) -> None:
    async def check(store: Store, _confirming: Confirmer, _names: list[str]) -> None:
        background = Background()
        session = hurried(0, 0)
        stored = await Confirmer(store, background, Levels(pool_here()), mark_fast=False).confirm(
            await keep(store, session)
        )
        assert (stored.confirmed, stored.mark) == (True, None)
        await background.stop()

    run(tmp_path, check)


@pytest.mark.parametrize(
    ("error", "final"),
    [
        (Problem(422, "work-too-long", "too long"), True),
        (Problem(503, "work-failed", "a worker was lost"), False),
        (Problem(429, "too-much-work", "too much"), False),
        (MalformedInput("no log"), True),
        (LookupError("no match"), True),
        (OSError("no space"), False),
    ],
)
def test_what_would_be_the_same_at_a_second_try_is_final(error: Exception, final: bool) -> None:
    assert is_final(error) == final
