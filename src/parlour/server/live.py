"""A match being played: attempts come in one after another, and each is on the disk before anybody hears of it."""

import asyncio
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Any, TypeAlias

from msgspec import Struct, structs

from parlour.core.errors import Refusal
from parlour.core.game import Seat
from parlour.core.match import AnyMatch, Match
from parlour.core.replay import resume
from parlour.core.session import AnySession, Entry, encode_entry
from parlour.games import kit_of
from parlour.server.clock import ServerClock
from parlour.server.dealing import load_rules
from parlour.server.limits import MOST_ENTRIES_LIVE
from parlour.store import log
from parlour.store.store import Store
from parlour.store.writer import Then, settling

LOG_FULL = Refusal("log-full", {"entries": MOST_ENTRIES_LIVE})
Finished: TypeAlias = Callable[[BaseException | None], None]
"""Is told that something is done, or why it is not."""


class Attempt(Struct, frozen=True):
    """What became of an action."""

    seq: int | None
    """Its place in the log; None when nothing was logged."""
    refused: Refusal | None


Answered: TypeAlias = Callable[[Attempt | None, BaseException | None], None]
"""Is told what became of an action, or why nothing could."""


class LiveMatch:
    """Owns the current Match. ``changed`` is called after every commit, before whoever submitted is answered.

    One thing is written at a time; what comes in meanwhile waits its turn. Nothing here is a task: between a frame and
    its commit there is only what the rules need.
    """

    def __init__(
        self,
        store: Store,
        clock: ServerClock,
        match: AnyMatch,
        refs: dict[tuple[Seat, str], int],
        changed: Callable[[], None],
    ) -> None:
        self.match = match
        self.last_line: bytes | None = None if match.last is None else encode_entry(match.last)
        """The last entry as JSON."""
        self._store = store
        self._clock = clock
        self._refs = refs
        self._changed = changed
        self._loop = asyncio.get_running_loop()
        self._writing = False
        self._waiting: deque[Callable[[], None]] = deque()
        self._reloading: asyncio.Task[None] | None = None

    @property
    def id(self) -> str:
        """The session's id."""
        return self.match.opening.id

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
        now_ms, last_ms = self._clock.now_ms() - self.match.opening.started, self.match.last_ms
        return max(last_ms, now_ms)

    def attempt(self, seat: Seat, action: Any, ref: str | None, answered: Answered, only_at: int | None = None) -> None:
        """Let a seat try an action; None if the log has moved on from the one place where it was meant.

        An action whose ref is in the log already is answered again and not played again.
        """
        if self._writing:
            self._waiting.append(partial(self._try, seat, action, ref, answered, only_at))
        else:
            self._try(seat, action, ref, answered, only_at)

    async def submit(self, seat: Seat, action: Any, ref: str | None, only_at: int | None = None) -> Attempt | None:
        """The same, to be awaited."""
        future: asyncio.Future[Attempt | None] = self._loop.create_future()
        self.attempt(seat, action, ref, settling(future), only_at)
        return await future

    async def tick(self) -> None:
        """Let CLOCK play whatever is due."""
        future: asyncio.Future[None] = self._loop.create_future()
        self._in_turn(partial(self._catch_up, partial(settling(future), None)))
        await future

    async def close(self) -> None:
        """Nobody plays on."""
        future: asyncio.Future[None] = self._loop.create_future()
        self._in_turn(partial(self._catch_up, partial(self._shut, settling(future))))
        await future

    def _in_turn(self, step: Callable[[], None]) -> None:
        self._waiting.append(step)
        self._go_on()

    def _go_on(self) -> None:
        while self._waiting and not self._writing:
            self._waiting.popleft()()

    def _try(self, seat: Seat, action: Any, ref: str | None, answered: Answered, only_at: int | None) -> None:
        if ref is not None and (seq := self._refs.get((seat, ref))) is not None:
            answered(Attempt(seq, self.match.session.entries[seq].refused), None)
        elif only_at is not None and only_at != self.seq:
            answered(None, None)
        elif self.full:
            answered(Attempt(None, LOG_FULL), None)
        else:
            now_ms = self.now_ms()
            try:
                after, refusal = self._caught_up(now_ms).submit(seat, action, now_ms)
            except Exception as error:  # noqa: BLE001
                answered(None, error)
                return
            logged = refusal is None or refusal.code != "game-over"
            attempt = Attempt(after.count - 1 if logged else None, refusal)

            def then(problem: BaseException | None) -> None:
                answered(None if problem is not None else attempt, problem)

            again = partial(self._try, seat, action, ref, answered, only_at)
            self._advance(after, ref if logged else None, then, again)

    def _catch_up(self, then: Finished) -> None:
        self._advance(self._caught_up(self.now_ms()), None, then, partial(self._catch_up, then))

    def _shut(self, settled: Then, problem: BaseException | None) -> None:
        opening = self.match.opening
        if problem is not None or opening.ended is not None:
            settled(None, problem)
            return
        # Where a log that is full left its clock behind, the end is the last moment that is logged.
        ended = opening.started + (self.match.last_ms if self.full else self.now_ms())

        def then(_result: Any, problem: BaseException | None) -> None:
            self._writing = False
            if problem is None:
                self.match = structs.replace(self.match, opening=structs.replace(self.match.opening, ended=ended))
            settled(None, problem)
            self._go_on()

        self._store.put(log.close(self.id, ended), then, self._loop)
        self._writing = True

    def _advance(self, after: AnyMatch, ref: str | None, then: Finished, again: Callable[[], None]) -> None:
        """Write the new entries down and let the match be what follows; try again if another writer was first.

        The ref belongs to the last of them: before a player's action there may be the clock's.
        """
        seq, count, last = self.match.count, after.count, after.last
        if count == seq or last is None:
            then(None)
            return
        line = encode_entry(last)
        rows = [log.Line(entry.seat, encode_entry(entry)) for entry in _added(after, count - seq)[:-1]]
        rows.append(log.Line(last.seat, line, ref))
        ending = None
        if after.outcome is not None and after.opening.ended is not None:
            ending = log.Ending(after.opening.ended, after.outcome)

        def written(_result: Any, problem: BaseException | None) -> None:
            if isinstance(problem, log.SeqTaken):
                self._reloading = self._loop.create_task(self._reload(again, then))
                return
            self._writing = False
            if problem is None:
                self.match, self.last_line = after, line
                if ref is not None:
                    self._refs[last.seat, ref] = count - 1
                self._changed()
            then(problem)
            self._go_on()

        self._store.put(log.append(self.id, seq, rows, ending), written, self._loop)
        self._writing = True

    def _caught_up(self, now_ms: int) -> AnyMatch:
        """The match after whatever CLOCK had to do, up to what a log may hold: nobody was there for days, perhaps."""
        match = self.match
        while (due := match.due_ms) is not None and due <= now_ms and match.count < MOST_ENTRIES_LIVE:
            match = match.until(due)
        return match

    async def _reload(self, again: Callable[[], None], then: Finished) -> None:
        try:
            stored = await self._store.read(log.stored(self.id))
            if stored is None:
                raise LookupError(f"match {self.id} is gone from the store")
            self.match = await asyncio.to_thread(resumed, stored.session)
        except Exception as error:  # noqa: BLE001
            self._writing = False
            then(error)
        else:
            self._writing = False
            self._refs = stored.refs
            self.last_line = None if self.match.last is None else encode_entry(self.match.last)
            self._changed()
            again()
        self._go_on()


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
    return Match(game, session, resume(game, session).state)
