"""A match being played: attempts come in one after another, and each is on the disk before anybody hears of it."""

import asyncio
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable
from typing import Any, TypeAlias

from msgspec import Struct, structs

from parlour.core.errors import Refusal
from parlour.core.game import CLOCK, Seat
from parlour.core.match import AnyMatch, Match
from parlour.core.replay import resume
from parlour.core.session import AnySession, Entry, encode_entry
from parlour.games import kit_of
from parlour.server.access.limits import MOST_ENTRIES_LIVE
from parlour.server.clock import ServerClock
from parlour.server.live.beginning import load_rules
from parlour.store import log
from parlour.store.store import Store
from parlour.store.writer import Job, Then, settling

LOG_FULL = Refusal("log-full", {"entries": MOST_ENTRIES_LIVE})


class Attempt(Struct, frozen=True):
    """What became of an action."""

    seq: int | None
    """Its place in the log; None when nothing was logged."""
    refused: Refusal | None


Answered: TypeAlias = Callable[[str | None, Attempt | None, BaseException | None], None]
"""Is told what its client called an action, and what became of it or why nothing could."""


class LiveMatch:
    """Owns the current Match. ``changed`` is called after every commit, before whoever submitted is answered.

    One thing is written at a time; what comes in meanwhile waits its turn. Nothing here is a task: between a frame and
    its commit there is only what the rules need.
    """

    def __init__(
        self,
        store: Store,
        clock: ServerClock,
        number: int,
        match: AnyMatch,
        refs: dict[tuple[Seat, str], int],
        changed: Callable[[], None],
    ) -> None:
        self.id = match.opening.id
        """The session's id."""
        self.number = number
        """By which the store finds its entries."""
        self.match = match
        self.last_line: bytes | None = None if match.last is None else encode_entry(match.last)
        """The last entry as JSON."""
        self.last_ref: str | None = _last_ref(match, refs)
        """What its client called it."""
        self._store = store
        self._clock = clock
        self._refs = refs
        self._changed = changed
        self._loop = asyncio.get_running_loop()
        self._writing = False
        self._waiting: deque[_Step] = deque()
        self._reloading: asyncio.Task[None] | None = None

    @property
    def seq(self) -> int:
        """How many entries the log has."""
        return self.match.count

    @property
    def last_at(self) -> int:
        """When the last entry was logged, in Unix time."""
        return self.match.opening.started + self.match.last_ms

    @property
    def full(self) -> bool:
        """Whether nothing more is logged, though the game is not over."""
        return self.match.count >= MOST_ENTRIES_LIVE and self.match.outcome is None

    @property
    def waiting(self) -> int:
        """How many things wait their turn."""
        return len(self._waiting)

    def now_ms(self) -> int:
        """Milliseconds since the start; never before the last entry."""
        match = self.match
        now_ms, last = self._clock.now_ms() - match.opening.started, match.last
        return now_ms if last is None or last.at_ms < now_ms else last.at_ms

    def attempt(self, seat: Seat, action: Any, ref: str | None, answered: Answered, only_at: int | None = None) -> None:
        """Let a seat try an action; None if the log has moved on from the one place where it was meant.

        An action whose ref is in the log already is answered again and not played again.
        """
        self._in_turn(_Attempting(self, seat, action, ref, answered, only_at))

    async def submit(self, seat: Seat, action: Any, ref: str | None, only_at: int | None = None) -> Attempt | None:
        """The same, to be awaited."""
        future: asyncio.Future[Attempt | None] = self._loop.create_future()
        then = settling(future)
        self.attempt(seat, action, ref, lambda _ref, attempt, problem: then(attempt, problem), only_at)
        return await future

    async def tick(self) -> None:
        """Let CLOCK play whatever is due."""
        future: asyncio.Future[None] = self._loop.create_future()
        self._in_turn(_CatchingUp(self, settling(future)))
        await future

    async def close(self) -> None:
        """Nobody plays on."""
        await self.tick()
        future: asyncio.Future[None] = self._loop.create_future()
        self._in_turn(_Closing(self, settling(future)))
        await future

    def _in_turn(self, step: "_Step") -> None:
        if self._writing:
            self._waiting.append(step)
        else:
            step.begin()

    def go_on(self) -> None:
        """Whatever waits takes its turn, one after another."""
        self._writing = False
        while self._waiting and not self._writing:
            self._waiting.popleft().begin()

    def write(self, job: Job[None], then: Then) -> None:
        """Until this is written, everything else waits."""
        self._store.put(job, then, self._loop)
        self._writing = True

    def become(self, match: AnyMatch, line: bytes, seat: Seat, ref: str | None) -> None:
        """These entries are on the disk, the last of them as this line."""
        self.match, self.last_line, self.last_ref = match, line, ref
        if ref is not None:
            self._refs[seat, ref] = match.count - 1
        self._changed()

    def known(self, seat: Seat, ref: str | None) -> int | None:
        """Where an action with this ref stands in the log."""
        return None if ref is None else self._refs.get((seat, ref))

    def reload(self, step: "_Step") -> None:
        """Somebody else wrote: read what there is, and let the step try again."""
        self._reloading = self._loop.create_task(self._reload(step))

    def caught_up(self, now_ms: int) -> AnyMatch:
        """The match after whatever CLOCK had to do, up to what a log may hold: nobody was there for days, perhaps."""
        match = self.match
        while (due := match.due_ms) is not None and due <= now_ms and match.count < MOST_ENTRIES_LIVE:
            match = match.until(due)
        return match

    async def _reload(self, step: "_Step") -> None:
        try:
            stored = await self._store.read(log.stored(self.id))
            if stored is None:
                raise LookupError(f"match {self.id} is gone from the store")
            self.match = await asyncio.to_thread(resumed, stored.session)
        except Exception as error:  # noqa: BLE001
            step.finish(error)
            self.go_on()
            return
        self._refs = stored.refs
        self.last_line = None if self.match.last is None else encode_entry(self.match.last)
        self.last_ref = _last_ref(self.match, self._refs)
        self._changed()
        self._waiting.appendleft(step)
        self.go_on()


class _Step(ABC):
    """Something that happens to a live match in its turn: it begins, is written down, and is finished.

    One object holds all that a move needs until it is on the disk.
    """

    __slots__ = ("_after", "_line", "_live", "_ref", "_seat")

    def __init__(self, live: LiveMatch, seat: Seat) -> None:
        self._live = live
        self._seat = seat
        self._ref: str | None = None
        """What the player calls the last entry, if it is a player's."""

    @abstractmethod
    def begin(self) -> None:
        """Find out what to write, and let it be written."""

    @abstractmethod
    def finish(self, problem: BaseException | None) -> None:
        """Tell whoever waits."""

    def _advance(self, after: AnyMatch) -> None:
        """Write the entries down that follow what is there; those before the last are the clock's."""
        live = self._live
        seq, count, last = live.match.count, after.count, after.last
        if count == seq or last is None:
            self.finish(None)
            return
        self._after, self._line = after, encode_entry(last)
        rows = [log.Line(last.seat, self._line, self._ref)]
        if count > seq + 1:
            rows[:0] = [log.Line(entry.seat, encode_entry(entry)) for entry in _added(after, count - seq)[:-1]]
        ending = None
        if after.outcome is not None and after.opening.ended is not None:
            ending = log.Ending(after.opening.ended, after.outcome)
        live.write(log.append(live.number, seq, rows, ending), self._written)

    def _written(self, _result: None, problem: BaseException | None) -> None:
        live = self._live
        if isinstance(problem, log.SeqTaken):
            live.reload(self)
            return
        try:
            if problem is None:
                live.become(self._after, self._line, self._seat, self._ref)
            self.finish(problem)
        finally:
            live.go_on()


class _Attempting(_Step):
    """A seat tries an action."""

    __slots__ = ("_action", "_answered", "_attempt", "_named", "_only_at")

    def __init__(
        self, live: LiveMatch, seat: Seat, action: Any, ref: str | None, answered: Answered, only_at: int | None
    ) -> None:
        super().__init__(live, seat)
        self._action = action
        self._named = ref
        self._answered = answered
        self._only_at = only_at
        self._attempt: Attempt | None = None

    def begin(self) -> None:
        live = self._live
        if (seq := live.known(self._seat, self._named)) is not None:
            self._attempt = Attempt(seq, live.match.session.entries[seq].refused)
            self.finish(None)
        elif self._only_at is not None and self._only_at != live.seq:
            self.finish(None)
        elif live.full:
            self._attempt = Attempt(None, LOG_FULL)
            self.finish(None)
        else:
            self._try()

    def _try(self) -> None:
        now_ms = self._live.now_ms()
        try:
            after, refusal = self._live.caught_up(now_ms).submit(self._seat, self._action, now_ms)
        except Exception as error:  # noqa: BLE001
            self.finish(error)
            return
        logged = refusal is None or refusal.code != "game-over"
        self._attempt = Attempt(after.count - 1 if logged else None, refusal)
        self._ref = self._named if logged else None
        self._advance(after)

    def finish(self, problem: BaseException | None) -> None:
        self._answered(self._named, self._attempt if problem is None else None, problem)


class _CatchingUp(_Step):
    """CLOCK plays what is due."""

    __slots__ = ("_settled",)

    def __init__(self, live: LiveMatch, settled: Then) -> None:
        super().__init__(live, CLOCK)
        self._settled = settled

    def begin(self) -> None:
        self._advance(self._live.caught_up(self._live.now_ms()))

    def finish(self, problem: BaseException | None) -> None:
        self._settled(None, problem)


class _Closing(_CatchingUp):
    """The match ends where it is."""

    __slots__ = ("_ended",)

    def begin(self) -> None:
        live = self._live
        opening = live.match.opening
        if opening.ended is not None:
            self.finish(None)
            return
        # Where a log that is full left its clock behind, the end is the last moment that is logged.
        now_ms, due_ms = live.now_ms(), live.match.due_ms
        if due_ms is not None and due_ms <= now_ms:
            now_ms = live.match.last_ms if live.full else due_ms - 1
        self._ended = opening.started + now_ms
        live.write(log.close(live.id, self._ended), self._written)

    def _written(self, _result: None, problem: BaseException | None) -> None:
        live = self._live
        if problem is None:
            live.match = structs.replace(live.match, opening=structs.replace(live.match.opening, ended=self._ended))
        self.finish(problem)
        live.go_on()


def _last_ref(match: AnyMatch, refs: dict[tuple[Seat, str], int]) -> str | None:
    return next((ref for (_, ref), seq in refs.items() if seq == match.count - 1), None)


def _added(match: AnyMatch, count: int) -> list[Entry[Any]]:
    """The last so many entries of a match, which were added since it was taken up."""
    added: list[Entry[Any]] = []
    link = match.tail
    while link is not None and len(added) < count:
        added.append(link.entry)
        link = link.before
    return added[::-1]


def resumed(session: AnySession) -> AnyMatch:
    """The match of a stored log, with its end if it was left before an outcome. May take a while: not for the loop."""
    kit = kit_of(session.game)
    load_rules(kit)
    game = kit.game
    return Match.taken_up(game, session, resume(game, session).state)
