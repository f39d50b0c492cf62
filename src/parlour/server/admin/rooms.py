"""A room as a host sees it."""

from msgspec import Struct

from parlour.core.errors import MalformedInput
from parlour.server.live.people.seating import Person, read_state
from parlour.store.rooms import StoredRoom


class ListedRoom(Struct, frozen=True):
    """A room with the people who sit there and the address that opened it."""

    code: str
    game: str
    owner: str
    """The id of the player who opened it."""
    players: tuple[str, ...]
    """The names of the people who sit there, seat by seat."""
    people: tuple[str, ...]
    """The ids of these people, seat by seat."""
    public: bool
    match: str | None
    touched: int
    address: str
    """The hash of the address from which the room was opened."""


def listed_room(room: StoredRoom) -> ListedRoom:
    """A room for a host's list; without people if another version of the program wrote it."""
    try:
        state = read_state(room.state)
    except MalformedInput:
        return ListedRoom(room.code, room.game, room.owner, (), (), False, room.match, room.touched, room.address)
    sitting = [holder for holder in state.holders if isinstance(holder, Person)]
    return ListedRoom(
        room.code,
        room.game,
        room.owner,
        tuple(person.name for person in sitting),
        tuple(person.player for person in sitting),
        state.public,
        room.match,
        room.touched,
        room.address,
    )
