"""Who holds the seats of a room: values, and what can be asked of them."""

from collections.abc import Callable
from typing import TypeAlias

import msgspec
from msgspec import Struct

from parlour.core.game import Seat
from parlour.core.kit import Kit
from parlour.server.live.subscribers import Subscribers
from parlour.server.protocol.messages import ChosenOptions, SeatNow
from parlour.server.protocol.problems import Problem
from parlour.store.ranking import MatchFacts, Origin, Seated, ranking_of


class Nobody(Struct, frozen=True, tag_field="held_by", tag="nobody"):
    """Free to take."""


class Person(Struct, frozen=True, tag_field="held_by", tag="player"):
    """A player; the same one may hold several seats."""

    player: str
    name: str


class BotSeat(Struct, frozen=True, tag_field="held_by", tag="bot"):
    """A bot of one level."""

    level: str


Holder: TypeAlias = Nobody | Person | BotSeat


class RoomState(Struct, frozen=True, kw_only=True):
    """What is kept of a room besides its match."""

    options: ChosenOptions
    public: bool
    holders: tuple[Holder, ...]
    seed: int | None = None
    """Of the first match, if somebody chose it; later ones are drawn."""
    daily: str | None = None
    """The day whose challenge the room is for."""
    played: int = 0


read_state: Callable[[bytes], RoomState] = msgspec.json.Decoder(RoomState).decode
"""What the store keeps of a room."""


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


def seated(holders: tuple[Holder, ...], seat: Seat, holder: Holder) -> tuple[Holder, ...]:
    """With one seat given to somebody."""
    return (*holders[:seat], holder, *holders[seat + 1 :])


def without(holders: tuple[Holder, ...], player: str) -> tuple[Holder, ...]:
    """With every seat of a player free again."""
    return tuple(Nobody() if isinstance(who, Person) and who.player == player else who for who in holders)


def renamed(holders: tuple[Holder, ...], player: str, name: str) -> tuple[Holder, ...]:
    """With a player called by another name."""
    return tuple(Person(player, name) if isinstance(who, Person) and who.player == player else who for who in holders)


def seat_record(holder: Holder) -> Seated:
    """How a match remembers who sat there."""
    match holder:
        case Person(player, name):
            return Seated(name, player=player)
        case BotSeat(level):
            return Seated(f"bot {level}", bot=level)
        case _:
            return Seated("nobody")


def seat_records(state: RoomState) -> tuple[Seated, ...]:
    """How a match that begins now remembers everybody."""
    return tuple(seat_record(holder) for holder in state.holders)


def origin(state: RoomState) -> Origin:
    """Where the next seed comes from."""
    return Origin(state.seed is None or state.daily is not None, state.daily)


def next_can_rank(kit: Kit, state: RoomState) -> bool:
    """Whether the match that begins next can come to count."""
    return ranking_of(kit, MatchFacts(origin(state), seat_records(state))) != "does-not-count"


def free_seat(holders: tuple[Holder, ...], wanted: Seat | None) -> Seat:
    """The seat that somebody wants to take, or the first that is free; Problem if there is none."""
    free = open_seats(holders)
    if not free:
        raise Problem(409, "room-full", "no seat is free")
    if wanted is not None and wanted not in free:
        raise Problem(409, "seat-taken", f"seat {wanted} is not free; free are {list(free)}")
    return free[0] if wanted is None else wanted


def seat_for_a_bot(holders: tuple[Holder, ...], seat: Seat) -> Holder:
    """Who would make way for a bot; Problem if there is no such seat or a bot sits there."""
    if not 0 <= seat < len(holders):
        raise Problem(404, "no-such-seat", f"there are seats 0 to {len(holders) - 1}")
    if isinstance(holders[seat], BotSeat):
        raise Problem(409, "seat-taken", "a bot sits there")
    return holders[seat]


def seat_now(holder: Holder, subscribers: Subscribers) -> SeatNow:
    """A seat as everybody in the room sees it."""
    match holder:
        case Person(player, name):
            return SeatNow("player", name, player=player, present=subscribers.present(player))
        case BotSeat(level):
            return SeatNow("bot", f"bot {level}", level=level, present=True)
        case _:
            return SeatNow("nobody")
