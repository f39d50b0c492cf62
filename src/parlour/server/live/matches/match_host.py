"""The host of one match: actions come in one after another, and each is on the disk before anybody is sent it."""

import asyncio
import logging
from collections import deque
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from parlour.core.errors import Refusal
from parlour.core.game import Seat
from parlour.core.kit import Kit
from parlour.core.match import AnyMatch
from parlour.core.session import Entry, encode_entry
from parlour.protocol.match_clock import MatchClock
from parlour.protocol.matches import begins
from parlour.protocol.ranking import Seated
from parlour.protocol.refs import Refs
from parlour.protocol.submission import MOST_ENTRIES_LIVE, Applied, Submitted, applied_action
from parlour.server.live.broadcast.feed import Feed
from parlour.server.live.matches.catching_up import CaughtUp, caught_up
from parlour.server.live.matches.clock_and_bots import ClockAndBots
from parlour.server.live.matches.match_changes import (
    AppliedEnding,
    Change,
    Commit,
    Turn,
    closed,
    discarded,
    ending,
    time_passed,
)
from parlour.server.live.matches.match_ranking import MatchRanking
from parlour.server.live.people.leaving import after_changes
from parlour.server.live.services import Services
from parlour.store import log
from parlour.store.futures import Callback, settling
from parlour.store.log import StoredMatch
from parlour.store.rooms import SeatChange, change_seats
from parlour.store.transaction import Job, together

logger = logging.getLogger("parlour")


class MatchHost:
    """Owns the current Match, with its clock and its bots. What it has to say leaves by the feed.

    One change is written at a time; what comes in meanwhile waits its turn. Between a frame and its commit there is no
    task and no future.
    """

    __slots__ = (
        *("id", "number", "match", "last_line", "last_ref", "listed", "bots", "most_entries", "now_ms", "seq_of"),
        *("_services", "_kit", "_has_help", "_feed", "_clock", "_refs", "_ranking", "_clock_and_bots", "_loop"),
        *("_writing", "_busy", "_may_be_behind", "_awaiting", "_waiting", "__weakref__"),
    )

    def __init__(
        self,
        services: Services,
        kit: Kit,
        feed: Feed,
        stored: StoredMatch,
        match: AnyMatch,
        refs: Refs,
        *,
        acts_at_once: bool = True,
    ) -> None:
        self.id = match.header.id
        """The session's id."""
        self._services = services
        self._kit = kit
        self._has_help = bool(kit.help)
        self._feed = feed
        self.most_entries = MOST_ENTRIES_LIVE
        self.number = stored.number
        """The number under which its entries are stored."""
        self._clock = MatchClock(services.clock, match.header.started)
        self.now_ms = self._clock.now_ms
        """Gives milliseconds since the start; never before the last entry."""
        self.listed = stored.listed
        """Whether it is a game: a person has begun it."""
        self._refs = refs
        self.seq_of = refs.seq_of
        """Gives the seq of a seat's action with a ref; None if there is none."""
        self.bots: Mapping[Seat, str] = _bots(stored.seats)
        """The seats that bots hold, and their levels."""
        self._ranking = MatchRanking(services, kit, stored)
        self._stand_at(match, self._refs)
        self._loop = asyncio.get_running_loop()
        self._writing: tuple[Turn, Applied, Commit] | None = None
        self._busy = False
        """Whether something is being written, or what other processes wrote is being read: everything else waits."""
        self._may_be_behind = False
        """Whether another process may have written since the last reading began."""
        self._awaiting: list[asyncio.Future[None]] = []
        """The futures of those who wait for the next reading to end."""
        self._waiting: deque[Turn] = deque()
        self._clock_and_bots = ClockAndBots(services, kit, self._clock, at_once=acts_at_once)

    def _stand_at(self, match: AnyMatch, refs: Refs) -> None:
        """Make this the match, as the store holds it, with the refs of the entries that are new here."""
        self.match = match
        """The match after the last entry that is on the disk."""
        self._clock.reach(match.last_ms)
        self.last_line = None if match.last is None else encode_entry(match.last)
        """The last entry as JSON."""
        self.last_ref = refs.ref_at(match.count - 1)
        """The ref by which its client calls the last entry."""

    # What can be asked

    @property
    def last_at(self) -> int:
        """The time of the last entry, in Unix time by the server's clock."""
        return self._clock.unix_ms(self.match.last_ms)

    @property
    def seats(self) -> Sequence[Seated]:
        """Who sits where, and who left."""
        return self._ranking.seats

    @property
    def ranked(self) -> bool:
        """Whether the match counts, or can still come to count."""
        return self._ranking.ranked

    @property
    def held(self) -> bool:
        """Whether it counts once a host has looked."""
        return self._ranking.held

    @property
    def confirmed(self) -> bool | None:
        """Whether a replay of the stored log bore out the outcome; None until it has been replayed."""
        return self._ranking.confirmed

    def waiting(self) -> int:
        """How many changes wait their turn."""
        return len(self._waiting)

    @property
    def idle(self) -> bool:
        """Whether nothing is written, nobody thinks and no time limit runs."""
        return not self._busy and self._clock_and_bots.idle

    # What can happen

    def submit(self, seat: Seat, action: Any, ref: str | None, done: Callback, only_at: int | None = None) -> None:
        """Let a seat try an action. Nothing becomes of it if the log has moved on from the one seq it was meant for.

        An action whose ref is in the log already is answered again and not played again.
        """
        self._in_turn(Turn(partial(applied_action, seat, action, ref, only_at), done))

    async def submit_and_wait(
        self, seat: Seat, action: Any, ref: str | None = None, only_at: int | None = None
    ) -> Submitted | None:
        """Let a seat try an action, and give what became of it once that is on the disk."""
        future: asyncio.Future[Applied] = self._loop.create_future()
        self.submit(seat, action, ref, settling(future), only_at)
        return (await future).submitted

    async def close(self, same_commit: Job[None], changes: Sequence[SeatChange] = ()) -> None:
        """End the match where it is: nobody plays on. What is given, and who left, is in the same commit.

        Whoever left is rated for that once a replay has borne out the log. A match that nobody has begun is removed.
        """
        await self._applied(partial(closed, together(same_commit, change_seats(changes))))
        self.stop()
        self.change_seats(changes)
        if any(seat.left is not None for seat in self.seats):
            self._services.background.keep(self._confirm, "confirm what was left")

    async def discard(self, same_commit: Job[None]) -> bool:
        """Throw the match away, in one commit with what is given; whether that was done: not if the match is over.

        It ends where it is and no history lists it; retention removes it in its time. An attempt at a daily challenge
        that was begun stays one.
        """
        applied = await self._applied(partial(discarded, same_commit))
        discards = isinstance(applied, AppliedEnding)
        if discards:
            self.stop()
        return discards

    async def _applied(self, change: Change) -> Applied:
        """What a change made of the match, once that is on the disk."""
        future: asyncio.Future[Applied] = self._loop.create_future()
        self._in_turn(Turn(change, settling(future)))
        return await future

    def change_seats(self, changes: Sequence[SeatChange]) -> None:
        """Take note that somebody left or sat down, which has been written down."""
        self.set_seats(after_changes(self.seats, changes))

    def set_seats(self, seats: Sequence[Seated]) -> None:
        """Make these the seats of the match from now on."""
        self.bots = _bots(seats)
        self._ranking.set_seats(seats)
        self.wake()

    def wake(self) -> None:
        """Let the clock and the bots do what is theirs."""
        self._clock_and_bots.wake(self)

    def pass_time(self) -> None:
        """Let CLOCK play what is due."""
        self._in_turn(Turn(time_passed, self._time_passed))

    def stop(self) -> None:
        """Let no alarm ring and no bot play any more."""
        self._clock_and_bots.stop()

    # One change after another

    def _in_turn(self, turn: Turn) -> None:
        if not self._busy:
            self._begin(turn)
        else:
            self._waiting.append(turn)

    def _begin(self, turn: Turn) -> None:
        """Find out what to write down, and let it be written; until then everything else waits."""
        try:
            applied = turn.change(self)
            commit = self._added(applied) if applied.match.count > self.match.count else None
            if isinstance(applied, AppliedEnding):
                commit = ending(self.number, self.match, applied, commit)
            if commit is not None:
                self._services.store.put(commit.job, self._written, self._loop)
        except Exception as error:  # noqa: BLE001
            turn.done(None, error)
            return
        if commit is None:
            self._done(turn, applied)
        else:
            self._busy, self._writing = True, (turn, applied, commit)

    def _added(self, applied: Applied) -> Commit:
        """The entries that were added, and the outcome if there is one. Entries before the last are the clock's."""
        count, after = self.match.count, applied.match
        last = after.last
        if last is None:
            raise AssertionError("entries were added, and there is none")
        line = encode_entry(last)
        lines = [log.Line(last.seat, line, applied.ref)]
        if after.count > count + 1:
            lines[:0] = [log.Line(entry.seat, encode_entry(entry)) for entry in after.added_since(count)[:-1]]
        header = after.header
        end = None if header.ended is None else log.Ending(header.ended, header.outcome)
        lists = not self.listed and (header.outcome is not None or begins(last, self.bots))
        return Commit(log.append(self.number, count, lines, end, lists=lists), line, lists)

    def _written(self, _result: Any, error: BaseException | None) -> None:
        if self._writing is None:
            raise AssertionError("something was written that nobody asked for")
        turn, applied, commit = self._writing
        if error is not None and isinstance(error, log.SeqTaken):
            self._writing = None
            self._read_on(turn)
            return
        try:
            if error is None:
                self._move_to(applied, commit)
                self._done(turn, applied)
            else:
                turn.done(None, error)
        finally:
            self._go_on()

    def _move_to(self, applied: Applied, commit: Commit) -> None:
        """Let a change have happened: it is on the disk, and everybody may see it."""
        after = applied.match
        moved = after.count > self.match.count
        self.match = after
        if commit.lists:
            self.listed = True
        if moved:
            ref = applied.ref
            self.last_line, self.last_ref = commit.line, ref
            if ref is not None:
                self._refs.add(applied.seat, ref, after.count - 1)
            self.show()

    def show(self) -> None:
        """Let everybody see the match as it is, and do what follows from it: its last entry was written here."""
        last = self.match.last
        self._send(() if last is None else (last,))
        if last is not None and last.refused is not None:
            self._count(last.refused)
        if self.match.header.outcome is not None:
            self._services.background.keep(self._confirm, "confirm outcome")
        self._clock_and_bots.act_at_once(self)

    def _send(self, added: Sequence[Entry[Any]]) -> None:
        """Send everybody the view; the room too if the match is over, or had help and does not count from now on."""
        self._feed.send_view()
        unranked = self._has_help and self._ranking.note_help(added)
        if unranked or self.match.header.ended is not None:
            self._feed.send_room()

    def _done(self, turn: Turn, applied: Applied) -> None:
        """Say what a change made of the match: it is on the disk, if there was anything to write down."""
        if applied.unlogged is not None:
            self._count(applied.unlogged)
        turn.done(applied, None)

    def _count(self, refusal: Refusal) -> None:
        """Count a refusal for the metrics."""
        self._services.metrics.refused(self._kit.game.id, refusal.code)

    def _go_on(self) -> None:
        """Let whatever waits take its turn, one after another."""
        self._busy, self._writing = False, None
        if self._may_be_behind:
            self._read_on()
        while self._waiting and not self._busy:
            self._begin(self._waiting.popleft())

    # What other processes write

    def take_over(self) -> None:
        """Play clock and bots here: the process that had the match is no more."""
        self._clock_and_bots.act_at_once(self)
        if self.match.outcome is not None and self.confirmed is None:
            self._services.background.keep(self._confirm, "confirm outcome")

    def catch_up(self) -> None:
        """Read in its turn what other processes may have written."""
        self._may_be_behind = True
        if not self._busy:
            self._read_on()

    async def read_on(self) -> None:
        """Read what other processes have written before now; raises what kept it from being read."""
        read = self._loop.create_future()
        self._awaiting.append(read)
        self.catch_up()
        await read

    def _read_on(self, refused: Turn | None = None) -> None:
        """Read what is missing; a turn that was refused for want of it comes next then."""
        self._busy, self._may_be_behind = True, False
        awaiting, self._awaiting = self._awaiting, []
        self._services.background.start(self._catch_up(refused, awaiting), "catch up")

    async def _catch_up(self, refused: Turn | None, awaiting: Sequence[asyncio.Future[None]]) -> None:
        failed: BaseException | None = None
        try:
            now = self._clock.unix_ms(self.now_ms())
            found = await caught_up(self._services.store, self.number, self.match, now)
            self._take_up(found)
            if found.confirmed and self.confirmed is None and refused is None:
                await self._ranking.read_confirmation()
                self._show_ranking()
            if refused is not None:
                self._waiting.appendleft(refused)
        except BaseException as error:
            failed = error
            if refused is not None:
                refused.done(None, error)
            else:
                logger.error("a match was not read on", exc_info=error, extra={"facts": {"match": self.id}})
            if not isinstance(error, Exception):
                raise
        finally:
            for read in awaiting:
                settling(read)(None, failed)
            self._go_on()

    def _take_up(self, found: CaughtUp) -> None:
        """Go on from what other processes wrote; they play clock and bots."""
        ended = self.match.header.ended
        self.listed = found.listed
        self._refs.add_all(found.refs)
        if found.entries:
            self._stand_at(found.match, found.refs)
        if found.entries or found.match.header.ended != ended:
            self.match = found.match
            self._send(found.entries)
            self._clock_and_bots.hold_back(self)

    # What follows

    def _time_passed(self, _applied: Applied | None, error: BaseException | None) -> None:
        """Set the alarm again: it may have rung a moment early, when nothing was due yet."""
        if error is None:
            self.wake()
        else:
            logger.error("the clock could not play", exc_info=error, extra={"facts": {"match": self.id}})
            self._clock_and_bots.try_again(self)

    async def _confirm(self) -> None:
        if await self._ranking.confirm():
            self._show_ranking()

    def _show_ranking(self) -> None:
        if self._feed.shows(self):
            self._feed.send_room()


def _bots(seats: Sequence[Seated]) -> dict[Seat, str]:
    return {seat: who.bot for seat, who in enumerate(seats) if who.bot is not None}
