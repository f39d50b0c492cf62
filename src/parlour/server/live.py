"""A match being played: attempts come in one after another, and each is on the disk before anybody hears of it."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Any

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

LOG_FULL = Refusal("log-full", {"entries": MOST_ENTRIES_LIVE})


class Attempt(Struct, frozen=True):
    """What became of an action."""

    seq: int | None
    """Its place in the log; None when nothing was logged."""
    refused: Refusal | None


class LiveMatch:
    """Owns the current Match. ``changed`` is called after every commit."""

    def __init__(
        self,
        store: Store,
        clock: ServerClock,
        match: AnyMatch,
        refs: dict[tuple[Seat, str], int],
        changed: Callable[[], None],
    ) -> None:
        self.match = match
        self._store = store
        self._clock = clock
        self._refs = refs
        self._changed = changed
        self._lock = asyncio.Lock()

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
        return self.seq >= MOST_ENTRIES_LIVE and self.match.outcome is None

    def now_ms(self) -> int:
        """Milliseconds since the start; never before the last entry."""
        return max(self.match.last_ms, self._clock.now_ms() - self.match.opening.started)

    async def submit(self, seat: Seat, action: Any, ref: str | None, only_at: int | None = None) -> Attempt | None:
        """Let a seat try an action; None if the log has moved on from the one place where it was meant.

        An action whose ref is in the log already is answered again and not played again.
        """
        async with self._lock:
            while True:
                if ref is not None and (seq := self._refs.get((seat, ref))) is not None:
                    return Attempt(seq, self.match.session.entries[seq].refused)
                if only_at is not None and only_at != self.seq:
                    return None
                if self.full:
                    return Attempt(None, LOG_FULL)
                now_ms = self.now_ms()
                after, refusal = self._caught_up(now_ms).submit(seat, action, now_ms)
                logged = refusal is None or refusal.code != "game-over"
                if await self._advance(after, ref if logged else None):
                    return Attempt(self.seq - 1 if logged else None, refusal)

    async def tick(self) -> None:
        """Let CLOCK play whatever is due."""
        async with self._lock:
            while not await self._advance(self._caught_up(self.now_ms()), None):
                pass

    async def close(self) -> None:
        """Nobody plays on."""
        async with self._lock:
            while not await self._advance(self._caught_up(self.now_ms()), None):
                pass
            opening = self.match.opening
            if opening.ended is None:
                # Where a log that is full left its clock behind, the end is the last moment that is logged.
                ended = opening.started + (self.match.last_ms if self.full else self.now_ms())
                await self._store.write(log.close(self.id, ended))
                self.match = replace(self.match, opening=structs.replace(opening, ended=ended))

    async def _advance(self, after: AnyMatch, ref: str | None) -> bool:
        """Write the new entries down and let the match be what follows; False if another writer was first.

        The ref belongs to the last of them: before a player's action there may be the clock's.
        """
        seq, count = self.seq, after.count
        if count == seq:
            return True
        fresh = _added(after, count - seq)
        lines = [log.Line(entry.seat, encode_entry(entry)) for entry in fresh[:-1]]
        lines.append(log.Line(fresh[-1].seat, encode_entry(fresh[-1]), ref))
        ending = None
        if after.outcome is not None and after.opening.ended is not None:
            ending = log.Ending(after.opening.ended, after.outcome)
        try:
            await self._store.write(log.append(self.id, seq, lines, ending))
        except log.SeqTaken:
            await self._reload()
            return False
        self.match = after
        if ref is not None:
            self._refs[fresh[-1].seat, ref] = count - 1
        self._changed()
        return True

    def _caught_up(self, now_ms: int) -> AnyMatch:
        """The match after whatever CLOCK had to do, up to what a log may hold: nobody was there for days, perhaps."""
        match = self.match
        while (due := match.due_ms) is not None and due <= now_ms and match.count < MOST_ENTRIES_LIVE:
            match = match.until(due)
        return match

    async def _reload(self) -> None:
        stored = await self._store.read(log.stored(self.id))
        if stored is None:
            raise LookupError(f"match {self.id} is gone from the store")
        self.match = await asyncio.to_thread(resumed, stored.session)
        self._refs = stored.refs
        self._changed()


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
