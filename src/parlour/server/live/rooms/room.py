"""A room: who sits where, who watches, and its matches one after another."""

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from typing import Any, Literal
from weakref import WeakMethod

from msgspec import structs

from parlour.core.game import Seat
from parlour.core.kit import Kit
from parlour.core.match import AnyMatch
from parlour.core.session import action_decoder
from parlour.protocol.faults import NO_MATCH, OTHER_MATCH, UNREADABLE, malformed_action, not_your_seat
from parlour.protocol.messages import Bye, RoomNow, Say, Submit
from parlour.protocol.submission import Submitted
from parlour.server.live.broadcast.feed import Feed
from parlour.server.live.broadcast.open_rooms import OpenRooms
from parlour.server.live.matches.match_host import MatchHost
from parlour.server.live.people.leaving import stalling
from parlour.server.live.people.seating import RoomFacts, RoomState, kept_seats, open_seats, people, rotated
from parlour.server.live.people.standing_in import StandIns
from parlour.server.live.people.subscribers import Subscriber
from parlour.server.live.rooms.life_cycle import LifeCycle
from parlour.server.live.rooms.live_room import LiveRoom
from parlour.server.live.rooms.mending import FoundRoom
from parlour.server.live.rooms.seat_changes import SeatChanges
from parlour.server.live.rooms.turns import NothingToDo, in_turn
from parlour.server.live.services import Services
from parlour.server.problems import Problem
from parlour.store import processes
from parlour.store.players import Player

MOST_ACTIONS_WAITING = 64
"""Actions of one match that may wait to be written down."""
LISTED_MS = 30_000
"""Milliseconds for which the list of open rooms shows a room whose players have no socket open yet, or not any more."""


class Room:
    """One room, and who may do what in it. Changes happen one after another; each is on the disk before anybody is sent
    it."""

    __slots__ = (
        *("code", "kit", "game", "live", "feed", "lock", "asked_ms"),
        *("_services", "_life", "_seat_changes", "_decode_action", "__weakref__"),
    )

    def __init__(self, services: Services, kit: Kit, facts: RoomFacts, open_rooms: OpenRooms) -> None:
        stand_ins = StandIns(services.settings, services.clock, kit, WeakMethod(self._seats_are_due))
        self.code = facts.code
        self.kit = kit
        self.game = kit.game.id
        self.live = LiveRoom(kit, facts, stand_ins, services.clock)
        """The room as it is now."""
        self.feed = Feed(kit, self.live, open_rooms)
        self.lock = asyncio.Lock()
        self.asked_ms = self.live.seen_ms
        """The time at which somebody last looked for it by its code. It decides only how long the room stays in memory:
        to look for a room is not to use it."""
        self._services = services
        self._life = LifeCycle(services, self.live, self.feed, open_rooms)
        self._seat_changes = SeatChanges(services, self.live, self.feed, self._life)
        self._decode_action = action_decoder(kit.game)

    # What can be seen

    @property
    def state(self) -> RoomState:
        """What is kept of the room besides its match."""
        return self.live.state

    @property
    def phase(self) -> Literal["gathering", "playing", "over"]:
        """Whether the room waits for players, plays, or is between two matches."""
        return self.live.phase

    @property
    def match_host(self) -> MatchHost | None:
        """The host of the match that is being played, or was played last."""
        return self.live.match_host

    @property
    def closed(self) -> bool:
        """Whether the room is no more."""
        return self.live.closed

    @property
    def version(self) -> int | None:
        """The version of the room in the store; None before it is there."""
        return self.live.facts.version

    @property
    def opened_by(self) -> tuple[str, str]:
        """The hash of the address that it was opened from, and its owner."""
        return self.live.facts.address, self.live.facts.owner

    @property
    def idle(self) -> bool:
        """Whether forgetting the room until somebody asks for it again would change nothing."""
        busy = self.live.stand_ins.waits or (self.match_host is not None and not self.match_host.idle)
        listed = bool(self.live.subscribers.elsewhere) and self.can_be_found()
        return not (len(self.live.subscribers) or self.lock.locked() or busy or listed)

    @property
    def used_ms(self) -> int:
        """The time at which somebody last came, went, sat down or played (`LiveRoom.used_ms`)."""
        return self.live.used_ms

    def unused_since(self, at_ms: int) -> bool:
        """Whether nobody is here, and nobody came, went, sat down or played after that moment."""
        return self.idle and self.used_ms <= at_ms

    def now(self) -> RoomNow:
        """The room for everybody."""
        return self.live.room_now()

    @property
    def to_move(self) -> tuple[Seat, ...]:
        """The seats that may act now; empty while nothing is played."""
        return self.live.to_move

    def waits_for(self, player: Player) -> bool:
        """Whether it is that player's turn."""
        return not set(self.to_move).isdisjoint(self.live.seats.get(player.id, ()))

    def can_be_found(self) -> bool:
        """Whether the list of open rooms shows it: a free seat, and somebody there who waits and is not banned."""
        if self.closed or not self.state.public or not open_seats(self.state.holders):
            return False
        waiting = {player for player in people(self.state.holders) if not self._is_banned(player)}
        just_now = self._services.clock.now_ms() - self.used_ms < LISTED_MS
        return bool(waiting) and (just_now or any(map(self.live.subscribers.present, waiting)))

    def _is_banned(self, player: str) -> bool:
        """Whether a player is banned by name, or the owner by the address from which the room was opened."""
        address, owner = self.opened_by
        return self._services.restrictions.ban_of(player, address if player == owner else "") is not None

    def audience(self) -> int:
        """The number of sockets at this process that are sent what happens here."""
        return len(self.live.subscribers)

    @property
    def subscribers(self) -> tuple[Subscriber, ...]:
        """Everybody who is connected at this process."""
        return self.live.subscribers.everybody

    # Who comes and goes

    def enter(self, subscriber: Subscriber) -> None:
        """Add a socket that opened."""
        self.live.touch()
        self.feed.welcome(subscriber)
        self._services.presence.changed(self.live)

    def exit(self, subscriber: Subscriber) -> None:
        """Remove a socket that closed; the seats stay held."""
        self.live.touch()
        self.live.subscribers.remove(subscriber)
        self.feed.send_room()
        self._services.presence.changed(self.live)

    def see_elsewhere(self, sockets: Mapping[str, int]) -> None:
        """Take note of who is connected at other processes."""
        if self.live.subscribers.see_elsewhere(sockets):
            self.feed.send_room()

    def may_watch(self, player: Player) -> bool:
        """Whether there is room for one more."""
        return self.holds_seat(player) or self.live.watchers < self._services.settings.most_watchers

    def holds_seat(self, player: Player) -> bool:
        """Whether a player sits here."""
        return player.id in self.live.seats

    def knows(self, player: Player) -> bool:
        """Whether a player sits here, or a seat is kept for them."""
        return self.holds_seat(player) or bool(kept_seats(self.state.holders, player.id))

    def may_come_back(self, player: Player) -> bool:
        """Whether a match goes on here in which a seat is kept for a player."""
        return self.phase == "playing" and bool(kept_seats(self.state.holders, player.id))

    @in_turn
    async def join(self, player: Player, wanted: Seat | None) -> None:
        """Take a free seat, or come back to one's own. A player who sits here already and names none stays."""
        await self._seat_changes.join(player, wanted)

    @in_turn
    async def fill(self, player: Player, seat: Seat, level: str) -> None:
        """Give a bot a seat that is free, or whose player has been away for long."""
        self._require_seat(player)
        self._require_no_daily()
        await self._seat_changes.fill(seat, level)

    @in_turn
    async def leave(self, player: Player) -> None:
        """Give up every seat, which a bot takes after a while. When no person is left, match and room are closed."""
        await self._seat_changes.leave(player)

    @in_turn
    async def forget(self, player: Player) -> None:
        """Give up every seat, and keep none for somebody who will be no more."""
        await self._seat_changes.forget(player)

    @in_turn
    async def rename(self, player: Player) -> None:
        """Show the name that a player has chosen."""
        await self._seat_changes.rename(player)

    @in_turn
    async def stand_in(self) -> None:
        """Let bots take the seats at which the others have waited for long enough, whoever may have come elsewhere."""
        found = await self._services.store.read(processes.elsewhere(self._services.members.id, [self.code]))
        self.see_elsewhere(found.get(self.code, {}))
        await self._seat_changes.stand_in()

    def _seats_are_due(self) -> None:
        """Let bots stand in soon: the others have waited for long enough at some seat."""
        self._services.background.keep(self._stand_in, "bots stand in")

    async def _stand_in(self) -> None:
        with suppress(Problem):  # closed in the meantime
            await self.stand_in()
        self.live.stand_ins.start_over()
        self.live.update_stand_ins()

    @in_turn
    async def discard(self, player: Player) -> None:
        """Throw away the match that a player plays alone, and close the room."""
        self._require_seat(player)
        if len(self.state.holders) > 1:
            raise Problem(409, "not-alone", "only a game that is played alone can be thrown away")
        if not await self._life.discard():
            raise Problem(409, "no-match", "a match that is over stays")

    @in_turn
    async def close(self) -> None:
        """Close the room, even with people in it."""
        await self._close()

    def can_make_way(self, owner: str) -> bool:
        """Whether nobody is in the room, nobody but its owner sits in it, and no daily attempt is under way."""
        attempt = self.state.daily is not None and self.phase == "playing"
        return not (attempt or self.closed or self.live.is_entered) and people(self.state.holders) <= {owner}

    @in_turn
    async def make_way(self, owner: str) -> None:
        """Close the room for another of its owner's, if it can make way."""
        if not self.can_make_way(owner):
            raise NothingToDo
        await self._close()

    async def _close(self) -> None:
        """Close the room; players who let the others wait for too long count as having left."""
        await self._life.close(*stalling(self.match_host, self._services.clock.now_ms()))

    @in_turn
    async def rematch(self, player: Player) -> None:
        """Ask for another match; it begins when everybody who is there has asked, with whoever was second."""
        self._require_seat(player)
        self._require_no_daily()
        if self.phase != "over":
            raise Problem(409, "match-not-over", "a rematch follows a match that is over")
        asked = {*self.state.rematch, player.id}
        if all(who in asked or not self.live.subscribers.present(who) for who in self.live.seats):
            await self._life.next_match(self.live.facts_with(rotated(self.state.holders)))
        elif player.id not in self.state.rematch:
            state = structs.replace(self.state, rematch=tuple(sorted(asked)))
            await self._life.save(structs.replace(self.live.facts, state=state))
            self.feed.send_room()

    # Playing

    def receive(self, subscriber: Subscriber, message: Submit | Say) -> None:
        """Do what a message of a socket asks, or Problem."""
        if isinstance(message, Submit):
            self._submit(subscriber, message)
        else:
            said = self.feed.say(subscriber, message.phrase)
            self._services.presence.relay_phrase(self.code, self._services.clock.now_ms(), said)

    def _submit(self, subscriber: Subscriber, message: Submit) -> None:
        """Let a player's seat try an action of the match that is being played; the subscriber is answered."""
        match_host = self.live.match_host
        if match_host is None or match_host.id != message.match:
            raise Problem(409, *OTHER_MATCH)
        try:
            action = self._decode_action(message.action)
        except UNREADABLE as error:
            raise Problem(400, *malformed_action(error)) from None
        match_host = self._match_host_for(subscriber.player, message.seat)
        match_host.submit(message.seat, action, message.ref, partial(self.feed.answer, subscriber, message.ref))

    async def submit_and_wait(self, player: Player, seat: Seat, action: Any) -> Submitted:
        """Let a player's seat try an action, and give what became of it once that is on the disk."""
        submitted = await self._match_host_for(player, seat).submit_and_wait(seat, action)
        if submitted is None:
            raise AssertionError("a person's action is meant for any moment")
        return submitted

    def _match_host_for(self, player: Player, seat: Seat) -> MatchHost:
        """The host of the match, where the player may act at the seat now; Problem where not."""
        live = self.live
        match_host = live.match_host
        if match_host is None or live.closed:
            raise Problem(409, *NO_MATCH)
        if seat not in live.seats.get(player.id, ()):
            raise Problem(403, *not_your_seat(seat))
        if match_host.waiting() >= MOST_ACTIONS_WAITING:
            raise Problem(429, "too-fast", "too much waits to be written down; wait a moment")
        return match_host

    # Beginning and ending

    async def open(self, first: AnyMatch | None = None) -> None:
        """Write a new room down; begin at once if no seat is free. RoomChanged if there is a room of that code."""
        async with self.lock:
            try:
                await self._life.next_match(self.live.facts, first)
            except BaseException:
                self.live.closed = True
                raise

    async def refresh(self) -> bool:
        """Read the room again if another process has changed it, and say whether; Problem if it is no more."""
        return await self._life.refresh()

    async def take_up(self, found: FoundRoom) -> None:
        """Make the room what the store holds, mended if need be; Problem if that closes it, RoomChanged if another
        process changed it meanwhile."""
        self.live.seen_ms = min(self.live.seen_ms, found.touched)
        await self._life.take_up(found)

    def stop(self, bye: Bye) -> None:
        """Send everybody away, and let no clock ring any more."""
        self._life.stop(bye)

    def take_over(self) -> None:
        """Let the match go on here: the process that held the room is no more, and this one has claimed it."""
        self._services.presence.held(self.live, {})
        if self.match_host is not None:
            self.match_host.take_over()

    def catch_up(self) -> None:
        """Read in its turn what another process may have played."""
        if self.match_host is not None:
            self.match_host.catch_up()

    async def read_on(self) -> None:
        """Read what another process has played, and wait for it; raises what kept it from being read."""
        if self.match_host is not None:
            await self.match_host.read_on()

    def wake(self) -> None:
        """Set every timer anew: those of the event loop stood still while the machine slept."""
        if self.match_host is not None:
            self.match_host.wake()
        self.live.stand_ins.start_over()
        self.live.update_stand_ins()

    def let_go(self) -> None:
        """Forget the match, which leads back here, so that the memory of both is free: nobody asks for the room any
        more."""
        self.live.match_host = None
        self._services.presence.changed(self.live)

    # What is asked for

    def _require_no_daily(self) -> None:
        if self.state.daily is not None:
            raise Problem(409, "daily-once", "everybody has one attempt at a daily challenge, alone")

    def _require_seat(self, player: Player) -> None:
        if not self.holds_seat(player):
            raise Problem(403, "not-seated", "only those who hold a seat may do that")
