"""Rooms: of two who change the same version one is refused; a seat change is in the store whole or not at all."""

import asyncio
import subprocess
import sys
from pathlib import Path
from typing import TypeVar

import pytest
from msgspec import structs

from parlour.games.dots_and_boxes.rules import DotsAndBoxes
from parlour.protocol.ranking import Seated
from parlour.store import log, match_seats, rooms
from parlour.store.address import Address
from parlour.store.rooms import RoomChanged, StoredRoom
from parlour.store.store import Store
from parlour.store.transaction import Job, together
from parlour.testing.players import begin
from tests.store.places import text_of
from tests.store.seat_change import AFTER, BEFORE, BOT

T = TypeVar("T")
SITTING = [Seated("Ann", "ann"), Seated("Bob", "bob")]
HEADER = structs.replace(begin(DotsAndBoxes(), 1).session, id="m")


def write(store: Store, job: Job[T]) -> T:
    async def wait() -> T:
        return await store.write(job)

    return asyncio.run(wait())


def read(store: Store, job: Job[T]) -> T:
    return asyncio.run(store.read(job))


def test_every_change_of_a_room_raises_its_version(store: Store) -> None:
    assert write(store, rooms.save(BEFORE, None)) == 0
    assert read(store, rooms.load("ROOMXX")) == BEFORE
    assert write(store, rooms.save(AFTER, 0)) == 1
    assert read(store, rooms.load("ROOMXX")) == structs.replace(AFTER, version=1)


def test_a_room_that_another_process_has_changed_is_refused(store: Store, database: Address) -> None:
    write(store, rooms.save(BEFORE, None))
    other = "import sys, tests.store.seat_change as other; other.change(sys.argv[1], -1)"
    root = Path(__file__).parents[2]
    subprocess.run([sys.executable, "-c", other, text_of(database)], cwd=root, check=True)
    theirs = structs.replace(AFTER, version=1)
    mine = structs.replace(BEFORE, state=b"mine")
    for late in (rooms.save(mine, 0), rooms.close("ROOMXX", 0), rooms.save(mine, None)):
        with pytest.raises(RoomChanged):
            write(store, late)
        assert read(store, rooms.load("ROOMXX")) == theirs
    assert write(store, rooms.save(mine, 1)) == 2


def test_a_closed_room_cannot_be_changed_and_stays_closed(store: Store) -> None:
    write(store, rooms.save(BEFORE, None))
    write(store, rooms.close("ROOMXX", 0))
    write(store, rooms.close("ROOMXX", 0))
    with pytest.raises(RoomChanged):
        write(store, rooms.save(AFTER, 0))
    assert read(store, rooms.count()) == 0


def test_a_match_does_not_begin_in_a_room_that_has_changed(store: Store) -> None:
    write(store, rooms.save(BEFORE, None))
    with pytest.raises(RoomChanged):
        write(store, together(log.begin("ROOMXX", HEADER, SITTING), rooms.save(AFTER, 7)))
    assert read(store, log.stored("m")) is None
    number, version = write(store, together(log.begin("ROOMXX", HEADER, SITTING), rooms.save(AFTER, 0)))
    assert (number > 0, version) == (True, 1)


def test_of_many_who_change_a_room_at_once_one_succeeds_and_all_others_hear_of_it(store: Store) -> None:
    async def all_at_once() -> list[int | BaseException]:
        await store.write(rooms.save(BEFORE, None))
        changes = [rooms.save(structs.replace(AFTER, state=str(number).encode()), 0) for number in range(20)]
        return await asyncio.gather(*map(store.write, changes), return_exceptions=True)

    done = asyncio.run(all_at_once())
    assert done.count(1) == 1
    assert sum(isinstance(one, RoomChanged) for one in done) == 19
    kept = read(store, rooms.load("ROOMXX"))
    assert kept is not None
    assert kept.state == str(done.index(1)).encode()


def halves(path: Path) -> tuple[StoredRoom | None, Seated]:
    """The room and who sits at the seat in question, as a new process finds them."""
    store = Store(path)
    room, match = read(store, rooms.load("ROOMXX")), read(store, log.stored("m"))
    store.close()
    assert match is not None
    return room, match.seats[BOT.seat]


def test_a_process_killed_at_any_statement_of_a_seat_change_leaves_no_half_of_it(tmp_path: Path) -> None:
    fresh = tmp_path / "fresh.db"
    store = Store(fresh)
    write(store, together(log.begin("ROOMXX", HEADER, SITTING), rooms.save(BEFORE, None)))
    store.close()
    none_of_it = (BEFORE, SITTING[BOT.seat])
    assert BOT.who is not None
    all_of_it = (structs.replace(AFTER, version=1), structs.replace(BOT.who, changed=True))
    command = [sys.executable, "-m", "tests.store.seat_change", str(fresh)]
    root = Path(__file__).parents[2]
    statements = int(subprocess.run(command, cwd=root, check=True, stdout=subprocess.PIPE).stdout)
    for number in range(1, statements + 1):
        assert halves(tmp_path / f"{number}.db") == none_of_it
    assert halves(tmp_path / f"{statements + 1}.db") == all_of_it
    assert statements >= 4, "a transaction begins and ends, the room changes, the seat changes"


def test_a_seat_change_that_comes_second_changes_neither_the_room_nor_the_match(store: Store) -> None:
    write(store, together(log.begin("ROOMXX", HEADER, SITTING), rooms.save(BEFORE, None)))
    with pytest.raises(RoomChanged):
        write(store, rooms.change(AFTER, 5, [BOT]))
    sitting = read(store, match_seats.sitting(["m"]))
    assert [(who.bot, who.changed) for who in sitting["m"]] == [(None, False), (None, False)]
