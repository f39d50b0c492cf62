"""Whatever the store holds of a room, those who sit there can play on, begin or leave."""

import asyncio
import sqlite3
from collections.abc import Callable, Coroutine
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from parlour.core.replay import verify
from parlour.games import kit_of
from parlour.games.dots_and_boxes.rules import DRAWS
from parlour.protocol.ranking import CHOSEN, Seated
from parlour.protocol.refs import Refs
from parlour.server.app import Parlour
from parlour.server.live.people.seating import BotSeat, Holder, Nobody, Person, RoomState, open_seats, people
from parlour.server.live.rooms.mending import FoundRoom, is_whole, mended
from parlour.server.live.rooms.room import Room
from parlour.server.problems import Problem
from parlour.server.settings import Settings
from parlour.store import log, players, rooms
from parlour.store.log import StoredMatch
from parlour.store.players import Player
from parlour.testing.players import begin
from tests.server.late_parlour import open_parlour

GAME = kit_of("dots-and-boxes").game
ANN, BOB = Player("ann", "Ann"), Player("bob", "Bob")

holders = st.lists(
    st.one_of(
        st.just(Nobody()),
        st.sampled_from([BotSeat("novice"), BotSeat("strong")]),
        st.builds(Person, st.sampled_from(["ann", "bob", "cleo"]), st.sampled_from(["Ann", "Bob", "An old name"])),
    ),
    min_size=2,
    max_size=4,
).map(tuple)
records = st.one_of(
    st.builds(Seated, st.just("x"), player=st.sampled_from(["ann", "bob", "cleo", None]), changed=st.booleans()),
    st.builds(Seated, st.just("x"), bot=st.sampled_from(["novice", "strong"])),
)


@st.composite
def matches(draw: st.DrawFn) -> StoredMatch:
    seats = draw(st.integers(2, 4))
    session = begin(GAME, 1, seats=seats).session
    session = structs.replace(session, id="match", ended=draw(st.sampled_from([None, session.started + 5])))
    sitting = draw(st.tuples(*[records] * seats))
    return StoredMatch(1, draw(st.sampled_from(["HERE", "THERE"])), CHOSEN, session, sitting, None)


found_rooms = st.builds(
    FoundRoom,
    code=st.just("HERE"),
    game=st.just(GAME.id),
    version=st.just(3),
    owner=st.sampled_from(["ann", "bob", "dora"]),
    state=st.builds(
        RoomState,
        options=st.just({}),
        public=st.booleans(),
        holders=holders,
        daily=st.sampled_from([None, "2026-11-15"]),
    ),
    match_id=st.sampled_from([None, "match"]),
    match=st.none() | matches(),
    refs=st.just(Refs()),
    names=st.dictionaries(st.sampled_from(["ann", "bob", "cleo"]), st.sampled_from(["Ann", "Bob"])),
)


@given(found_rooms)
def test_a_room_that_is_not_closed_can_be_played_on(found: FoundRoom) -> None:
    room = mended(found)
    here = people(room.state.holders)
    assert here == people(found.state.holders) & found.names.keys()
    assert room.closes or room.owner in here
    if room.closes:
        assert not here or (room.match is None and found.state.daily is not None)
    elif room.match is None:
        assert room.begins == (not open_seats(room.state.holders))
    else:
        assert not room.begins
        assert room.match.room == "HERE"
        for holder, who in zip(room.state.holders, room.match.seats, strict=True):
            if room.match.session.ended is None and isinstance(holder, Person):
                assert who.player == holder.player
            if room.match.session.ended is None and isinstance(holder, BotSeat):
                assert who.bot == holder.level


@given(found_rooms)
def test_what_has_been_mended_needs_no_mending(found: FoundRoom) -> None:
    room = mended(found)
    if room.closes or room.begins:
        return
    match_id = None if room.match is None else room.match.session.id
    again = structs.replace(found, owner=room.owner, state=room.state, match=room.match, match_id=match_id)
    assert is_whole(again, mended(again))


def in_a_damaged_store(
    folder: Path,
    seats: tuple[Holder, ...],
    damage: Callable[[sqlite3.Connection], object],
    check: Callable[[Parlour, str], Coroutine[None, None, None]],
) -> None:
    """Ann's room, whose store is changed by hand while no server runs."""
    database = folder / "parlour.db"

    async def prepare() -> str:
        parlour = open_parlour(Settings(database, warm=False))
        async with parlour.app.lifespan():
            for player in (ANN, BOB):
                await parlour.store.write(players.add(player, player.id.encode(), 0))
            room = await parlour.hub.open(ANN, GAME.id, {}, seats, public=False, seed=None)
            if room.match_host is not None:
                await room.match_host.submit_and_wait(0, DRAWS[0])
            return room.code

    async def restart(code: str) -> None:
        parlour = open_parlour(Settings(database, warm=False))
        async with parlour.app.lifespan():
            await parlour.hub.resume()
            await check(parlour, code)

    code = asyncio.run(prepare())
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("PRAGMA foreign_keys = ON")
        damage(connection)
    asyncio.run(restart(code))


def sitting(*who: Player | None) -> tuple[Holder, ...]:
    return tuple(Nobody() if player is None else Person(player.id, player.name) for player in who)


def rewritten(connection: sqlite3.Connection, **changes: object) -> None:
    [[state]] = connection.execute("SELECT state FROM rooms")
    connection.execute("UPDATE rooms SET state = ?", (msgspec.json.encode(msgspec.json.decode(state) | changes),))


async def found(parlour: Parlour, code: str) -> Room:
    return await parlour.hub.find(code)


def test_a_room_without_a_free_seat_and_without_a_match_begins_one(tmp_path: Path) -> None:
    full = msgspec.to_builtins(sitting(ANN, BOB))

    async def check(parlour: Parlour, code: str) -> None:
        room = await found(parlour, code)
        assert (room.phase, room.now().played) == ("playing", 1)
        stored = await parlour.store.read(rooms.load(code))
        assert stored is not None
        assert stored.match == room.now().match
        assert room.match_host is not None
        await room.match_host.submit_and_wait(0, DRAWS[0])

    in_a_damaged_store(tmp_path, sitting(ANN, None), lambda it: rewritten(it, holders=full), check)


def test_a_room_whose_match_is_not_in_the_store_begins_another(tmp_path: Path) -> None:
    async def check(parlour: Parlour, code: str) -> None:
        room = await found(parlour, code)
        assert room.now().match not in (None, "lost")
        assert room.phase == "playing"

    def damage(connection: sqlite3.Connection) -> None:
        connection.execute("UPDATE rooms SET match = 'lost'")

    in_a_damaged_store(tmp_path, sitting(ANN, ANN), damage, check)


def test_a_match_that_no_room_plays_ends_at_the_last_moment_of_its_log(tmp_path: Path) -> None:
    lost: list[str] = []

    def damage(connection: sqlite3.Connection) -> None:
        lost.extend(row[0] for row in connection.execute("SELECT id FROM matches"))
        connection.execute("DELETE FROM rooms")

    async def check(parlour: Parlour, _code: str) -> None:
        assert await parlour.store.read(log.orphans()) == []
        stored = await parlour.store.read(log.stored(lost[0]))
        assert stored is not None
        assert stored.session.ended == stored.session.started + stored.session.entries[-1].at_ms
        assert verify(GAME, stored.session).ok

    in_a_damaged_store(tmp_path, sitting(ANN, ANN), damage, check)


def test_a_bot_that_the_match_does_not_know_of_unranks_it(tmp_path: Path) -> None:
    held = [*msgspec.to_builtins(sitting(ANN)), {"held_by": "bot", "level": "novice"}]

    async def check(parlour: Parlour, code: str) -> None:
        room = await found(parlour, code)
        assert not room.now().ranked
        stored = await parlour.store.read(log.stored(room.now().match or ""))
        assert stored is not None
        assert [(who.player, who.bot, who.changed) for who in stored.seats] == [
            (ANN.id, None, False),
            (None, "novice", True),
        ]

    in_a_damaged_store(tmp_path, sitting(ANN, BOB), lambda it: rewritten(it, holders=held), check)


def test_the_seat_of_a_player_who_was_deleted_is_free_and_the_room_is_somebody_elses(tmp_path: Path) -> None:
    async def check(parlour: Parlour, code: str) -> None:
        room = await found(parlour, code)
        assert people(room.state.holders) == {BOB.id}
        assert room.now().host == BOB.id
        await room.leave(BOB)
        with pytest.raises(Problem, match="no-such-room"):
            await found(parlour, code)

    in_a_damaged_store(
        tmp_path, sitting(ANN, BOB), lambda it: it.execute("DELETE FROM players WHERE id = 'ann'"), check
    )


def test_a_room_of_nobody_is_closed_with_its_match(tmp_path: Path) -> None:
    async def check(parlour: Parlour, code: str) -> None:
        assert await parlour.store.read(rooms.load(code)) is None
        assert await parlour.store.read(log.live_rooms()) == []

    in_a_damaged_store(tmp_path, sitting(ANN, BOB), lambda it: it.execute("DELETE FROM players"), check)
