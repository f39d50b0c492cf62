"""Advice: asking for it is an action like any other, so that a replay tells who had help."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

import msgspec
from msgspec import Raw, Struct

from parlour.core.game import Seat
from parlour.server.live.room import Room
from parlour.server.protocol.problems import Problem
from parlour.store.players import Player

MOST_WAITING = 16


class Advice(Struct, frozen=True):
    """What somebody could do next."""

    match: str
    seq: int
    """How many entries the log had when it was given: it is about that position."""
    advice: Raw
    """The game's own; null when there is nothing to say."""


class Advisers:
    """One thinks at a time, so that advice takes little from those who play."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="parlour-adviser")
        self._waiting = 0

    async def advise(self, room: Room, player: Player, seat: Seat) -> Advice:
        """Log that a player asks for advice, then give it."""
        adviser = room.kit.adviser
        if adviser is None:
            raise Problem(404, "no-adviser", f"nobody gives advice in {room.kit.game.id}")
        if room.state.daily is not None:
            raise Problem(409, "no-advice-in-daily", "there is no advice in a daily challenge")
        if self._waiting >= MOST_WAITING:
            raise Problem(503, "advisers-busy", "too many are asking for advice; try again in a moment")
        self._waiting += 1
        try:
            submitted = await room.submit_and_wait(player, seat, adviser.asking)
            if submitted.refused is not None or room.match_host is None:
                code = "no-match" if submitted.refused is None else submitted.refused.code
                raise Problem(409, code, "advice is for those whose turn it is, while a match is played")
            match = room.match_host.match
            loop = asyncio.get_running_loop()
            advice = await loop.run_in_executor(self._thread, adviser.advise, match.state, seat)
        finally:
            self._waiting -= 1
        return Advice(match.opening.id, match.count, Raw(msgspec.json.encode(advice)))

    def stop(self) -> None:
        """Whoever is thinking is waited for; nobody starts again."""
        self._thread.shutdown(wait=True, cancel_futures=True)
