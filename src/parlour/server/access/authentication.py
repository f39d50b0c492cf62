"""Authentication: the player of a cookie, new guests, recovery phrases, signing out."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Mapping, Sequence

from parlour.core.words import Language
from parlour.protocol.messages import Bye
from parlour.server.access.device_cookie import COOKIE_SECONDS, DeviceCookie
from parlour.server.access.devices import DeviceSockets
from parlour.server.access.identity import (
    hashed,
    hashed_recovery_phrase,
    new_id,
    new_name,
    new_recovery_phrase,
    new_token,
)
from parlour.server.clock import ServerClock
from parlour.server.problems import Problem
from parlour.store import players
from parlour.store.players import Player
from parlour.store.store import Store

SEEN_EACH_S = 300.0
"""How often the store learns that a player is still there."""
SEEN_EACH_MS = int(SEEN_EACH_S * 1000)
WRITTEN_AT_ONCE = 500
MOST_SEEN = 50_000
logger = logging.getLogger("parlour")


def no_player() -> Problem:
    """The Problem of a request without the cookie of a known player."""
    return Problem(401, "no-player", "visit first: POST /api/me")


class SignedOut(Problem):
    """The Problem of a device that was signed out, or whose player was deleted."""

    def __init__(self, cookie: DeviceCookie) -> None:
        super().__init__(401, "signed-out", "you are signed out on this device; visit again to go on as a guest")
        self.cookie = cookie


class Authentication:
    """Finds the player of a request, over HTTP and over sockets, and signs devices in and out."""

    def __init__(self, store: Store, clock: ServerClock, cookie: DeviceCookie, *, keeps_addresses: bool = True) -> None:
        self.cookie = cookie
        self._keeps_addresses = keeps_addresses
        self._store = store
        self._clock = clock
        self.devices = DeviceSockets()
        self._seen: OrderedDict[str, int] = OrderedDict()
        """The time at which the store last learnt of each player, the earliest first."""

    async def player(self, cookies: Mapping[str, str], address: str) -> Player | None:
        """The player of these cookies, noted as seen at an address; None without a cookie or for a forged one."""
        player = await self.owner(cookies)
        if player is not None:
            self._saw(player, address if self._keeps_addresses else None)
        return player

    async def owner(self, cookies: Mapping[str, str]) -> Player | None:
        """The player of these cookies; None without a cookie or for a forged one. Nothing is noted."""
        if not self.cookie.token(cookies):
            return None
        return await self._store.read(players.by_token(self.cookie.token_hash(cookies)))

    async def new_guest(self, language: Language) -> tuple[Player, str]:
        """A new guest, named in their language, and the token for their cookie."""
        stranger, token = Player(new_id(), new_name(language)), new_token()
        player = await self._store.write(players.add(stranger, hashed(token), self._clock.now_ms()))
        return player, token

    def _saw(self, player: Player, address: str | None) -> None:
        """Let the store know, every few minutes, that a player is still there and at which address. Nobody waits for
        it."""
        now = self._clock.now_ms()
        if not self._is_due(player.id, now):
            return
        self._note(player.id, now)
        self._store.put(players.saw(player.id, now, address), _log_failure, asyncio.get_running_loop())

    async def keep_seen(self) -> None:
        """Note players with open sockets as seen, for as long as the server runs: they may send no request for an
        hour."""
        while True:
            await asyncio.sleep(SEEN_EACH_S)
            await self.saw_connected()

    async def saw_connected(self) -> None:
        """Note everybody who has a socket open and is due, many in one commit."""
        now = self._clock.now_ms()
        due = sorted(player for player in self.devices.players() if self._is_due(player, now))
        for start in range(0, len(due), WRITTEN_AT_ONCE):
            people = due[start : start + WRITTEN_AT_ONCE]
            await self._store.write(players.saw_all(people, now))
            for player in people:
                self._note(player, now)

    def _is_due(self, player: str, now: int) -> bool:
        then = self._seen.get(player)
        return then is None or now - then >= SEEN_EACH_MS

    def _note(self, player: str, now: int) -> None:
        self._seen[player] = now
        self._seen.move_to_end(player)
        if len(self._seen) > MOST_SEEN:
            self._seen.popitem(last=False)

    async def new_recovery_phrase(self, player: Player, cookies: Mapping[str, str]) -> tuple[str, int]:
        """A new recovery phrase, and how many other devices it has signed out. The phrase before stops working."""
        recovery_phrase = new_recovery_phrase()
        setting = players.set_recovery_phrase(
            player.id, hashed_recovery_phrase(recovery_phrase), self.cookie.token_hash(cookies)
        )
        return recovery_phrase, self._signed_out(await self._store.write(setting))

    async def signed_in(self, player: Player) -> int:
        """The number of devices on which the player is signed in."""
        return await self._store.read(players.devices(player.id, self._clock.now_ms() - COOKIE_SECONDS * 1000))

    async def sign_out_others(self, player: Player, cookies: Mapping[str, str]) -> int:
        """Sign the player out on all other devices; returns how many those were."""
        ending = players.end_other_tokens(player.id, self.cookie.token_hash(cookies))
        return self._signed_out(await self._store.write(ending))

    async def sign_out(self, player: Player, cookies: Mapping[str, str]) -> None:
        """Sign the player out on this device."""
        token = self.cookie.token_hash(cookies)
        await self._store.write(players.end_token(player.id, token))
        self._signed_out([token])

    async def forget(self, player: Player) -> None:
        """Delete what is known of a player, and close the sockets of all their devices."""
        self.devices.close(await self._store.write(players.forget(player.id)), Bye("no-player", None))

    def ended_elsewhere(self, token_hash: str) -> None:
        """Close the sockets of a device that another process has signed out."""
        self.devices.close([bytes.fromhex(token_hash)], Bye("signed-out", None))

    def renewed_elsewhere(self, token_hashes: str) -> None:
        """Keep the sockets of a device that got another token from another process."""
        before, _, after = token_hashes.partition(" ")
        self.devices.renew(bytes.fromhex(before), bytes.fromhex(after))

    async def close_ended(self) -> None:
        """Close the sockets of devices that were signed out while no notification reached this process."""
        self._signed_out(await self._store.read(players.ended_tokens(self.devices.open())))

    def _signed_out(self, ended: Sequence[bytes]) -> int:
        self.devices.close(ended, Bye("signed-out", None))
        return len(ended)

    async def recover(self, recovery_phrase: str, cookies: Mapping[str, str]) -> tuple[Player, str]:
        """The player of a recovery phrase, and a token for this device."""
        player = await self._store.read(players.by_recovery_phrase(hashed_recovery_phrase(recovery_phrase)))
        if player is None:
            raise Problem(403, "unknown-phrase", "nobody here has that recovery phrase")
        token, before = new_token(), self.cookie.token_hash(cookies)
        if await self._store.write(players.add_token(player.id, hashed(token), before, self._clock.now_ms())):
            self.devices.renew(before, hashed(token))
        return player, token


def _log_failure(_result: object, error: BaseException | None) -> None:
    if error is not None:
        logger.error("a player was not written down as seen", exc_info=error)
