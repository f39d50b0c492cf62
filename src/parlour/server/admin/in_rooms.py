"""The acts of hosts on players, applied to the stored rooms; processes that have those rooms in memory read them again.

Rooms that another version of the program wrote are left as they are: a process that can read them will mend them.
"""

from collections.abc import Iterator

import msgspec
from msgspec import structs

from parlour.core.errors import MalformedInput
from parlour.server.live.people.leaving import leaving_unseen
from parlour.server.live.people.seating import RoomState, forgotten, left_by, owner_among, people, read_state, renamed
from parlour.store import retention, rooms
from parlour.store.log import stored_if_readable
from parlour.store.rooms import SeatChange, StoredRoom
from parlour.store.transaction import Transaction


def rename(transaction: Transaction, player: str, name: str) -> None:
    """Show a player's new name wherever they sit."""
    for room, state in _naming(transaction, player):
        _save(transaction, room, structs.replace(state, holders=renamed(state.holders, player, name)))


def leave(transaction: Transaction, player: str, now: int) -> None:
    """Give up every seat of a player and keep none for them; rooms where nobody is left are closed."""
    for room, state in _naming(transaction, player):
        holders = forgotten(left_by(state.holders, player, None), player)
        gone = _leaving(transaction, room.match, player, now)
        if people(holders):
            asked = tuple(one for one in state.rematch if one != player)
            owned = structs.replace(room, owner=owner_among(holders, room.owner))
            _save(transaction, owned, structs.replace(state, holders=holders, rematch=asked), *gone)
            continue
        rooms.change_seats(gone)(transaction)
        rooms.close(room.code, room.version)(transaction)
        if room.match is not None:
            retention.give_up(room.match)(transaction)


def _naming(transaction: Transaction, player: str) -> Iterator[tuple[StoredRoom, RoomState]]:
    for code in rooms.naming(player)(transaction):
        room = rooms.load(code)(transaction)
        if room is not None:
            try:
                yield room, read_state(room.state)
            except MalformedInput:
                continue


def _leaving(transaction: Transaction, match: str | None, player: str, now: int) -> tuple[SeatChange, ...]:
    """The changes of seats by which a player leaves a match; none for a game that is not installed here."""
    stored = None if match is None else stored_if_readable(transaction, match)
    return () if stored is None else leaving_unseen(stored, player, now)


def _save(transaction: Transaction, room: StoredRoom, state: RoomState, *gone: SeatChange) -> None:
    written = structs.replace(room, state=msgspec.json.encode(state))
    rooms.change(written, room.version, gone)(transaction)
