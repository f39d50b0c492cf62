"""The host of one match: actions come in one after another, and each is on the disk before anybody is sent it."""

import asyncio
import logging
from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import structs

from parlour.core.errors import Refusal
from parlour.core.game import Seat
from parlour.core.kit import Kit
from parlour.core.match import AnyMatch
from parlour.core.session import Entry, encode_entry
from parlour.protocol.match_clock import MatchClock
from parlour.protocol.matches import begins
from parlour.protocol.ranking import MatchFacts, Seated, is_help, ranking_of
from parlour.protocol.refs import Refs
from parlour.protocol.submission import MOST_ENTRIES_LIVE, Reply, Submitted
from parlour.server.after.confirmer import is_final
from parlour.server.live.broadcast.feed import Feed
from parlour.server.live.matches.catching_up import caught_up
from parlour.server.live.matches.clock_and_bots import ClockAndBots
from parlour.server.live.matches.match_changes import Action, Change, Closing, Discarding, TimePasses
from parlour.server.live.people.leaving import after_changes
from parlour.server.live.services import Services
from parlour.store import log, retention
from parlour.store.futures import settling
from parlour.store.log import StoredMatch
from parlour.store.rooms import SeatChange, change_seats
from parlour.store.transaction import Job, together

logger = logging.getLogger("parlour")


class MatchHost:
    """Owns the current Match, with its clock and its bots. What it has to say leaves by the feed.

    One change is written at a time; what comes in meanwhile waits its turn. Between a frame and its commit there is no
    task and no future.
    """

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
        self.id = match.opening.id
        """The session's id."""
        self._services = services
        self._kit = kit
        self._has_help = bool(kit.help)
        self._feed = feed
        self.most_entries = MOST_ENTRIES_LIVE
        self.number = stored.number
        """By which its entries are found."""
        self._clock = MatchClock(services.clock, match.opening.started)
        self.confirmed = stored.confirmed
        """Whether a replay of the stored log bore out the outcome; None until it has been replayed."""
        self.listed = stored.listed
        """Whether it is a game: a person has begun it."""
        self._refs = refs
        self.bots: Mapping[Seat, str] = _bots(stored.seats)
        """The seats that bots hold, and their levels."""
        self._rank(stored.facts(kit))
        self._stand_at(match, self._refs)
        services.match_hosts[self.number] = self
        self._loop = asyncio.get_running_loop()
        self._writing: tuple[Change, AnyMatch] | None = None
        self._busy = False
        """Whether something is being written, or what other processes wrote is being read: everything else waits."""
        self._may_be_behind = False
        """Whether another process may have written since the last reading began."""
        self._waiting: deque[Change] = deque()
        self._clock_and_bots = ClockAndBots(services, kit, self._clock, at_once=acts_at_once)

    def _stand_at(self, match: AnyMatch, refs: Refs) -> None:
        """From now on this is the match, as the store holds it; refs of the entries that are new here."""
        self.match = match
        """After the last entry that is on the disk."""
        self._clock.reach(match.last_ms)
        self.last_line = None if match.last is None else encode_entry(match.last)
        """The last entry as JSON."""
        self.last_ref = refs.ref_at(match.count - 1)
        """What its client called it."""

    # What can be asked

    @property
    def last_at(self) -> int:
        """When the last entry was logged, in Unix time by the server's clock."""
        return self._clock.unix_ms(self.match.last_ms)

    @property
    def seats(self) -> Sequence[Seated]:
        """Who sits where, and who left."""
        return self._facts.seats

    def now_ms(self) -> int:
        """Milliseconds since the start; never before the last entry."""
        return self._clock.now_ms()

    def seq_of(self, seat: Seat, ref: str | None) -> int | None:
        """The seq of a seat's action with this ref; None if there is none."""
        return self._refs.seq_of(seat, ref)

    def waiting(self) -> int:
        """How many changes wait their turn."""
        return len(self._waiting)

    @property
    def idle(self) -> bool:
        """Whether nothing is written, nobody thinks and no time limit runs."""
        return not self._busy and self._clock_and_bots.idle

    # What can happen

    def submit(self, seat: Seat, action: Any, ref: str | None, reply: Reply, only_at: int | None = None) -> None:
        """Let a seat try an action. Nothing becomes of it if the log has moved on from the one place it was meant for.

        An action whose ref is in the log already is answered again and not played again.
        """
        self._in_turn(Action(seat, action, ref, reply, only_at))

    async def submit_and_wait(
        self, seat: Seat, action: Any, ref: str | None = None, only_at: int | None = None
    ) -> Submitted | None:
        """The same, to be awaited."""
        future: asyncio.Future[Submitted | None] = self._loop.create_future()
        self.submit(seat, action, ref, settling(future), only_at)
        return await future

    async def close(self, same_commit: Job[None], changes: Sequence[SeatChange] = ()) -> None:
        """Nobody plays on: the match ends where it is. What is given, and who left, is in the same commit.

        Whoever left is rated for that once a replay has borne out the log. A match that nobody has begun is removed.
        """
        future: asyncio.Future[None] = self._loop.create_future()
        self._in_turn(Closing(settling(future), together(same_commit, change_seats(changes))))
        await future
        self.stop()
        self.change_seats(changes)
        if any(seat.left is not None for seat in self.seats):
            self._services.background.keep(self._confirm, "confirm what was left")

    async def discard(self, same_commit: Job[None]) -> bool:
        """Throw the match away, in one commit with what is given; whether that was done: not if the match is over.

        It ends where it is and no history lists it; retention removes it in its time. An attempt at a daily challenge
        that was begun stays one.
        """
        future: asyncio.Future[None] = self._loop.create_future()
        change = Discarding(settling(future), same_commit)
        self._in_turn(change)
        await future
        if change.discards:
            self.stop()
        return change.discards

    def change_seats(self, changes: Sequence[SeatChange]) -> None:
        """Somebody left or sat down; that has been written down."""
        self.set_seats(after_changes(self.seats, changes))

    def set_seats(self, seats: Sequence[Seated]) -> None:
        """From now on the match is between these."""
        self.bots = _bots(seats)
        self._rank(structs.replace(self._facts, seats=seats))
        self.wake()

    def wake(self) -> None:
        """Let the clock and the bots do what is theirs."""
        self._clock_and_bots.wake(self)

    def pass_time(self) -> None:
        """Let CLOCK play what is due."""
        self._in_turn(TimePasses(self._time_passed))

    def stop(self) -> None:
        """No alarm rings any more, and no bot plays."""
        self._clock_and_bots.stop()

    # One change after another

    def _in_turn(self, change: Change) -> None:
        if not self._busy:
            self._begin(change)
        else:
            self._waiting.append(change)

    def _begin(self, change: Change) -> None:
        """Find out what to write down, and let it be written; until then everything else waits."""
        try:
            after = change.applied_to(self)
            job = self._job(change, self.match, after)
            if job is not None:
                self._services.store.put(job, self._written, self._loop)
        except Exception as error:  # noqa: BLE001
            change.finish(error)
            return
        if job is None:
            change.finish(None)
        else:
            self._busy, self._writing = True, (change, after)

    def _job(self, change: Change, before: AnyMatch, after: AnyMatch) -> Job[Any] | None:
        """The entries that were added, the end if there is one, and what goes with them; None if there is nothing."""
        opening, same_commit = after.opening, change.same_commit
        if opening is before.opening and same_commit is None:
            return self._append(change, before.count, after) if after.count > before.count else None
        closes = opening is not before.opening and opening.outcome is None
        if after.count > before.count:
            job: Job[Any] = self._append(change, before.count, after)
        elif closes and opening.ended is not None:
            job = log.close(self.number, before.count, opening.ended)
        else:
            return same_commit
        if closes:
            job = together(job, retention.remove_if_never_begun(self.id))
        if change.discards:
            job = together(job, log.unlist(self.id))
        return job if same_commit is None else together(job, same_commit)

    def _append(self, change: Change, count: int, after: AnyMatch) -> Job[None]:
        """Entries before the last are the clock's."""
        last = after.last
        if last is None:
            raise AssertionError("entries were added, and there is none")
        change.line = line = encode_entry(last)
        lines = [log.Line(last.seat, line, change.ref)]
        if after.count > count + 1:
            lines[:0] = [log.Line(entry.seat, encode_entry(entry)) for entry in after.added_since(count)[:-1]]
        opening = after.opening
        ending = None if opening.ended is None else log.Ending(opening.ended, opening.outcome)
        change.lists = lists = not self.listed and (opening.outcome is not None or begins(last, self.bots))
        return log.append(self.number, count, lines, ending, lists=lists)

    def _written(self, _result: Any, error: BaseException | None) -> None:
        if self._writing is None:
            raise AssertionError("something was written that nobody asked for")
        change, after = self._writing
        if error is not None and isinstance(error, log.SeqTaken):
            self._writing, change.lists = None, False
            self._read_on(change)
            return
        try:
            if error is None:
                self._move_to(after, change)
            change.finish(error)
        finally:
            self._go_on()

    def _move_to(self, after: AnyMatch, change: Change) -> None:
        """A change is on the disk: now it has happened, and everybody may see it."""
        moved = after.count > self.match.count
        self.match = after
        if change.lists:
            self.listed = True
        if moved:
            self._clock_and_bots.at_once = True
            ref = change.ref
            self.last_line, self.last_ref = change.line, ref
            if ref is not None:
                self._refs.add(change.seat, ref, after.count - 1)
            self.show()

    def show(self) -> None:
        """Let everybody see the match as it is, and do what follows from it."""
        last = self.match.last
        self._send(() if last is None else (last,))
        if last is not None and last.refused is not None:
            self.count_refusal(last.refused)
        if self.match.opening.outcome is not None:
            self._services.background.keep(self._confirm, "confirm outcome")
        self._clock_and_bots.wake(self)

    def _send(self, added: Sequence[Entry[Any]]) -> None:
        """Everybody gets the view; the room too if the match is over, or had help and does not count from now on."""
        self._feed.send_view()
        unranked = self._has_help and self.ranked and any(is_help(self._kit, entry) for entry in added)
        if unranked:
            self._rank(structs.replace(self._facts, helped=True))
        if unranked or self.match.opening.ended is not None:
            self._feed.send_room()

    def count_refusal(self, refusal: Refusal) -> None:
        """One more for the metrics."""
        self._services.metrics.refused(self._kit.game.id, refusal.code)

    def _go_on(self) -> None:
        """Whatever waits takes its turn, one after another."""
        self._busy, self._writing = False, None
        if self._may_be_behind:
            self._read_on()
        while self._waiting and not self._busy:
            self._begin(self._waiting.popleft())

    # What other processes write

    def take_over(self) -> None:
        """The process that had the match is no more: its clock and bots are played here."""
        self._clock_and_bots.at_once = True
        self.wake()
        if self.match.outcome is not None and self.confirmed is None:
            self._services.background.keep(self._confirm, "confirm outcome")

    def catch_up(self) -> None:
        """Another process may have written: what is missing is read in its turn."""
        self._may_be_behind = True
        if not self._busy:
            self._read_on()

    def _read_on(self, change: Change | None = None) -> None:
        """Read what is missing; a change that was refused for want of it tries again then."""
        self._busy, self._may_be_behind = True, False
        self._services.background.start(self._read_added(change), "catch up")

    async def _read_added(self, change: Change | None) -> None:
        try:
            added = await self._services.store.read(log.added(self.number, self.match.count))
            if added is None:  # nobody had begun it: it was removed when it was closed
                added = log.Added((), Refs(), self._clock.unix_ms(self.now_ms()), None, listed=False)
            match, ended = await caught_up(self.match, added), self.match.opening.ended
            self.listed = added.listed
            self._refs.add_all(added.refs)
            if added.entries:
                self._stand_at(match, added.refs)
            if added.entries or match.opening.ended != ended:
                self.match = match
                self._clock_and_bots.at_once = False
                self._send(added.entries)
                self.wake()
            if added.confirmed is not None and self.confirmed is None and change is None:
                await self._learn_confirmation()
            if change is not None:
                self._waiting.appendleft(change)
        except BaseException as error:
            if change is not None:
                change.finish(error)
            else:
                logger.error("a match was not read on", exc_info=error, extra={"facts": {"match": self.id}})
            if not isinstance(error, Exception):
                raise
        finally:
            self._go_on()

    async def _learn_confirmation(self) -> None:
        """Another process has confirmed the match."""
        stored = await self._services.store.read(log.stored(self.id))
        if stored is not None:
            self._is_confirmed(stored)

    # What follows

    def _time_passed(self, _result: None, error: BaseException | None) -> None:
        """An alarm may ring a moment early: then nothing was due yet, and it is set again."""
        if error is None:
            self.wake()
        else:
            logger.error("the clock could not play", exc_info=error, extra={"facts": {"match": self.id}})
            self._clock_and_bots.try_again(self)

    async def _confirm(self) -> None:
        try:
            stored = await self._services.confirmer.confirm(self.id)
        except Exception as error:
            if not is_final(error):
                raise
            logger.error("outcome not confirmed", exc_info=error, extra={"facts": {"match": self.id}})
            return
        self._is_confirmed(stored)

    def _is_confirmed(self, stored: StoredMatch) -> None:
        self.confirmed = stored.confirmed
        self._rank(stored.facts(self._kit))
        if self._feed.match is self:
            self._feed.send_room()

    def _rank(self, facts: MatchFacts) -> None:
        """From now on this decides whether the match counts."""
        self._facts = facts
        ranking = ranking_of(self._kit, facts)
        self.ranked = ranking != "does-not-count"
        """Whether the match counts, or can still come to count."""
        self.held = ranking == "held"
        """Whether it counts once a host has looked."""


def _bots(seats: Sequence[Seated]) -> dict[Seat, str]:
    return {seat: who.bot for seat, who in enumerate(seats) if who.bot is not None}
