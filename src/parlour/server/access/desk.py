"""The front desk: who somebody is, where they come from, and how much they may ask for."""

import asyncio
from collections import Counter
from collections.abc import Mapping
from urllib.parse import urlsplit

from parlour.server.access.identity import hashed, hashed_phrase, new_id, new_name, new_phrase, new_token
from parlour.server.access.limits import AWAY_S, BURST_SECONDS, FILES_FOR_ONE, Banned, Bucket, Buckets
from parlour.server.clock import ServerClock
from parlour.server.protocol.problems import Problem
from parlour.server.settings import Settings
from parlour.store import players
from parlour.store.players import Player
from parlour.store.store import Store

COOKIE = "parlour"
MOST_SOCKETS_OF_A_PLAYER = 20


class Desk:
    """Everybody passes here first, over HTTP and over sockets alike."""

    def __init__(self, settings: Settings, store: Store, clock: ServerClock) -> None:
        rate = settings.requests_per_second
        self._settings = settings
        self._store = store
        self._clock = clock
        self._addresses = Buckets(rate, rate * BURST_SECONDS)
        self._files = Buckets(rate * FILES_FOR_ONE, rate * FILES_FOR_ONE * BURST_SECONDS)
        self._players = Buckets(rate, rate * BURST_SECONDS)
        self._costly = Buckets(rate / 20, rate)
        self._sent_away = Banned(AWAY_S)
        self._sockets: Counter[str] = Counter()
        self.replaying = asyncio.Semaphore(1)
        """One foreign session at a time: replays must not take the processor from those who play."""

    # Who

    async def player(self, cookies: Mapping[str, str]) -> Player | None:
        """Whose cookie this is; None for a stranger or a forged one."""
        token = cookies.get(COOKIE, "")
        return await self._store.read(players.by_token(hashed(token))) if token else None

    async def welcome(self) -> tuple[Player, str]:
        """A new guest, and the token for their cookie."""
        player, token = Player(new_id(), new_name()), new_token()
        await self._store.write(players.add(player, hashed(token), self._clock.now_ms()))
        return player, token

    async def give_phrase(self, player: Player) -> str:
        """A fresh recovery phrase; the one before stops working."""
        phrase = new_phrase()
        await self._store.write(players.set_phrase(player.id, hashed_phrase(phrase)))
        return phrase

    async def recover(self, phrase: str) -> tuple[Player, str]:
        """The player of a phrase, and a token for this device."""
        player = await self._store.read(players.by_phrase(hashed_phrase(phrase)))
        if player is None:
            raise Problem(403, "unknown-phrase", "nobody here has that recovery phrase")
        token = new_token()
        await self._store.write(players.add_token(player.id, hashed(token), self._clock.now_ms()))
        return player, token

    # Where from

    def origin_allowed(self, origin: str | None, host: str | None) -> bool:
        """Browsers name the page that asks: it must be ours. Programs that are no browsers name none."""
        if origin is None or origin in self._settings.origins:
            return True
        return host is not None and urlsplit(origin).netloc == host

    # How much

    def admit_address(self, address: str) -> None:
        """One request from an address."""
        if not self._addresses.take(address):
            raise Problem(429, "too-fast", "too many requests from this address; wait a moment")

    def admit_reader(self, address: str) -> None:
        """One file of the client for an address."""
        if not self._files.take(address):
            raise Problem(429, "too-fast", "too many files for this address; wait a moment")

    def admit_player(self, player: Player) -> None:
        """One request or message of a player."""
        if not self._players.take(player.id):
            raise Problem(429, "too-fast", "too many requests; wait a moment")

    def bucket_of(self, player: Player) -> Bucket:
        """What admit_player takes from, for whoever asks it often."""
        return self._players.of(player.id)

    def admit_costly(self, address: str) -> None:
        """Something that guests could abuse: new identities, guesses at phrases, foreign sessions to replay."""
        if not self._costly.take(address):
            raise Problem(429, "too-fast", "too many of these from this address; wait a while")

    def send_away(self, cookies: Mapping[str, str]) -> None:
        """Whoever has these cookies made trouble: no socket for a while."""
        if token := cookies.get(COOKIE, ""):
            self._sent_away.add(token)

    def admit_again(self, cookies: Mapping[str, str]) -> None:
        """Whoever has these cookies was not sent away just now."""
        if cookies.get(COOKIE, "") in self._sent_away:
            raise Problem(429, "too-fast", "you were sent away; come back in a few seconds")

    def take_socket(self, player: Player, address: str) -> bool:
        """Whether one more socket may be opened; give_socket must follow if so."""
        by_player, by_address = f"player {player.id}", f"address {address}"
        if self._sockets[by_player] >= MOST_SOCKETS_OF_A_PLAYER:
            return False
        if self._sockets[by_address] >= self._settings.most_sockets_of_an_address:
            return False
        self._sockets.update([by_player, by_address])
        return True

    def give_socket(self, player: Player, address: str) -> None:
        """A socket was closed."""
        for key in (f"player {player.id}", f"address {address}"):
            self._sockets[key] -= 1
            if self._sockets[key] <= 0:
                del self._sockets[key]
