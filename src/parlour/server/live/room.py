"""A room: who sits where, who watches, and the match between them."""

import asyncio
from collections.abc import Callable, Iterable
from typing import Any, Literal

import msgspec
from msgspec import structs

from parlour.core.game import Seat
from parlour.core.kit import Kit
from parlour.core.match import AnyMatch
from parlour.core.session import action_type
from parlour.games import bot_of
from parlour.server.access.identity import new_seed
from parlour.server.access.limits import MOST_WAITING
from parlour.server.clock import Alarm
from parlour.server.live.beginning import deal, read_options, starting
from parlour.server.live.match_host import Attempt, LiveMatch, resumed
from parlour.server.live.seating import (
    BotSeat,
    Holder,
    Person,
    RoomState,
    free_seat,
    levels_of_bots,
    open_seats,
    origin,
    people,
    recorded,
    renamed,
    seat_for_a_bot,
    seat_now,
    seated,
    seats_of_people,
    sitting,
    without,
)
from parlour.server.live.services import Services
from parlour.server.live.subscribers import Subscriber, Subscribers
from parlour.server.live.views import Moment
from parlour.server.protocol.messages import Bye, Phrase, RoomNow, Said, Submit, encode
from parlour.server.protocol.problems import Problem
from parlour.store import log, standings
from parlour.store import rooms as stored_rooms
from parlour.store.players import Player
from parlour.store.store import together


class Room:
    """Changes to the seats happen one after another; each is on the disk before anybody hears of it."""

    def __init__(
        self, services: Services, code: str, kit: Kit, host: str, state: RoomState, announce: Callable[[], None]
    ) -> None:
        self.code = code
        self.kit = kit
        self.host = host
        self._take(state)
        self.audience = Subscribers()
        self.live: LiveMatch | None = None
        self.confirmed: bool | None = None
        self.ranked = standings.may_count(kit, origin(state), sitting(state), ())
        """Whether the match that is being played, or the next one, can count."""
        self.closed = False
        self.seen_ms = services.clock.now_ms()
        self._services = services
        self._announce = announce
        self._asked: set[str] = set()
        self._lock = asyncio.Lock()
        self._alarm = Alarm(services.clock, self._time_is_up)
        self._bots_at_it = False
        self._decode_action = msgspec.json.Decoder(action_type(kit.game)).decode

    # What can be seen

    @property
    def phase(self) -> Literal["gathering", "playing", "over"]:
        """Where the room is between its matches."""
        if self.live is None:
            return "gathering"
        return "playing" if self.live.match.opening.ended is None else "over"

    @property
    def idle(self) -> bool:
        """Whether forgetting the room until somebody asks for it again would change nothing."""
        return not (len(self.audience) or self._lock.locked() or self._bots_at_it or self._alarm.is_set)

    @property
    def used_ms(self) -> int:
        """When somebody last came, went, sat down or played."""
        return self.seen_ms if self.live is None else max(self.seen_ms, self.live.last_at)

    def now(self) -> RoomNow:
        """The room for everybody."""
        return RoomNow(
            code=self.code,
            game=self.kit.game.id,
            options=self.state.options,
            public=self.state.public,
            host=self.host,
            phase=self.phase,
            seats=tuple(seat_now(holder, self.audience) for holder in self.state.holders),
            watchers=self._watchers(),
            match=None if self.live is None else self.live.id,
            played=self.state.played,
            confirmed=self.confirmed,
            ranked=self.ranked,
            daily=self.state.daily,
            rematch=tuple(sorted(self._asked)),
        )

    def waits_for(self, player: Player) -> bool:
        """Whether it is that player's turn."""
        to_move = () if self.live is None else self.kit.game.to_move(self.live.match.state)
        return self.phase == "playing" and not set(to_move).isdisjoint(self._seats.get(player.id, ()))

    def can_be_found(self) -> bool:
        """Whether the list of open rooms shows it: a free seat, and somebody there who waits."""
        waiting = any(self.audience.present(player) for player in people(self.state.holders))
        just_now = self._services.clock.now_ms() - self.used_ms < 30_000
        return self.state.public and not self.closed and bool(open_seats(self.state.holders)) and (waiting or just_now)

    # Who comes and goes

    def enter(self, listener: Subscriber) -> None:
        """A socket opened: it gets the room and the whole view, wherever it left off."""
        self.audience.add(listener)
        self.seen_ms = self._services.clock.now_ms()
        self._tell_room()
        if self.live is not None:
            self._show(self.live, (listener,))

    def exit(self, listener: Subscriber) -> None:
        """A socket closed; the seats stay held."""
        self.audience.remove(listener)
        self.seen_ms = self._services.clock.now_ms()
        self._tell_room()

    def may_watch(self, player: Player) -> bool:
        """Whether there is room for one more."""
        return self.holds_seat(player) or self._watchers() < self._services.settings.most_watchers

    def holds_seat(self, player: Player) -> bool:
        """Whether a player sits here."""
        return player.id in self._seats

    async def join(self, player: Player, wanted: Seat | None) -> None:
        """Take a free seat. Without naming one, whoever sits already stays as they are."""
        async with self._lock:
            if wanted is None and self.holds_seat(player):
                return
            if self.closed:
                raise Problem(409, "room-full", "no seat is free")
            await self._seat(free_seat(self.state.holders, wanted), Person(player.id, player.name))

    async def fill(self, player: Player, seat: Seat, level: str) -> None:
        """Give a bot a seat that is free, or whose player has been away for long."""
        async with self._lock:
            self._require_seat(player)
            self._require_no_daily()
            bot_of(self.kit, level)
            holder, away_s = seat_for_a_bot(self.state.holders, seat), self._services.settings.away_s
            if isinstance(holder, Person) and self.audience.away_s(holder.player) < away_s:
                raise Problem(409, "not-away", f"that player has not been away for {away_s:g} seconds")
            await self._seat(seat, BotSeat(level))

    async def leave(self, player: Player) -> None:
        """Give up every seat. When no person is left, the match and the room are closed."""
        async with self._lock:
            if not self.holds_seat(player):
                return
            holders = without(self.state.holders, player.id)
            if player.id == self.host:
                self.host = next((who.player for who in holders if isinstance(who, Person)), self.host)
            await self._become(structs.replace(self.state, holders=holders))
            self._asked.discard(player.id)
            if not people(self.state.holders):
                await self._close()
        self._tell_room()

    async def rename(self, player: Player) -> None:
        """Show the name that a player has chosen."""
        async with self._lock:
            await self._become(structs.replace(self.state, holders=renamed(self.state.holders, player.id, player.name)))
        self._tell_room()

    async def close(self) -> None:
        """Close the room, whoever is in it."""
        async with self._lock:
            await self._close()

    async def rematch(self, player: Player) -> None:
        """Ask for another match; it begins when everybody who is there has asked."""
        async with self._lock:
            self._require_seat(player)
            self._require_no_daily()
            if self.phase != "over":
                raise Problem(409, "match-not-over", "a rematch follows a match that is over")
            self._asked.add(player.id)
            if all(who in self._asked or not self.audience.present(who) for who in self._seats):
                self.live = None
                await self._become(self.state)
                await self._begin_if_full()
            else:
                self._tell_room()

    # Playing

    def submit(self, listener: Subscriber, message: Submit) -> None:
        """Let a player's seat try an action of the match that is being played; the listener is answered."""
        if self.live is None or self.live.id != message.match:
            raise Problem(409, "other-match", "that match is not being played here")
        try:
            action = self._decode_action(message.action)
        except (msgspec.ValidationError, msgspec.DecodeError, RecursionError) as error:
            raise Problem(400, "malformed-action", str(error)) from None
        seat = message.seat
        self._live_for(listener.player, seat).attempt(seat, action, message.ref, listener.answered)

    async def attempt(self, player: Player, seat: Seat, action: Any) -> Attempt:
        """The same for whoever waits for it."""
        attempt = await self._live_for(player, seat).submit(seat, action, None)
        if attempt is None:
            raise AssertionError("a person's action is meant for any moment")
        return attempt

    def _live_for(self, player: Player, seat: Seat) -> LiveMatch:
        """The one door for what people do, however it reached the server."""
        if self.live is None or self.closed:
            raise Problem(409, "no-match", "no match is being played here")
        if seat not in self._seats.get(player.id, ()):
            raise Problem(403, "not-your-seat", f"you do not hold seat {seat}")
        if self.live.waiting >= MOST_WAITING:
            raise Problem(429, "too-fast", "too much waits to be written down; wait a moment")
        return self.live

    def say(self, player: Player, phrase: Phrase) -> None:
        """Let everybody hear a phrase."""
        self.audience.tell(encode(Said(player.id, player.name, phrase)))

    # Beginning and ending

    async def open(self) -> None:
        """Write the room down; begin at once if no seat is free."""
        async with self._lock:
            await self._become(self.state)
            await self._begin_if_full()

    async def reopen(self, stored: log.StoredMatch) -> None:
        """Sit down again at a match that the store holds: its clock and its bots wake."""
        match = await asyncio.to_thread(resumed, stored.session)
        self.confirmed, self.ranked = stored.confirmed, standings.counts(self.kit, stored)
        self.live = self._table(stored.number, match, dict(stored.refs))
        self._wake()

    def stop(self, bye: Bye) -> None:
        """Send everybody away; nothing rings any more."""
        self._alarm.stop()
        for listener in self.audience:
            listener.close(bye)

    async def _begin_if_full(self) -> None:
        """Begin a match if none is there and no seat is free; then everybody is told of the room."""
        if self.live is not None or open_seats(self.state.holders):
            self._tell_room()
            return
        seed = new_seed() if self.state.seed is None else self.state.seed
        options = read_options(self.kit, self.state.options)
        match = await asyncio.to_thread(deal, self.kit, seed, options, len(self.state.holders))
        match = starting(match, self._services.clock.now_ms())
        session = match.opening
        state = structs.replace(self.state, seed=None, played=self.state.played + 1)
        begin = log.begin(self.code, session, sitting(self.state), origin(self.state))
        number = await self._services.store.write(together(begin, stored_rooms.keep(self._stored(state, session.id))))
        self._take(state)
        self.confirmed, self._asked = None, set()
        self.live = self._table(number, match, {})
        self._tell_room()
        self._changed()

    async def _close(self) -> None:
        self._alarm.stop()
        if self.live is not None and self.phase == "playing":
            await self.live.close()
        await self._services.store.write(stored_rooms.close(self.code))
        self.closed = True
        self._announce()
        self.stop(Bye("room-closed", None))

    async def _seat(self, seat: Seat, holder: Holder) -> None:
        """Give a seat to somebody, and begin if it was the last that was free."""
        await self._become(structs.replace(self.state, holders=seated(self.state.holders, seat, holder)))
        if self.live is not None and self.phase == "playing":
            await self._services.store.write(log.seat_taken(self.live.id, seat, recorded(holder)))
            self.ranked = False
            self._wake()
        await self._begin_if_full()

    async def _become(self, state: RoomState) -> None:
        await self._services.store.write(
            stored_rooms.keep(self._stored(state, None if self.live is None else self.live.id))
        )
        self._take(state)
        self.seen_ms = self._services.clock.now_ms()
        if self.live is None:
            self.ranked = standings.may_count(self.kit, origin(self.state), sitting(self.state), ())

    def _take(self, state: RoomState) -> None:
        """From now on this is the room; who sits where is asked with every move, and so looked up once."""
        self.state = state
        self._seats, self._bots = seats_of_people(state.holders), levels_of_bots(state.holders)

    def _stored(self, state: RoomState, match: str | None) -> stored_rooms.StoredRoom:
        encoded = msgspec.json.encode(state)
        return stored_rooms.StoredRoom(
            self.code, self.kit.game.id, self.host, encoded, match, self._services.clock.now_ms()
        )

    def _table(self, number: int, match: AnyMatch, refs: dict[tuple[Seat, str], int]) -> LiveMatch:
        return LiveMatch(self._services.store, self._services.clock, number, match, refs, self._changed)

    # What follows a change

    def _changed(self) -> None:
        """Entries were committed: everybody sees the same moment, then the clock and the bots are woken."""
        live = self.live
        if live is None:
            return
        self._show(live, self.audience)
        last = live.match.last
        if last is not None and last.refused is not None:
            self._services.metrics.refused(self.kit.game.id, last.refused.code)
        elif self.ranked and last is not None and isinstance(last.action, self.kit.help):
            self.ranked = False
            self._tell_room()
        if live.match.outcome is not None:
            self._tell_room()
            self._services.background.start(self._confirm(live.id), "confirm")
        self._wake()

    def _wake(self) -> None:
        live = self.live
        if live is None or self.closed:
            return
        due = live.match.due_ms
        if due is not None or self._alarm.is_set:
            self._alarm.set(None if due is None or live.full else live.match.opening.started + due)
        if self._bots and not self._bots_at_it and self._bot_to_move() is not None:
            self._bots_at_it = True
            self._services.background.start(self._let_bots_play(), "bots")

    def _time_is_up(self) -> None:
        if self.live is not None:
            self._services.background.start(self._let_time_pass(self.live), "clock")

    async def _let_time_pass(self, live: LiveMatch) -> None:
        """An alarm may ring a moment early: then nothing is due yet, and it is set again."""
        await live.tick()
        self._wake()

    async def _let_bots_play(self) -> None:
        try:
            while not self.closed and self.live is not None and (found := self._bot_to_move()) is not None:
                live, seq, (seat, level) = self.live, self.live.seq, found
                action = await self._services.bots.choose(self.kit, level, live.match, seat)
                if self._bot_to_move() == found:
                    await live.submit(seat, action, None, only_at=seq)
        finally:
            self._bots_at_it = False

    def _bot_to_move(self) -> tuple[Seat, str] | None:
        """The first seat that is to move and that a bot holds, and its level."""
        if self.live is None or self.live.match.opening.ended is not None:
            return None
        to_move = self.kit.game.to_move(self.live.match.state)
        return next(((seat, self._bots[seat]) for seat in to_move if seat in self._bots), None)

    async def _confirm(self, match: str) -> None:
        stored = await self._services.finished.confirm(match)
        if self.live is not None and self.live.id == match:
            self.confirmed, self.ranked = stored.confirmed, standings.counts(self.kit, stored)
            self._tell_room()

    def _tell_room(self) -> None:
        self.audience.tell(encode(self.now()))
        if self.state.public:
            self._announce()

    def _show(self, live: LiveMatch, listeners: Iterable[Subscriber]) -> None:
        moment = Moment(live, self.kit.hides_nothing)
        for listener in listeners:
            listener.send(moment.seen_by(self._seats.get(listener.player.id, ())))

    def _watchers(self) -> int:
        return sum(listener.player.id not in self._seats for listener in self.audience)

    def _require_no_daily(self) -> None:
        if self.state.daily is not None:
            raise Problem(409, "daily-once", "everybody has one attempt at a daily challenge, alone")

    def _require_seat(self, player: Player) -> None:
        if not self.holds_seat(player):
            raise Problem(403, "not-seated", "only those who hold a seat may do that")
