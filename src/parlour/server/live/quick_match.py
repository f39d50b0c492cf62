"""Quick match: to which of the rooms that wait for players somebody may be sent."""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from parlour.core.errors import MalformedInput
from parlour.core.kit import Kit
from parlour.protocol.options import read_options
from parlour.server.live.broadcast.open_rooms import in_turns
from parlour.server.live.people.seating import RoomState, people, read_state
from parlour.store.rooms import StoredRoom


class WaitingRoom(Struct, frozen=True):
    """A room with a free seat, as it is known before anybody asks for it."""

    code: str
    opened_by: tuple[str, str]
    """The hash of the address that it was opened from, and its owner."""
    state: RoomState


def readable(stored: Iterable[StoredRoom]) -> list[WaitingRoom]:
    """Rooms that the store holds; none that another version has written and this one cannot read."""
    found = []
    for room in stored:
        try:
            found.append(WaitingRoom(room.code, (room.address, room.owner), read_state(room.state)))
        except MalformedInput:
            continue
    return found


def fitting(kit: Kit, options: object, player: str, waiting: Sequence[WaitingRoom]) -> list[str]:
    """Codes of the rooms in which the game is played with these options and the player does not sit yet, in turns."""
    return [
        room.code
        for room in in_turns(waiting)
        if player not in people(room.state.holders) and _are_options(kit, room.state, options)
    ]


def _are_options(kit: Kit, state: RoomState, options: object) -> bool:
    try:
        return bool(read_options(kit, state.options) == options)
    except MalformedInput:
        return False
