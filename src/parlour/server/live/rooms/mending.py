"""What a room does when the store holds it in a state that no change leaves behind, so that it is never stuck.

A crash between two commits of an earlier version, a player who was deleted while sitting down, a file that somebody
changed by hand: whatever it was, those who sit there can play on, begin or leave.
"""

from msgspec import Struct, structs

from parlour.protocol.refs import Refs
from parlour.server.live.people.leaving import after_changes
from parlour.server.live.people.seating import (
    BotSeat,
    Holder,
    Person,
    RoomState,
    known_as,
    named,
    open_seats,
    owner_among,
    people,
    read_state,
    seat_record,
)
from parlour.store import log, players, processes, rooms
from parlour.store.log import StoredMatch
from parlour.store.rooms import SeatChange
from parlour.store.transaction import Transaction, job


class FoundRoom(Struct, frozen=True):
    """A room as the store holds it, with all that it speaks of."""

    code: str
    game: str
    version: int
    owner: str
    state: RoomState
    match_id: str | None
    """The id of the match that it says is being played, or was played last."""
    match: StoredMatch | None
    """That match, if there is one."""
    refs: Refs
    """What clients called its entries."""
    names: dict[str, str]
    """What the players are called who sit there or may come back, as far as there are such players."""
    address: str = ""
    """The hash of the address from which it was opened."""
    touched: int = 0
    """The time at which somebody last used it."""
    elsewhere: dict[str, int] | None = None
    """How many sockets of each player other processes have there; None if no other holds the room."""


class MendedRoom(Struct, frozen=True):
    """A room as it can go on."""

    owner: str
    state: RoomState
    match: StoredMatch | None
    seats_changed: tuple[SeatChange, ...] = ()
    """What changes in its match's record of the seats."""
    begins: bool = False
    """Whether no seat is free and there is nothing to wait for: the next match begins."""
    closes: bool = False
    """Whether nobody can do anything here any more."""


@job
def found_room(transaction: Transaction, code: str, process: str) -> FoundRoom | None:
    """The room of a code as a process finds it, everything of one moment."""
    stored = rooms.load(code)(transaction)
    if stored is None:
        return None
    state = read_state(stored.state)
    match = None if stored.match is None else log.stored(stored.match)(transaction)
    known = players.known(sorted(named(state.holders)))(transaction)
    names = {player.id: player.name for player in known}
    return FoundRoom(
        code=code,
        game=stored.game,
        version=stored.version,
        owner=stored.owner,
        state=state,
        match_id=stored.match,
        match=match,
        refs=Refs() if match is None else log.refs(match.number)(transaction),
        names=names,
        address=stored.address,
        touched=stored.touched,
        elsewhere=processes.elsewhere(process, [code])(transaction).get(code),
    )


def mended(found: FoundRoom) -> MendedRoom:
    """The room as it can go on; one that is as it should be stays as it is.

    Everybody at a seat is a player of this server, under their name; the owner holds a seat. A match is the room's own
    and knows who sits there. Without a free seat there is a match. A daily challenge's room is for its one attempt.
    """
    holders = known_as(found.state.holders, found.names)
    state = structs.replace(found.state, holders=holders)
    match = found.match if found.match is not None and _belongs(found, found.match) else None
    changes = () if match is None or match.session.ended is not None else _seats_changed(match, holders)
    return MendedRoom(
        owner=owner_among(holders, found.owner),
        state=state,
        match=match if match is None else _with_seats_changed(match, changes),
        seats_changed=changes,
        begins=match is None and not open_seats(holders),
        closes=not people(holders) or (match is None and state.daily is not None),
    )


def is_whole(found: FoundRoom, room: MendedRoom) -> bool:
    """Whether there was nothing to mend."""
    return room == MendedRoom(found.owner, found.state, found.match) and (found.match_id is None) == (
        room.match is None
    )


def _belongs(found: FoundRoom, match: StoredMatch) -> bool:
    seats = len(found.state.holders)
    return match.room == found.code and match.session.game == found.game and seats == len(match.seats)


def _seats_changed(match: StoredMatch, holders: tuple[Holder, ...]) -> tuple[SeatChange, ...]:
    """The changes of seats at which the match knows of somebody else. A seat that was left stays the leaver's until
    somebody takes it."""
    return tuple(
        SeatChange(match.session.id, seat, seat_record(holder))
        for seat, (holder, who) in enumerate(zip(holders, match.seats, strict=True))
        if (isinstance(holder, Person) and who.player != holder.player)
        or (isinstance(holder, BotSeat) and who.bot != holder.level)
    )


def _with_seats_changed(match: StoredMatch, changes: tuple[SeatChange, ...]) -> StoredMatch:
    return structs.replace(match, seats=after_changes(match.seats, changes))
