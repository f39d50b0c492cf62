"""All that leaves a room: the room itself, the views of its match, answers and phrases, to all who are there.

What is wrong with a message or a socket is said by who reads it (parlour.server.socket).
"""

import logging
from collections.abc import Iterable, Mapping
from typing import Protocol

from parlour.core.game import Seat
from parlour.core.kit import Kit
from parlour.protocol.messages import Answer, Bye, FrameEncoder, Phrase, RoomNow, Said, encode
from parlour.protocol.submission import Applied
from parlour.protocol.views import SeenMatch, encoded_view, seen_through, view_now
from parlour.server.live.broadcast.open_rooms import OpenRooms
from parlour.server.live.broadcast.phrase_limits import PhraseLimits
from parlour.server.live.people.seating import RoomState
from parlour.server.live.people.standing_in import StandIns
from parlour.server.live.people.subscribers import Subscriber, Subscribers

logger = logging.getLogger("parlour")
_encode_view = FrameEncoder().encode
"""Encodes the views of all rooms: they are in one event loop."""


class ShownRoom(Protocol):
    """What the feed asks of the room that it sends."""

    subscribers: Subscribers
    stand_ins: StandIns
    seats: Mapping[str, tuple[Seat, ...]]
    """The seats that each player holds."""

    @property
    def match_host(self) -> SeenMatch | None:
        """The host of the match that is being played, or was played last."""
        ...

    @property
    def state(self) -> RoomState:
        """What is kept of the room besides its match."""
        ...

    def room_now(self) -> RoomNow:
        """The room for everybody."""
        ...

    def update_stand_ins(self) -> bool:
        """Decide anew when bots take which seats; gives whether something is different now."""
        ...


class Feed:
    """Sends to the subscribers of one room what they may see of it."""

    __slots__ = ("_hides_nothing", "_open_rooms", "_phrase_limits", "_room", "_stand_ins", "_subscribers")

    def __init__(self, kit: Kit, room: ShownRoom, open_rooms: OpenRooms) -> None:
        self._room = room
        self._subscribers = room.subscribers
        self._stand_ins = room.stand_ins
        self._open_rooms = open_rooms
        self._phrase_limits = PhraseLimits()
        self._hides_nothing = kit.hides_nothing

    def shows(self, match: SeenMatch) -> bool:
        """Whether this match is still the room's."""
        return self._room.match_host is match

    def send_room(self) -> None:
        """Send everybody the room, since something about it is different."""
        self._room.update_stand_ins()
        self._broadcast(encode(self._room.room_now()))
        if self._room.state.public:
            self._open_rooms.changed()

    def send_view(self) -> None:
        """Send everybody the match, which moved on: the same moment, and whether it waits for somebody who is gone."""
        self._send_view_to(self._subscribers.everybody)
        if self._stand_ins.somebody_is_gone and self._room.update_stand_ins():
            self.send_room()

    def welcome(self, subscriber: Subscriber) -> None:
        """Add a socket that opened: everybody gets the room, and it gets the whole view, wherever it left off."""
        self._subscribers.add(subscriber)
        self.send_room()
        self._send_view_to((subscriber,))

    def answer(self, subscriber: Subscriber, ref: str, applied: Applied | None, error: BaseException | None) -> None:
        """Answer what was submitted over a socket; close the socket if nothing came of it."""
        submitted = None if applied is None else applied.submitted
        if submitted is not None:
            subscriber.send(encode(Answer(ref, submitted.seq, submitted.refused)))
        else:
            logger.error("an action got no answer", exc_info=error)
            subscriber.close(Bye("broken", 1000))

    def say(self, subscriber: Subscriber, phrase: Phrase) -> bytes:
        """Send a phrase to everybody, and give what was sent; Problem if its sender has said enough for now."""
        player = subscriber.player
        if player.id in self._room.seats:
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
        for subscriber in self._subscribers.everybody:
            subscriber.close(bye)

    def _broadcast(self, message: bytes) -> None:
        """Send one message to everybody."""
        for subscriber in self._subscribers.everybody:
            subscriber.send(message)

    def _send_view_to(self, subscribers: Iterable[Subscriber]) -> None:
        """Send one moment of the match: each seat's own message, and one for all who watch, is made once."""
        room = self._room
        shown = room.match_host
        if shown is None:
            return
        match, held = shown.match, room.seats
        view, covered = view_now(shown), match.covered
        everybodys = covered or self._hides_nothing
        if everybodys and not covered:
            # Made and encoded once: a tenth of a move's processor time with two seats.
            view.view = encoded_view(match, None)
        texts: dict[Seat | None, bytes] = {}
        for subscriber in subscribers:
            seats = held.get(subscriber.player.id, ())
            seat = seats[0] if len(seats) == 1 else seen_through(seats, view.to_move)
            text = texts.get(seat)
            if text is None:
                view.seat = seat
                if not everybodys:
                    view.view = encoded_view(match, seat)
                text = texts[seat] = _encode_view(view)
            subscriber.send(text)
