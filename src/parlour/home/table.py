"""A table at home: a room and its match without a server, with the messages of the socket."""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Raw, structs

from parlour.core.errors import MalformedInput
from parlour.core.game import CLOCK, Seat
from parlour.core.kit import Kit
from parlour.core.match import AnyMatch
from parlour.core.quick_start import ForBot, ForMe
from parlour.core.replay import reopened
from parlour.core.session import action_decoder, decode_session, encode_entry, encode_session
from parlour.games import kit_of
from parlour.games.documents import Document
from parlour.home.answers import AdviceRequest, FinishedMatch, Frames
from parlour.home.clock import OtherClock
from parlour.home.kept import (
    HomeSeatFor,
    KeptRef,
    KeptTable,
    Opening,
    Trying,
    check_places,
    new_id,
    read_kept,
)
from parlour.home.ranking import why_not
from parlour.home.thinking import AdviceAsked, BotPlays, BotTurn
from parlour.protocol.advice import ONLY_IN_TURN
from parlour.protocol.beginning import new_match, new_seed
from parlour.protocol.bots import bot_name, bot_to_move
from parlour.protocol.faults import (
    NO_MATCH,
    OTHER_MATCH,
    UNREADABLE,
    FaultText,
    malformed,
    malformed_action,
    not_your_seat,
)
from parlour.protocol.match_clock import MatchClock, UnixClock
from parlour.protocol.matches import MatchSeat, MatchStatus, begins, match_now
from parlour.protocol.messages import (
    Answer,
    Bye,
    Fault,
    Ping,
    Pong,
    RoomNow,
    Said,
    Say,
    SeatNow,
    Submit,
    decode,
    encode,
)
from parlour.protocol.options import plain_options, read_options
from parlour.protocol.ranking import NotCounted
from parlour.protocol.refs import Refs
from parlour.protocol.submission import MOST_ENTRIES_LIVE, Submitted, applied_action, is_full
from parlour.protocol.trying import MOST_ENTRIES_MOVED, CannotTry, branched
from parlour.protocol.views import encoded_view, seen_through, tried, view_now


class Table:
    """A room of one person, and its match with its clock and bots. Whoever has it asks when to go on, and keeps it.

    Nothing is confirmed: a log that was kept here proves that it is legal, not when it was played. Handed in, it ranks
    among those that were played at home.
    """

    def __init__(self, opening: Opening, kit: Kit, match: AnyMatch, clock: UnixClock, played: int) -> None:
        self.last_line: bytes | None
        """The last entry as JSON."""
        self.last_ref: str | None
        """What the page called it."""
        self._kit = kit
        self._unix = clock
        self._decode_action = action_decoder(kit.game)
        self._played = played
        self.closed = False
        """Whether nobody plays here any more."""
        self._discarded = False
        self._ahead_ms = 0
        self._sit(opening)
        self._stand_at(match, Refs())

    @classmethod
    def open(cls, opening: Opening, clock: UnixClock) -> "Table":
        """A table whose first match begins now; MalformedInput if there is none of that kind."""
        kit = kit_of(opening.game)
        check_places(kit, opening.seats)
        seed = new_seed() if opening.seed is None else opening.seed
        return cls(opening, kit, _begun(kit, opening, seed, clock), clock, 1)

    @classmethod
    def tried(cls, trying: Trying, clock: UnixClock) -> "Table":
        """A table whose match goes on from a moment of another; MalformedInput or CannotTry if there is none."""
        document = Document(trying.text.encode())
        kit, session = document.kit, document.session()
        if session.seats != 1:
            raise CannotTry("not-alone", "only a match that was played alone can be tried again from a moment")
        match = reopened(kit.game, branched(session, trying.seq, new_id())).waiting_if_needed()
        opening = Opening(
            code=trying.code,
            player=trying.player,
            name=trying.name,
            game=kit.game.id,
            seats=(ForMe(),),
            options=plain_options(session.options),
        )
        return cls(opening, kit, match.begun_at(clock.now_ms()), clock, 1)

    @classmethod
    def taken_up(cls, text: bytes, clock: UnixClock) -> "Table":
        """What `kept` wrote, where it was left; MalformedInput or SessionRejected if nothing can be made of it."""
        kept = read_kept(text)
        opening, kit = kept.opening, kit_of(kept.opening.game)
        check_places(kit, opening.seats)
        session = decode_session(kit.game, bytes(kept.session))
        if session.seats != len(opening.seats):
            raise MalformedInput(f"{len(opening.seats)} sit at the table, but {session.seats} play")
        table = cls(opening, kit, reopened(kit.game, session), OtherClock(clock, kept.ahead_ms), kept.played)
        table._ahead_ms = kept.ahead_ms
        table._stand_at(table.match, Refs((one.seat, one.ref, one.seq) for one in kept.refs))
        return table

    def _sit(self, opening: Opening) -> None:
        self._opening = opening
        self.code = opening.code
        self._mine = tuple(seat for seat, place in enumerate(opening.seats) if isinstance(place, ForMe))
        self.bots: Mapping[Seat, str] = {
            seat: place.level for seat, place in enumerate(opening.seats) if isinstance(place, ForBot)
        }

    def _stand_at(self, match: AnyMatch, refs: Refs) -> None:
        """Make this the match from now on."""
        self.match = match
        self.most_entries = MOST_ENTRIES_MOVED if tried(match.header) is None else MOST_ENTRIES_LIVE
        """A server takes no longer log; one that went on from a moment of another stays here."""
        self._refs = refs
        self._clock = MatchClock(self._unix, match.header.started)
        self._clock.reach(match.last_ms)
        self.last_line = None if match.last is None else encode_entry(match.last)
        self.last_ref = refs.ref_at(match.count - 1)

    # What a host of a match is asked

    def now_ms(self) -> int:
        """Milliseconds since the start of the match."""
        return self._clock.now_ms()

    def seq_of(self, seat: Seat, ref: str | None) -> int | None:
        """The seq of a seat's action with this ref; None if there is none."""
        return self._refs.seq_of(seat, ref)

    # What comes and goes

    def enter(self) -> Frames:
        """The first messages for a page: the room and the whole view."""
        return [self._room(), self._view()]

    def receive(self, text: str | bytes) -> Frames:
        """Do what a message asks for; returns the messages for the page, or a fault."""
        try:
            message = decode(text)
        except UNREADABLE as error:
            return _fault(malformed(error))
        if isinstance(message, Ping):
            return [encode(Pong())]
        if isinstance(message, Say):
            return [encode(Said(self._opening.player, self._opening.name, message.phrase))]
        return self._submit(message)

    def _submit(self, message: Submit) -> Frames:
        if self.match.header.id != message.match:
            return _fault(OTHER_MATCH, message.ref)
        try:
            action = self._decode_action(message.action)
        except UNREADABLE as error:
            return _fault(malformed_action(error), message.ref)
        if self.closed:
            return _fault(NO_MATCH, message.ref)
        if message.seat not in self._mine:
            return _fault(not_your_seat(message.seat), message.ref)
        frames, submitted = self._try(message.seat, action, message.ref)
        if submitted is not None:
            frames.append(encode(Answer(message.ref, submitted.seq, submitted.refused)))
        return frames

    def _try(
        self, seat: Seat, action: Any, ref: str | None = None, only_at: int | None = None
    ) -> tuple[Frames, Submitted | None]:
        applied = applied_action(seat, action, ref, only_at, self)
        return self._move_to(applied.match, seat, applied.ref), applied.submitted

    def _move_to(self, after: AnyMatch, seat: Seat, ref: str | None) -> Frames:
        """The log went on, or did not: what the page is sent of it."""
        moved, self.match = after.count > self.match.count, after
        if not moved or after.last is None:
            return []
        self.last_line, self.last_ref = encode_entry(after.last), ref
        if ref is not None:
            self._refs.add(seat, ref, after.count - 1)
        return [self._view()] if after.outcome is None else [self._view(), self._room()]

    # The clock and the bots

    def due_ms(self) -> int | None:
        """Milliseconds after which time has to pass; None while no limit runs."""
        due = None if self.closed or is_full(self.match, self.most_entries) else self.match.due_ms
        return None if due is None else max(0, due - self.now_ms())

    def pass_time(self) -> Frames:
        """Let the clock play what is due."""
        after = self.match.until(self.now_ms(), self.most_entries)
        return self._move_to(after, CLOCK, None)

    def bot_turn(self) -> BotTurn | None:
        """What a bot has to think about, here or elsewhere; None while it is nobody's turn but the person's."""
        found = None if self.closed else bot_to_move(self.match, self.bots, self.most_entries)
        if found is None:
            return None
        seat, level = found
        return BotTurn(self._kit.game.id, Raw(encode_session(self.match.session)), seat, level)

    def bot_plays(self, chosen: BotPlays) -> Frames:
        """Take what a bot chose, unless the match has gone on since, or no bot sits there."""
        if self.closed or chosen.match != self.match.header.id or chosen.seat not in self.bots:
            return []
        try:
            action = self._decode_action(chosen.action)
        except UNREADABLE as error:
            raise MalformedInput(str(error)) from None
        frames, _ = self._try(chosen.seat, action, only_at=chosen.seq)
        return frames

    # What else can be asked for

    def ask_advice(self, seat: Seat) -> AdviceRequest:
        """Log that advice is asked for; the question can be answered here or elsewhere."""
        adviser = self._kit.adviser
        if adviser is None:
            return _not_asked(("no-adviser", f"nobody gives advice in {self._kit.game.id}"))
        if self.closed or seat not in self._mine:
            return _not_asked(NO_MATCH if self.closed else not_your_seat(seat))
        frames, submitted = self._try(seat, adviser.asking)
        refused = None if submitted is None else submitted.refused
        if refused is not None:
            return AdviceRequest(frames, None, Fault(refused.code, ONLY_IN_TURN))
        return AdviceRequest(frames, AdviceAsked(self._kit.game.id, Raw(encode_session(self.match.session)), seat))

    def rematch(self) -> Frames:
        """Begin another match, with whoever was second first."""
        if self.closed or self.match.outcome is None:
            return _fault(("match-not-over", "a rematch follows a match that is over"))
        places = self._opening.seats
        opening = structs.replace(self._opening, seats=(*places[1:], *places[:1]), seed=None)
        match = _begun(self._kit, opening, new_seed(), self._unix)
        self._played += 1
        self._sit(opening)
        self._stand_at(match, Refs())
        return self.enter()

    def discard(self) -> Frames:
        """Throw the match away unless it is over, and close the table: its owner forgets it."""
        frames = self.pass_time()
        if self.match.header.ended is not None:
            return [*frames, *_fault(("no-match", "a match that is over stays"))]
        self._discarded = True
        return [*frames, *self.leave()]

    def leave(self) -> Frames:
        """Close the table; the match ends where it is."""
        self.match = self.match.close(self.now_ms(), self.most_entries)
        self.closed = True
        return [encode(Bye("room-closed", None))]

    # What outlives it

    def kept(self) -> bytes:
        """What `taken_up` reads."""
        refs = tuple(KeptRef(*one) for one in self._refs)
        session = Raw(encode_session(self.match.session))
        return msgspec.json.encode(KeptTable(self._opening, self._played, session, refs, self._ahead_ms))

    def session(self) -> bytes:
        """The log so far."""
        return encode_session(self.match.session)

    def over(self) -> FinishedMatch | None:
        """The match if it has ended and was a game: somebody did something, or it came to its end."""
        session = self.match.session
        played = session.outcome is not None or any(begins(entry, self.bots) for entry in session.entries)
        if session.ended is None or not played or self._discarded:
            return None
        analysed = self._kit.analyst is not None
        told = match_now(
            session,
            self._seats(),
            MatchStatus(),
            room=None if self.closed else self.code,
            seed=session.seed,
            analysis="possible" if analysed else "none",
        )
        return FinishedMatch(
            session=Raw(encode_session(session)),
            seats=self._opening.seats,
            match=told,
            tried=tried(self.match.header) is not None,
            chosen=self._opening.seed is not None,
            not_counted=self._not_counted(),
        )

    def _not_counted(self) -> NotCounted | None:
        return why_not(self._kit, self.match.session, self._seats(), chosen=self._opening.seed is not None)

    def _seats(self) -> tuple[MatchSeat, ...]:
        return tuple(map(self._match_seat, self._opening.seats))

    # What the page sees

    def _view(self) -> bytes:
        match = self.match
        view = view_now(self)
        view.seat = seen_through(self._mine, view.to_move)
        if not match.covered:
            view.view = encoded_view(match, view.seat)
        return encode(view)

    def _room(self) -> bytes:
        opening, match = self._opening, self.match
        room = RoomNow(
            code=opening.code,
            game=self._kit.game.id,
            options=opening.options,
            public=False,
            host=opening.player,
            phase="playing" if match.header.ended is None else "over",
            seats=tuple(map(self._seat_now, opening.seats)),
            watchers=0,
            match=match.header.id,
            played=self._played,
            confirmed=None,
            ranked=self._not_counted() in (None, "unwitnessed"),
            held=False,
            daily=None,
            rematch=(),
            tried=tried(match.header),
        )
        return encode(room)

    def _match_seat(self, place: HomeSeatFor) -> MatchSeat:
        if isinstance(place, ForBot):
            return MatchSeat(bot_name(place.level), None, place.level)
        return MatchSeat(self._opening.name, self._opening.player, None)

    def _seat_now(self, place: HomeSeatFor) -> SeatNow:
        if isinstance(place, ForBot):
            return SeatNow("bot", bot_name(place.level), level=place.level, present=True)
        return SeatNow("player", self._opening.name, player=self._opening.player, present=True)


def _begun(kit: Kit, opening: Opening, seed: int, clock: UnixClock) -> AnyMatch:
    """A match that begins now, and waits if it should (parlour.core.waiting); a level is dealt before it starts."""
    options = read_options(kit, opening.options)
    return new_match(kit, new_id(), seed=seed, options=options, seats=len(opening.seats)).begun_at(clock.now_ms())


def _fault(text: FaultText, ref: str | None = None) -> Frames:
    return [encode(Fault(*text, ref))]


def _not_asked(text: FaultText) -> AdviceRequest:
    return AdviceRequest([], None, Fault(*text))
