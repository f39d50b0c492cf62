"""A host deletes a player: it is as if they had done so themselves."""

import asyncio
import sqlite3
from pathlib import Path

from parlour.server.access.identity import hashed
from parlour.server.admin.acts import DeletePlayer, do
from parlour.server.app import Parlour
from parlour.server.live.people.seating import Nobody, Person
from parlour.server.settings import Settings
from parlour.store import players
from parlour.store.moderation.stored_words import GONE
from parlour.store.players import Player
from tests.server.hostile.store.test_retention import act
from tests.server.late_parlour import open_parlour

ANN, BOB = Player("a" * 16, "Ann"), Player("b" * 16, "Bob")
GAME = "dots-and-boxes"
KNOWN = (
    "SELECT id, name FROM players",
    "SELECT seat, player, name, changed FROM seats JOIN matches ON id = match ORDER BY number, seat",
    "SELECT seat, leavings.player FROM leavings JOIN matches ON id = match ORDER BY number, seat",
    "SELECT ended IS NULL, listed FROM matches ORDER BY number",
    "SELECT host, game FROM rooms ORDER BY touched",
    "SELECT player FROM tokens",
)


async def _played(parlour: Parlour) -> None:
    """Bob plays with Ann, has a table to himself, waits in a room and has a seat kept for him in another."""
    for player in (ANN, BOB):
        await parlour.store.write(players.add(player, hashed(player.id), 0))
    both = (Person(BOB.id, BOB.name), Person(ANN.id, ANN.name))
    with_ann = await parlour.hub.open(BOB, GAME, {}, both, public=False, seed=None)
    await act(with_ann, 4)
    alone = await parlour.hub.open(BOB, GAME, {}, (both[0],) * 2, public=False, seed=None)
    await act(alone, 3)
    await parlour.hub.open(BOB, GAME, {}, (both[0], Nobody()), public=True, seed=None)
    left = await parlour.hub.open(ANN, GAME, {}, both, public=False, seed=None)
    await act(left, 4)
    await left.leave(BOB)


def _what_is_left(folder: Path, *, by_a_host: bool) -> list[list[tuple[object, ...]]]:
    async def run() -> None:
        parlour = open_parlour(Settings(folder / "parlour.db", warm=False))
        async with parlour.app.lifespan():
            await _played(parlour)
            if by_a_host:
                done = await parlour.store.write(do(DeletePlayer(who="Bob", reason="asked for"), "mina", 5))
                assert (done.act, done.about, done.named) == ("delete-player", BOB.id, GONE)
            else:
                await parlour.hub.forget(BOB)
                await parlour.store.write(players.forget(BOB.id))

    folder.mkdir()
    asyncio.run(run())
    connection = sqlite3.connect(folder / "parlour.db")
    states = [(state,) for (state,) in connection.execute("SELECT state FROM rooms ORDER BY touched")]
    assert states
    assert not any(BOB.id.encode() in state or b"Bob" in state for (state,) in states)
    found = [connection.execute(sql).fetchall() for sql in KNOWN]
    connection.close()
    return found


def test_whoever_a_host_deletes_is_gone_as_if_they_had_deleted_themselves(tmp_path: Path) -> None:
    by_a_host, by_themselves = (_what_is_left(tmp_path / str(host), by_a_host=host) for host in (True, False))
    assert by_a_host == by_themselves
    assert by_a_host[0] == [(ANN.id, ANN.name)]
    assert by_a_host[2] == [(0, None), (0, None)], "where he played with Ann he has left, and lost"
