"""Who holds the seats of a room: values, and what can be asked of them."""

from functools import lru_cache
from typing import TypeAlias

from msgspec import Struct

from parlour.core.game import Seat
from parlour.server.messages import Told
from parlour.store.log import Seated


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

    options: Told
    public: bool
    holders: tuple[Holder, ...]
    seed: int | None = None
    """Of the first match, if somebody chose it; later ones are drawn."""
    played: int = 0


@lru_cache(maxsize=10_000)
def seats_of(holders: tuple[Holder, ...], player: str) -> tuple[Seat, ...]:
    """The seats that a player holds."""
    return tuple(
        [seat for seat, holder in enumerate(holders) if isinstance(holder, Person) and holder.player == player]
    )


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


def recorded(holder: Holder) -> Seated:
    """How a match remembers who sat there."""
    match holder:
        case Person(player, name):
            return Seated(name, player=player)
        case BotSeat(level):
            return Seated(f"bot {level}", bot=level)
        case _:
            return Seated("nobody")
