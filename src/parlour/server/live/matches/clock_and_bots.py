"""The clock and the bots of a match: who plays them at once, and who only if nobody else does."""

import logging
from collections.abc import Mapping
from functools import partial
from typing import Any, Protocol

from parlour.core.game import Seat
from parlour.core.kit import Kit
from parlour.core.match import AnyMatch
from parlour.protocol.bots import bot_to_move
from parlour.protocol.match_clock import MatchClock
from parlour.protocol.submission import is_full
from parlour.server.clock import Alarm, ServerClock
from parlour.server.live.services import Services

logger = logging.getLogger("parlour")
RETRY_MS = 1000
"""Milliseconds after which the clock tries again what could not be written."""
HOLD_BACK_MS = 2500
"""Milliseconds for which clock and bots are left to the process that wrote the last entry: it may have died."""


class ActingMatchHost(Protocol):
    """What is asked of the host of a match. Nothing leads from here back to it but while there is something to do."""

    id: str
    match: AnyMatch
    bots: Mapping[Seat, str]

    def pass_time(self) -> None:
        """Let CLOCK play what is due."""
        ...

    async def submit_and_wait(self, seat: Seat, action: Any, ref: str | None, only_at: int | None) -> object:
        """Let a seat try an action, unless the log has moved on."""
        ...


class ClockAndBots:
    """The clock and the bots of a match, which act when their time has come. Every process that holds the match could:
    the log decides if two do."""

    __slots__ = (
        *("_kit", "_clock", "_server_clock", "_alarm", "_bots", "_background"),
        *("_playing", "_stopped", "_at_once"),
    )

    def __init__(self, services: Services, kit: Kit, clock: MatchClock, *, at_once: bool) -> None:
        self._bots = services.bots
        self._background = services.background
        self._server_clock: ServerClock = services.clock
        self._kit = kit
        self._clock = clock
        self._alarm = Alarm(services.clock)
        self._playing = False
        self._stopped = False
        self._at_once = at_once
        """Whether this process acts at once: nobody else has the match, or the last entry was written here."""

    @property
    def idle(self) -> bool:
        """Whether nobody thinks and no time limit runs."""
        return not (self._playing or self._alarm.is_set())

    def wake(self, match_host: ActingMatchHost) -> None:
        """Set the clock to the next deadline, and let a bot think whose turn it is."""
        if self._stopped:
            return
        match = match_host.match
        due = match.due_ms
        if due is not None and is_full(match):
            due = None
        if not self._at_once:
            self._wait_for_others(match_host, due)
            return
        if due is not None or self._alarm.is_set():
            self._alarm.set(None if due is None else self._clock.unix_ms(due), match_host.pass_time)
        if match_host.bots and not self._playing and self._to_move(match_host) is not None:
            self._playing = True
            self._background.keep(partial(self._play, match_host), "bots")

    def act_at_once(self, match_host: ActingMatchHost) -> None:
        """Play them here from now on."""
        self._at_once = True
        self.wake(match_host)

    def hold_back(self, match_host: ActingMatchHost) -> None:
        """Leave them to another process from now on; should it not act, this one does after a while."""
        self._at_once = False
        self.wake(match_host)

    def try_again(self, match_host: ActingMatchHost) -> None:
        """Let the clock try again soon: what it did could not be written."""
        if not self._stopped:
            self._alarm.set(self._server_clock.now_ms() + RETRY_MS, match_host.pass_time)

    def stop(self) -> None:
        """Let no alarm ring and no bot play any more."""
        self._stopped = True
        self._alarm.stop()

    def _wait_for_others(self, match_host: ActingMatchHost, due: int | None) -> None:
        """Set the clock to when this process acts if no other has."""
        now = self._server_clock.now_ms()
        moments = [] if due is None else [max(now, self._clock.unix_ms(due))]
        if self._to_move(match_host) is not None:
            moments.append(now)
        self._alarm.set(min(moments) + HOLD_BACK_MS if moments else None, partial(self._take_over, match_host))

    def _take_over(self, match_host: ActingMatchHost) -> None:
        logger.info("clock and bots taken over", extra={"facts": {"match": match_host.id}})
        self.act_at_once(match_host)

    async def _play(self, match_host: ActingMatchHost) -> None:
        """Let bots play until it is a person's turn; what could not be written is tried again."""
        while self._at_once and (found := self._to_move(match_host)) is not None:
            match, (seat, level) = match_host.match, found
            action = await self._bots.choose(self._kit, level, match, seat)
            if self._to_move(match_host) == found:
                await match_host.submit_and_wait(seat, action, None, match.count)
        self._playing = False
        self.wake(match_host)

    def _to_move(self, match_host: ActingMatchHost) -> tuple[Seat, str] | None:
        """Which bot is to move here, and its level."""
        return None if self._stopped else bot_to_move(match_host.match, match_host.bots)
