"""How much one player or one address may ask for, and how many sockets they may open."""

from collections import Counter
from collections.abc import Mapping

from parlour.server.access.device_cookie import DeviceCookie
from parlour.server.access.limits import (
    BAN_S,
    BURST_SECONDS,
    FILES_FOR_ONE,
    FILES_KEPT_UP,
    MESSAGES_OF_A_PERSON,
    RENAMES_A_REQUEST,
    REPORTS_A_REQUEST,
    REPORTS_AT_ONCE,
    WRONG_CODES_A_REQUEST,
    WRONG_CODES_OF_A_PERSON,
    WRONG_CODES_OF_A_PLAYER,
    WRONG_CODES_OF_A_PLAYER_A_REQUEST,
    Banned,
    Bucket,
    Buckets,
)
from parlour.server.protocol.problems import Problem
from parlour.server.settings import Settings
from parlour.store.players import Player

MOST_SOCKETS_OF_A_PLAYER = 20


class RateLimits:
    """Every request and every message is counted here first, over HTTP and over sockets alike."""

    def __init__(self, settings: Settings) -> None:
        rate = settings.requests_per_second
        self._cookie = DeviceCookie(settings.base)
        self._most_sockets_of_an_address = settings.most_sockets_of_an_address
        self._addresses = Buckets(rate, rate * BURST_SECONDS)
        self._files = Buckets(rate * FILES_KEPT_UP, rate * FILES_FOR_ONE * BURST_SECONDS)
        self._players = Buckets(rate, rate * BURST_SECONDS)
        messages = settings.people_of_an_address * MESSAGES_OF_A_PERSON
        self._messages = Buckets(messages, messages * BURST_SECONDS)
        self._costly = Buckets(rate / 20, rate)
        wrong_codes = settings.people_of_an_address * WRONG_CODES_OF_A_PERSON
        self._wrong_codes = Buckets(rate * WRONG_CODES_A_REQUEST, wrong_codes)
        self._wrong_codes_of_players = Buckets(rate * WRONG_CODES_OF_A_PLAYER_A_REQUEST, WRONG_CODES_OF_A_PLAYER)
        self._renames = Buckets(rate * RENAMES_A_REQUEST, rate / 2)
        self._reports = Buckets(rate * REPORTS_A_REQUEST, REPORTS_AT_ONCE)
        self._banned = Banned(BAN_S)
        self._sockets: Counter[str] = Counter()

    def admit_address(self, address: str) -> None:
        """One request from an address."""
        if not self._addresses.take(address):
            raise Problem(429, "too-fast", "too many requests from this address; wait a moment")

    def admit_file(self, address: str) -> None:
        """One file of the client for an address."""
        if not self._files.take(address):
            raise Problem(429, "too-fast", "too many files for this address; wait a moment")

    def admit_player(self, player: Player) -> None:
        """One request of a player."""
        if not self._players.take(player.id):
            raise Problem(429, "too-fast", "too many requests; wait a moment")

    def bucket_of(self, player: Player) -> Bucket:
        """What admit_player takes from, for whoever asks it often."""
        return self._players.of(player.id)

    def messages_of(self, address: str) -> Bucket:
        """What all sockets of an address may send together."""
        return self._messages.of(address)

    def admit_costly(self, address: str) -> None:
        """Something that guests could abuse: new identities, guesses at phrases, foreign sessions to replay."""
        if not self._costly.take(address):
            raise Problem(429, "too-fast", "too many of these from this address; wait a while")

    def admit_rename(self, player: Player) -> None:
        """A player chooses another name."""
        if not self._renames.take(player.id):
            raise Problem(429, "too-fast", "you chose too many names; wait a minute")

    def admit_report(self, player: Player) -> None:
        """A player tells the hosts of another."""
        if not self._reports.take(player.id):
            raise Problem(429, "too-fast", "you reported a lot; wait a while")

    def count_wrong_code(self, visitor: Player | None, address: str) -> None:
        """A code was tried that belongs to no room: one of the visitor's own, or of those that the address has."""
        own = visitor is not None and self._wrong_codes_of_players.take(visitor.id)
        if not (own or self._wrong_codes.take(address)):
            raise _guessing()

    def require_codes_left(self, visitor: Player | None, address: str) -> None:
        """The visitor or the address has wrong codes left: the right one is most likely not guessed."""
        own = visitor is not None and self._wrong_codes_of_players.has(visitor.id)
        if not (own or self._wrong_codes.has(address)):
            raise _guessing()

    def ban(self, cookies: Mapping[str, str]) -> None:
        """Whoever has these cookies made trouble: no socket for a while."""
        if self._cookie.token(cookies):
            self._banned.add(self._cookie.token_hash(cookies))

    def require_not_banned(self, cookies: Mapping[str, str]) -> None:
        """Whoever has these cookies made no trouble just now."""
        if self._cookie.token_hash(cookies) in self._banned:
            raise Problem(429, "too-fast", "you were sent away; come back in a few seconds")

    def take_socket(self, player: Player, address: str) -> bool:
        """Whether one more socket may be opened; give_socket must follow if so."""
        by_player, by_address = f"player {player.id}", f"address {address}"
        if self._sockets[by_player] >= MOST_SOCKETS_OF_A_PLAYER:
            return False
        if self._sockets[by_address] >= self._most_sockets_of_an_address:
            return False
        self._sockets.update([by_player, by_address])
        return True

    def give_socket(self, player: Player, address: str) -> None:
        """A socket was closed."""
        for key in (f"player {player.id}", f"address {address}"):
            self._sockets[key] -= 1
            if self._sockets[key] <= 0:
                del self._sockets[key]


def _guessing() -> Problem:
    return Problem(429, "too-many-codes", "too many codes of no room were tried from this address; wait a few minutes")
