"""Who somebody is: guests, cookies and recovery phrases."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Mapping

from parlour.server.access.identity import (
    hashed,
    hashed_recovery_phrase,
    new_id,
    new_name,
    new_recovery_phrase,
    new_token,
)
from parlour.server.clock import ServerClock
from parlour.server.protocol.problems import Problem
from parlour.store import players
from parlour.store.players import Player
from parlour.store.store import Store

COOKIE = "parlour"
DAY_MS = 86_400_000
MOST_SEEN = 50_000
logger = logging.getLogger("parlour")


def no_player() -> Problem:
    """Nobody is known by the cookie, or there is none."""
    return Problem(401, "no-player", "visit first: POST /api/me")


class Authentication:
    """Over HTTP and over sockets alike."""

    def __init__(self, store: Store, clock: ServerClock) -> None:
        self._store = store
        self._clock = clock
        self._seen: OrderedDict[str, int] = OrderedDict()
        """The day on which each player was last written down as seen; the longest forgotten first."""

    async def player(self, cookies: Mapping[str, str]) -> Player | None:
        """Whose cookie this is; None for a stranger or a forged one."""
        token = cookies.get(COOKIE, "")
        player = await self._store.read(players.by_token(hashed(token))) if token else None
        if player is not None:
            self._saw(player)
        return player

    async def new_guest(self) -> tuple[Player, str]:
        """A new guest, and the token for their cookie."""
        player, token = Player(new_id(), new_name()), new_token()
        await self._store.write(players.add(player, hashed(token), self._clock.now_ms()))
        return player, token

    def _saw(self, player: Player) -> None:
        """Let it be known that a player is still there. Nobody waits for that, and once a day is enough."""
        now = self._clock.now_ms()
        today = now // DAY_MS
        if self._seen.get(player.id) == today:
            return
        self._seen[player.id] = today
        self._seen.move_to_end(player.id)
        if len(self._seen) > MOST_SEEN:
            self._seen.popitem(last=False)
        self._store.put(players.saw(player.id, now), _log_failure, asyncio.get_running_loop())

    async def new_recovery_phrase(self, player: Player) -> str:
        """A fresh recovery phrase; the one before stops working."""
        phrase = new_recovery_phrase()
        await self._store.write(players.set_recovery_phrase(player.id, hashed_recovery_phrase(phrase)))
        return phrase

    async def recover(self, phrase: str) -> tuple[Player, str]:
        """The player of a recovery phrase, and a token for this device."""
        player = await self._store.read(players.by_recovery_phrase(hashed_recovery_phrase(phrase)))
        if player is None:
            raise Problem(403, "unknown-phrase", "nobody here has that recovery phrase")
        token = new_token()
        await self._store.write(players.add_token(player.id, hashed(token), self._clock.now_ms()))
        return player, token


def _log_failure(_result: object, error: BaseException | None) -> None:
    if error is not None:
        logger.error("a player was not written down as seen", exc_info=error)
