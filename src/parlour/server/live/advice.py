"""Advice: asking for it is an action like any other, so that a replay tells who had help."""

from msgspec import Raw

from parlour.core.game import Seat
from parlour.protocol.advice import ONLY_IN_TURN, Advice
from parlour.server.live.rooms.room import Room
from parlour.server.problems import Problem
from parlour.server.work import tasks
from parlour.server.work.pool import Pool
from parlour.store.players import Player


class Advisers:
    """Gives advice to players. Workers think about it, so that it takes little from those who play."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def advise(self, room: Room, player: Player, seat: Seat) -> Advice:
        """Log that a player asks for advice, then give it."""
        adviser = room.kit.adviser
        if adviser is None:
            raise Problem(404, "no-adviser", f"nobody gives advice in {room.kit.game.id}")
        if room.state.daily is not None:
            raise Problem(409, "no-advice-in-daily", "there is no advice in a daily challenge")
        self._pool.require()
        submitted = await room.submit_and_wait(player, seat, adviser.asking)
        if submitted.refused is not None or room.match_host is None:
            code = "no-match" if submitted.refused is None else submitted.refused.code
            raise Problem(409, code, ONLY_IN_TURN)
        match = room.match_host.match
        advice = await self._pool.run(tasks.advice, room.kit.game.id, match.state, seat)
        return Advice(match.header.id, match.count, Raw(advice))
