"""What has to hold of a store, whatever happened to the server: nothing is lost, stuck or wrong."""

from pathlib import Path

import msgspec
from sqlalchemy import select

from parlour.games.documents import Document
from parlour.server.live.people.seating import Person, open_seats
from parlour.server.live.rooms.mending import found_room, is_whole, mended
from parlour.server.live.rooms.room import Room
from parlour.store import log, players, standings
from parlour.store.address import Address
from parlour.store.players import Player
from parlour.store.statements import Statement
from parlour.store.tables import bests, meetings, ratings, results, rooms
from parlour.store.transaction import Transaction, job
from parlour.store.transfer import finished
from tests.server.hostile.faults.client import People

_CODES = Statement(select(rooms.c.code).order_by(rooms.c.code))
_DERIVED = tuple(Statement(select(table).order_by(*table.primary_key)) for table in (results, bests, ratings, meetings))


async def require_sound(people: People, folder: Path) -> None:
    """Of a server that runs, and has done what it does after a start."""
    await people.eventually(all_confirmed)
    await people.store.read(_require_nothing_lost((folder / "acknowledged").read_bytes()))
    for code in await people.store.read(_codes()):
        room = await people.hub.find(code)
        found = await people.store.read(found_room(code, ""))
        assert found is not None
        assert is_whole(found, mended(found)), found
        await _require_not_stuck(people, room)
    await people.eventually(all_confirmed)
    assert await people.store.read(_codes()) == []
    assert await people.store.read(log.live_rooms()) == []
    await people.store.write(_require_derived())
    require_logs(people.parlour.settings.database)


def require_logs(database: Address) -> None:
    """Every match that is over can be exported, and holds."""
    for exported, _ in finished(database):
        document = Document(msgspec.json.encode(exported))
        verdict = document.verdict()
        assert verdict.ok, verdict
        session = document.session()
        assert session.ended is not None
        times = [0, *(entry.at_ms for entry in session.entries), session.ended - session.started]
        assert times == sorted(times)


async def _require_not_stuck(people: People, room: Room) -> None:
    """Free seats can be taken; a full room plays; the match goes on; everybody can leave, and then there is no room."""
    strangers = 0
    while open_seats(room.state.holders) and room.phase != "over":
        strangers += 1
        stranger = Player(f"{room.code}{strangers}", "Stranger")
        await people.store.write(players.add(stranger, stranger.id.encode(), 0))
        await room.join(stranger, None)
    assert room.phase in ("playing", "over")
    host = room.match_host
    assert host is not None
    await people.eventually(lambda _: _a_person_is_to_move(room))
    if room.phase == "playing":
        seat = room.kit.game.to_move(host.match.state)[0]
        holder = room.state.holders[seat]
        assert isinstance(holder, Person)
        before = host.match.count
        action = room.kit.game.legal_actions(host.match.state, seat)[0]
        await room.submit_and_wait(Player(holder.player, holder.name), seat, action)
        assert host.match.count > before
    for holder in room.state.holders:
        if isinstance(holder, Person) and not room.closed:
            await room.leave(Player(holder.player, holder.name))
    assert room.closed


async def _a_person_is_to_move(room: Room) -> bool:
    """Or the match is over: bots do not stop."""
    host = room.match_host
    assert host is not None
    to_move = room.kit.game.to_move(host.match.state)
    return room.phase == "over" or any(isinstance(room.state.holders[seat], Person) for seat in to_move)


async def all_confirmed(people: People) -> bool:
    """Whether replays have borne out every outcome."""
    return not await people.store.read(log.unconfirmed())


@job
def _codes(transaction: Transaction) -> list[str]:
    return [row.code for row in transaction.many(_CODES)]


@job
def _require_nothing_lost(transaction: Transaction, acknowledged: bytes) -> None:
    """Every action that was answered stands where the answer said, and nowhere else."""
    for line in acknowledged.splitlines():
        match, ref, seq = msgspec.json.decode(line)
        stored = log.stored(match)(transaction)
        assert stored is not None
        if seq is not None:
            assert [place for _, known, place in log.refs(stored.number)(transaction) if known == ref] == [seq]


@job
def _require_derived(transaction: Transaction) -> None:
    """Results, bests and ratings are what the log says."""
    before = [transaction.many(table) for table in _DERIVED]
    standings.rebuild(transaction)
    assert [transaction.many(table) for table in _DERIVED] == before
