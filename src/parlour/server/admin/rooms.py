"""A room as a host sees it."""

from msgspec import Struct

from parlour.core.errors import MalformedInput
from parlour.server.live.people.seating import Person, read_state
from parlour.store.rooms import StoredRoom


class ListedRoom(Struct, frozen=True):
    """Whoever sits there, and where it was opened from."""

    code: str
    game: str
    owner: str
    """The id of the player who opened it."""
    players: tuple[str, ...]
    """Names of those who sit there."""
    public: bool
    match: str | None
    touched: int
    address: str
    """The hash of where it was opened from."""


def listed_room(room: StoredRoom) -> ListedRoom:
    """Nobody sits in a room that another version of the program wrote."""
    try:
        state = read_state(room.state)
    except MalformedInput:
        return ListedRoom(room.code, room.game, room.owner, (), False, room.match, room.touched, room.address)
    names = tuple(holder.name for holder in state.holders if isinstance(holder, Person))
    return ListedRoom(room.code, room.game, room.owner, names, state.public, room.match, room.touched, room.address)
