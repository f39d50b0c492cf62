"""Who holds the seats of a room: values, and what can be asked of them."""

from collections.abc import Mapping
from typing import TypeAlias

import msgspec
from msgspec import Struct, structs

from parlour.core.errors import MalformedInput
from parlour.core.game import Seat
from parlour.core.kit import Kit
from parlour.protocol.bots import bot_name
from parlour.protocol.messages import ChosenOptions, SeatNow
from parlour.protocol.ranking import MatchFacts, Origin, Seated, ranking_of
from parlour.server.live.people.subscribers import Subscribers
from parlour.server.problems import Problem
from parlour.store.players import Player


class KeptFor(Struct, frozen=True):
    """A player who left a seat of a match, or made way for a bot there, and may come back to it."""

    player: str
    name: str


class Nobody(Struct, frozen=True, tag_field="held_by", tag="nobody"):
    """A seat that is free to take."""

    kept_for: KeptFor | None = None
    bot_due_ms: int | None = None
    """The time at which a bot takes it, on the clock of the match that is played."""


class Person(Struct, frozen=True, tag_field="held_by", tag="player"):
    """A player; the same one may hold several seats."""

    player: str
    name: str


class BotSeat(Struct, frozen=True, tag_field="held_by", tag="bot"):
    """A bot of one level."""

    level: str
    kept_for: KeptFor | None = None
    """The player for whom it plays on."""


Holder: TypeAlias = Nobody | Person | BotSeat


class RoomState(Struct, frozen=True, kw_only=True):
    """The part of a stored room that only the server reads: the store keeps it as JSON."""

    options: ChosenOptions
    public: bool
    holders: tuple[Holder, ...]
    seed: int | None = None
    """The seed of the first match, if somebody chose it; later ones are drawn."""
    daily: str | None = None
    """The day whose challenge the room is for."""
    played: int = 0
    rematch: tuple[str, ...] = ()
    """Players who asked for another match."""


class RoomFacts(Struct, frozen=True):
    """What a server keeps of a room between its matches, and writes into its StoredRoom: all but match and time."""

    code: str
    owner: str
    """The player who opened it, or took it over."""
    state: RoomState
    version: int | None = None
    """The version that the store has; None until the room has been written down."""
    address: str = ""
    """The hash of the address from which it was opened."""


_STATE = msgspec.json.Decoder(RoomState)


def read_state(written: bytes) -> RoomState:
    """The state of a stored room; MalformedInput for what another version has written and this one cannot read."""
    try:
        return _STATE.decode(written)
    except msgspec.MsgspecError as error:
        raise MalformedInput(f"the room's state cannot be read: {error}") from None


def seats_of_people(holders: tuple[Holder, ...]) -> dict[str, tuple[Seat, ...]]:
    """The seats that each player holds."""
    seats: dict[str, tuple[Seat, ...]] = {}
    for seat, holder in enumerate(holders):
        if isinstance(holder, Person):
            seats[holder.player] = (*seats.get(holder.player, ()), seat)
    return seats


def open_seats(holders: tuple[Holder, ...]) -> tuple[Seat, ...]:
    """The seats that anybody can take."""
    return tuple(seat for seat, holder in enumerate(holders) if isinstance(holder, Nobody))


def people(holders: tuple[Holder, ...]) -> set[str]:
    """The players who hold at least one seat."""
    return {holder.player for holder in holders if isinstance(holder, Person)}


def one_person_plays(holders: tuple[Holder, ...]) -> bool:
    """Whether one person holds one seat, bots hold all others, and nobody may come back to any of them."""
    return sum(isinstance(who, Person) for who in holders) == 1 == len(named(holders)) and not open_seats(holders)


def owner_among(holders: tuple[Holder, ...], owner: str) -> str:
    """The player whose room it is: the owner for as long as they hold a seat, then the first who does."""
    here = [who.player for who in holders if isinstance(who, Person)]
    return owner if owner in here or not here else here[0]


def seated(holders: tuple[Holder, ...], seat: Seat, holder: Holder) -> tuple[Holder, ...]:
    """The holders once one seat is given to somebody."""
    return (*holders[:seat], holder, *holders[seat + 1 :])


def left_by(holders: tuple[Holder, ...], player: str, bot_due_ms: int | None) -> tuple[Holder, ...]:
    """The holders once a player has left: their seats are free and kept for them, until a bot takes one and after."""
    return tuple(
        Nobody(_kept_for(who), bot_due_ms) if isinstance(who, Person) and who.player == player else who
        for who in holders
    )


def forgotten(holders: tuple[Holder, ...], player: str) -> tuple[Holder, ...]:
    """The holders once no seat is kept for a player."""
    return tuple(
        structs.replace(who, kept_for=None) if not isinstance(who, Person) and _is_kept(who, player) else who
        for who in holders
    )


def kept_seats(holders: tuple[Holder, ...], player: str) -> tuple[Seat, ...]:
    """The seats to which a player may come back."""
    return tuple(seat for seat, who in enumerate(holders) if _is_kept(who, player))


def bot_instead(holder: Holder, level: str) -> BotSeat:
    """A bot in place of somebody, who may come back."""
    return BotSeat(level, _kept_for(holder))


def rotated(holders: tuple[Holder, ...]) -> tuple[Holder, ...]:
    """The holders one seat on, in the same order round the table: whoever was second begins."""
    return (*holders[1:], *holders[:1])


def renamed(holders: tuple[Holder, ...], player: str, name: str) -> tuple[Holder, ...]:
    """The holders once a player has another name."""
    return tuple(_called(who, {player: name}) for who in holders)


def handed_over(state: RoomState, guest: str, player: Player) -> RoomState:
    """The state with a player wherever a guest was named."""
    asked = tuple(dict.fromkeys(player.id if one == guest else one for one in state.rematch))
    return structs.replace(state, holders=tuple(_held_by(who, guest, player) for who in state.holders), rematch=asked)


def known_as(holders: tuple[Holder, ...], names: Mapping[str, str]) -> tuple[Holder, ...]:
    """The holders under these names; whoever has none holds no seat, and none is kept for them."""
    strangers = named(holders) - names.keys()
    for player in strangers:
        holders = forgotten(left_by(holders, player, None), player)
    return tuple(_called(who, names) for who in holders)


def named(holders: tuple[Holder, ...]) -> set[str]:
    """The players who hold a seat, or for whom one is kept."""
    kept = {who.kept_for.player for who in holders if not isinstance(who, Person) and who.kept_for is not None}
    return people(holders) | kept


def _kept_for(holder: Holder) -> KeptFor | None:
    return KeptFor(holder.player, holder.name) if isinstance(holder, Person) else holder.kept_for


def _is_kept(holder: Holder, player: str) -> bool:
    return not isinstance(holder, Person) and holder.kept_for is not None and holder.kept_for.player == player


def _held_by(holder: Holder, guest: str, player: Player) -> Holder:
    if isinstance(holder, Person):
        return Person(player.id, player.name) if holder.player == guest else holder
    return structs.replace(holder, kept_for=KeptFor(player.id, player.name)) if _is_kept(holder, guest) else holder


def _called(holder: Holder, names: Mapping[str, str]) -> Holder:
    if isinstance(holder, Person):
        return Person(holder.player, names.get(holder.player, holder.name))
    if holder.kept_for is None:
        return holder
    kept_for = holder.kept_for
    return structs.replace(holder, kept_for=KeptFor(kept_for.player, names.get(kept_for.player, kept_for.name)))


def seat_record(holder: Holder) -> Seated:
    """The record that a match keeps of who sat at a seat."""
    match holder:
        case Person(player, name):
            return Seated(name, player=player)
        case BotSeat(level):
            return Seated(bot_name(level), bot=level)
        case _:
            return Seated("nobody")


def seat_records(state: RoomState) -> tuple[Seated, ...]:
    """The records of all seats in a match that begins now."""
    return tuple(seat_record(holder) for holder in state.holders)


def origin(state: RoomState) -> Origin:
    """The origin of the next match: where its seed comes from."""
    return Origin(state.seed is None or state.daily is not None, state.daily)


def next_can_rank(kit: Kit, state: RoomState) -> bool:
    """Whether the match that begins next can come to count."""
    return ranking_of(kit, MatchFacts(origin(state), seat_records(state))) != "does-not-count"


def seats_to_take(holders: tuple[Holder, ...], player: str, wanted: Seat | None) -> tuple[Seat, ...]:
    """The seats at which somebody sits down: the wanted one, those kept for them, or the first free one; else
    Problem."""
    free, kept = open_seats(holders), kept_seats(holders, player)
    if wanted is None and kept:
        return kept
    if not free and not kept:
        raise Problem(409, "room-full", "no seat is free")
    if wanted is not None and wanted not in (*free, *kept):
        raise Problem(409, "seat-taken", f"seat {wanted} is not free; free are {list(free)}")
    return (free[0] if wanted is None else wanted,)


def seat_for_a_bot(holders: tuple[Holder, ...], seat: Seat) -> Holder:
    """The holder who would make way for a bot; Problem if there is no such seat or a bot sits there."""
    if not 0 <= seat < len(holders):
        raise Problem(404, "no-such-seat", f"there are seats 0 to {len(holders) - 1}")
    if isinstance(holders[seat], BotSeat):
        raise Problem(409, "seat-taken", "a bot sits there")
    return holders[seat]


def seat_now(holder: Holder, subscribers: Subscribers, bot_due_ms: int | None, bot_from_ms: int | None) -> SeatNow:
    """A seat as everybody in the room sees it."""
    match holder:
        case Person(player, name):
            present = subscribers.present(player)
            return SeatNow(
                "player", name, player=player, present=present, bot_due_ms=bot_due_ms, bot_from_ms=bot_from_ms
            )
        case BotSeat(level, kept_for):
            seat = SeatNow("bot", bot_name(level), level=level, present=True)
        case Nobody(kept_for):
            seat = SeatNow("nobody", bot_due_ms=bot_due_ms)
    return seat if kept_for is None else structs.replace(seat, kept_for=kept_for.player, kept_name=kept_for.name)
