"""The one way out of a room: the room itself, the views of its match, answers and phrases, to all who are there.

What is wrong with a message or a socket is said by who reads it (parlour.server.socket).
"""

import logging
from collections.abc import Iterable
from typing import Literal, Protocol

from msgspec import Struct

from parlour.core.game import Seat
from parlour.core.kit import Kit
from parlour.protocol.messages import Answer, Bye, FrameEncoder, Phrase, RoomNow, Said, encode
from parlour.protocol.submission import Applied
from parlour.protocol.views import SeenMatch, encoded_view, seen_through, tried, view_now
from parlour.server.live.broadcast.open_rooms import OpenRooms
from parlour.server.live.broadcast.phrase_limits import PhraseLimits
from parlour.server.live.people.seating import Holder, Person, RoomState, next_can_rank, seat_now, seats_of_people
from parlour.server.live.people.standing_in import StandIns
from parlour.server.live.people.subscribers import Subscriber, Subscribers

logger = logging.getLogger("parlour")


class RoomFacts(Struct, frozen=True):
    """What a room says of itself; the rest of RoomNow is its match's and its subscribers'."""

    code: str
    owner: str
    """The player who opened it, or took it over."""
    state: RoomState
    version: int | None = None
    """What the store has; None until it has been written down."""
    address: str = ""
    """The hash of where it was opened from."""


class ShownMatch(SeenMatch, Protocol):
    """What the feed asks of the match in a room."""

    @property
    def confirmed(self) -> bool | None: ...
    @property
    def ranked(self) -> bool: ...
    @property
    def held(self) -> bool: ...


class Feed:
    """Knows who is there and what they may see."""

    def __init__(self, kit: Kit, open_rooms: OpenRooms, facts: RoomFacts, stand_ins: StandIns) -> None:
        self.subscribers = Subscribers()
        self.stand_ins = stand_ins
        self.match: ShownMatch | None = None
        self._kit = kit
        self._open_rooms = open_rooms
        self._phrase_limits = PhraseLimits()
        self._hides_nothing = kit.hides_nothing
        self._view_encoder = FrameEncoder()
        self.describe(facts)

    def describe(self, facts: RoomFacts) -> None:
        """From now on this is the room. Who holds which seat is asked with every view, and so looked up once."""
        self.facts = facts
        self.seats = seats_of_people(facts.state.holders)
        self.subscribers.expect(self.seats)

    # The room

    @property
    def phase(self) -> Literal["gathering", "playing", "over"]:
        """Where the room is between its matches."""
        if self.match is None:
            return "gathering"
        return "playing" if self.match.match.opening.ended is None else "over"

    @property
    def watchers(self) -> int:
        """How many are there without a seat."""
        return self.subscribers.watching(self.seats)

    def room_now(self) -> RoomNow:
        """The room for everybody."""
        shown, state = self.match, self.facts.state
        return RoomNow(
            code=self.facts.code,
            game=self._kit.game.id,
            options=state.options,
            public=state.public,
            host=self.facts.owner,
            phase=self.phase,
            seats=tuple(
                seat_now(holder, self.subscribers, self.stand_ins.due.get(seat), self._bot_from_ms(holder))
                for seat, holder in enumerate(state.holders)
            ),
            watchers=self.watchers,
            match=None if shown is None else shown.match.opening.id,
            played=state.played,
            confirmed=None if shown is None else shown.confirmed,
            ranked=next_can_rank(self._kit, state) if shown is None else shown.ranked,
            held=shown is not None and shown.held,
            daily=state.daily,
            rematch=state.rematch,
            tried=None if shown is None else tried(shown.match.opening),
        )

    def _bot_from_ms(self, holder: Holder) -> int | None:
        """From when the others may give a seat to a bot, on the match's clock; None where nobody is away."""
        if self.match is None or self.phase != "playing" or not isinstance(holder, Person):
            return None
        if self.subscribers.present(holder.player):
            return None
        return self.stand_ins.from_ms(self.match, self.subscribers.away_s(holder.player))

    def update_stand_ins(self) -> bool:
        """Whether bots will take other seats, or at other times, than was known."""
        played = self.match if self.phase == "playing" else None
        return self.stand_ins.update(played, self.facts.state.holders, self.subscribers.present)

    def send_room(self) -> None:
        """Something about the room is different."""
        self.update_stand_ins()
        self._broadcast(encode(self.room_now()))
        if self.facts.state.public:
            self._open_rooms.changed()

    # The match

    def send_view(self) -> None:
        """The match moved on: everybody sees the same moment, and whether it waits for somebody who is gone."""
        self._send_view_to(self.subscribers)
        if self.stand_ins.somebody_is_gone and self.update_stand_ins():
            self.send_room()

    def welcome(self, subscriber: Subscriber) -> None:
        """A socket opened: everybody gets the room, and it gets the whole view, wherever it left off."""
        self.subscribers.add(subscriber)
        self.send_room()
        self._send_view_to((subscriber,))

    def answer(self, subscriber: Subscriber, ref: str, applied: Applied | None, error: BaseException | None) -> None:
        """What was submitted over a socket came to something, or to nothing."""
        submitted = None if applied is None else applied.submitted
        if submitted is not None:
            subscriber.send(encode(Answer(ref, submitted.seq, submitted.refused)))
        else:
            logger.error("an action got no answer", exc_info=error)
            subscriber.close(Bye("broken", 1000))

    def say(self, subscriber: Subscriber, phrase: Phrase) -> bytes:
        """Send a phrase to everybody, and give what was sent; Problem if whoever says it has said enough."""
        player = subscriber.player
        if player.id in self.seats:
            self._phrase_limits.admit_player(player.id)
        else:
            self._phrase_limits.admit_watcher(subscriber.address)
        said = encode(Said(player.id, player.name, phrase))
        self._broadcast(said)
        return said

    def relay(self, said: bytes) -> None:
        """Send a phrase to everybody here that was said in this room at another process."""
        self._broadcast(said)

    def close(self, bye: Bye) -> None:
        """Send everybody away."""
        for subscriber in self.subscribers:
            subscriber.close(bye)

    def _broadcast(self, message: bytes) -> None:
        """The same to everybody."""
        for subscriber in self.subscribers:
            subscriber.send(message)

    def _send_view_to(self, subscribers: Iterable[Subscriber]) -> None:
        """One moment of the match: each seat's own message, and one for all who watch, is made once."""
        shown = self.match
        if shown is None:
            return
        match, held = shown.match, self.seats
        covered = match.covered
        view = view_now(shown, covered)
        everybodys = covered or self._hides_nothing
        if everybodys and not covered:
            # Made and encoded once: a tenth of a move's processor time with two seats.
            view.view = encoded_view(match, None)
        texts: dict[Seat | None, bytes] = {}
        for subscriber in subscribers:
            seats = held.get(subscriber.player.id, ())
            seat = seats[0] if len(seats) == 1 else seen_through(seats, view.to_move)
            if seat not in texts:
                view.seat = seat
                if not everybodys:
                    view.view = encoded_view(match, seat)
                texts[seat] = self._view_encoder.encode(view)
            subscriber.send(texts[seat])
