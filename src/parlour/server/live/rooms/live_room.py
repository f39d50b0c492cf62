"""A room as it is at this moment: what is kept of it, its match, who is there."""

from collections.abc import Mapping
from typing import Literal

from msgspec import structs

from parlour.core.game import Seat
from parlour.core.kit import Kit
from parlour.protocol.messages import RoomNow
from parlour.protocol.views import tried
from parlour.server.clock import ServerClock
from parlour.server.live.matches.match_host import MatchHost
from parlour.server.live.people.seating import (
    Holder,
    Person,
    RoomFacts,
    RoomState,
    next_can_rank,
    owner_among,
    seat_now,
    seats_of_people,
)
from parlour.server.live.people.standing_in import StandIns
from parlour.server.live.people.subscribers import Subscribers


class LiveRoom:
    """The state of one room. Nothing leads from here to what changes it or sends it."""

    __slots__ = (
        *("code", "kit", "facts", "seats", "match_host"),
        *("subscribers", "stand_ins", "closed", "seen_ms", "_clock"),
    )

    def __init__(self, kit: Kit, facts: RoomFacts, stand_ins: StandIns, clock: ServerClock) -> None:
        self.code = facts.code
        self.kit = kit
        self.match_host: MatchHost | None = None
        """The host of the match that is being played, or was played last."""
        self.subscribers = Subscribers()
        self.stand_ins = stand_ins
        self.closed = False
        self._clock = clock
        self.touch()
        self.set_facts(facts)

    def set_facts(self, facts: RoomFacts) -> None:
        """Replace the facts of the room. Each view asks who holds which seat, so that is computed here, once."""
        self.facts = facts
        self.seats: Mapping[str, tuple[Seat, ...]] = seats_of_people(facts.state.holders)
        """The seats that each player holds."""
        self.subscribers.expect(self.seats)

    def touch(self) -> None:
        """Note that somebody came, went or sat down."""
        self.seen_ms = self._clock.now_ms()
        """The time at which somebody last did. It decides nothing but `used_ms`."""

    @property
    def state(self) -> RoomState:
        """What is kept of the room besides its match."""
        return self.facts.state

    @property
    def phase(self) -> Literal["gathering", "playing", "over"]:
        """Whether the room waits for players, plays, or is between two matches."""
        if self.match_host is None:
            return "gathering"
        return "playing" if self.match_host.match.header.ended is None else "over"

    @property
    def watchers(self) -> int:
        """The number of sockets of people without a seat."""
        return self.subscribers.watching(self.seats)

    @property
    def is_entered(self) -> bool:
        """Whether anybody is connected, here or at another process."""
        return bool(len(self.subscribers) or self.subscribers.elsewhere)

    @property
    def used_ms(self) -> int:
        """The time at which somebody last came, went, sat down or played. It decides when the room is forgotten and,
        written down by the sweep, when it is closed, and for how long a room without sockets stays among the open
        ones."""
        return self.seen_ms if self.match_host is None else max(self.seen_ms, self.match_host.last_at)

    @property
    def to_move(self) -> tuple[Seat, ...]:
        """The seats that may act now; empty while nothing is played."""
        return () if self.match_host is None or self.phase != "playing" else self.match_host.match.to_move

    def people_here(self) -> dict[str, int] | None:
        """How many sockets of each player are open; None where nobody is there and nothing is left to be done."""
        here, match_host = self.subscribers.here(), self.match_host
        unconfirmed = match_host is not None and match_host.match.outcome is not None and match_host.confirmed is None
        return here if not self.closed and (here or unconfirmed or self.phase == "playing") else None

    def log_now(self) -> int:
        """The present in Unix time, as the match's log counts it."""
        match_host = self.match_host
        return self._clock.now_ms() if match_host is None else match_host.match.header.started + match_host.now_ms()

    def facts_with(self, holders: tuple[Holder, ...]) -> RoomFacts:
        """What would be kept if the seats were held by these."""
        facts, state = self.facts, structs.replace(self.state, holders=holders)
        return structs.replace(facts, owner=owner_among(holders, facts.owner), state=state)

    def room_now(self) -> RoomNow:
        """The room for everybody."""
        match_host, state = self.match_host, self.state
        return RoomNow(
            code=self.code,
            game=self.kit.game.id,
            options=state.options,
            public=state.public,
            host=self.facts.owner,
            phase=self.phase,
            seats=tuple(
                seat_now(holder, self.subscribers, self.stand_ins.due.get(seat), self._bot_from_ms(holder))
                for seat, holder in enumerate(state.holders)
            ),
            watchers=self.watchers,
            match=None if match_host is None else match_host.id,
            played=state.played,
            confirmed=None if match_host is None else match_host.confirmed,
            ranked=next_can_rank(self.kit, state) if match_host is None else match_host.ranked,
            held=match_host is not None and match_host.held,
            daily=state.daily,
            rematch=state.rematch,
            tried=None if match_host is None else tried(match_host.match.header),
        )

    def _bot_from_ms(self, holder: Holder) -> int | None:
        """The time from which the others may give a seat to a bot, on the match's clock; None where nobody is away."""
        if self.match_host is None or self.phase != "playing" or not isinstance(holder, Person):
            return None
        if self.subscribers.present(holder.player):
            return None
        return self.stand_ins.from_ms(self.match_host, self.subscribers.away_s(holder.player))

    def update_stand_ins(self) -> bool:
        """Decide anew when bots take which seats, and set the alarm; gives whether something is different now."""
        played = self.match_host if self.phase == "playing" else None
        return self.stand_ins.update(played, self.state.holders, self.subscribers.present)
