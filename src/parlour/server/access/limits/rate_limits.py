"""Rate limits: how many requests, messages, wrong codes and sockets a player or an address may have."""

from collections import Counter
from collections.abc import Mapping

from parlour.server.access.device_cookie import DeviceCookie
from parlour.server.access.limits.short_bans import ShortBans
from parlour.server.access.limits.token_buckets import Bucket, Buckets
from parlour.server.problems import Problem
from parlour.server.settings import Settings
from parlour.store.players import Player

MOST_SOCKETS_OF_A_PLAYER = 20
BURST_SECONDS = 3.0
"""How many seconds of a rate may come at once."""
MESSAGES_OF_A_PERSON = 6.0
"""Messages a second over all sockets, for each of the people who may share an address; three times as many at once."""
FILES_FOR_ONE = 25
"""How many files of the client count as one request: a first visit takes thirty, and a class opens the page at once."""
FILES_KEPT_UP = 5
"""How many files an address may fetch in the long run for each request: browsers cache what they have fetched."""
WRONG_CODES_OF_A_PERSON = 2
"""Wrong room codes that may be tried at once for each of the people who may share an address: the page of a room that
was closed meanwhile, a slip. With ten thousand rooms, one code in fifty thousand is somebody's."""
WRONG_CODES_A_REQUEST = 1 / 600
"""Wrong room codes in the long run, for each request that an address may make: one in thirty seconds."""
WRONG_CODES_OF_A_PLAYER = 5
"""Wrong room codes that a player may try at once, whatever others at the same address tried: a class may open a link of
yesterday, and a right code is still accepted from each of them. An address has at most 360 new guests a day
(`GUESTS_OF_A_PERSON`): with all of them it tries 1,860 codes at once."""
WRONG_CODES_OF_A_PLAYER_A_REQUEST = 1 / 12_000
"""Wrong room codes in the long run, for each request that a player may make: one in ten minutes, 0.6 a second for those
360 guests."""
RENAMES_A_REQUEST = 1 / 1200
"""Names that a player may choose in the long run, for each request that they may make: one a minute, ten at once. Each
name is written to every room in which they sit, and sent to everybody there."""
REPORTS_AT_ONCE = 5
"""Reports about others that a player may send at once."""
REPORTS_A_REQUEST = 1 / 12_000
"""Reports in the long run, for each request that a player may make: one in ten minutes."""
BAN_S = 5.0
"""The seconds for which a device whose socket was closed for a flood gets no other."""


class RateLimits:
    """Counts every request and every message before anything else is done for it.

    The methods `admit_…` raise Problem when the limit is reached."""

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
        self._banned = ShortBans(BAN_S)
        self._sockets: Counter[str] = Counter()

    def admit_address(self, address: str) -> None:
        """Count one request from an address."""
        if not self._addresses.take(address):
            raise Problem(429, "too-fast", "too many requests from this address; wait a moment")

    def admit_file(self, address: str) -> None:
        """Count one file of the client for an address."""
        if not self._files.take(address):
            raise Problem(429, "too-fast", "too many files for this address; wait a moment")

    def admit_player(self, player: Player) -> None:
        """Count one request of a player."""
        if not self._players.take(player.id):
            raise Problem(429, "too-fast", "too many requests; wait a moment")

    def bucket_of(self, player: Player) -> Bucket:
        """The bucket that `admit_player` takes from, for sockets, which take several tokens at once."""
        return self._players.of(player.id)

    def messages_of(self, address: str) -> Bucket:
        """The bucket for the messages of all sockets of an address."""
        return self._messages.of(address)

    def admit_costly(self, address: str) -> None:
        """Count something that guests could abuse: new identities, guesses at recovery phrases, foreign sessions to
        replay."""
        if not self._costly.take(address):
            raise Problem(429, "too-fast", "too many of these from this address; wait a while")

    def admit_rename(self, player: Player) -> None:
        """Count a player's choice of another name."""
        if not self._renames.take(player.id):
            raise Problem(429, "too-fast", "you chose too many names; wait a minute")

    def admit_report(self, player: Player) -> None:
        """Count a player's report about another."""
        if not self._reports.take(player.id):
            raise Problem(429, "too-fast", "you reported a lot; wait a while")

    def count_wrong_code(self, visitor: Player | None, address: str) -> None:
        """Count a wrong room code for the visitor, or else for the address; Problem if both limits are reached."""
        own = visitor is not None and self._wrong_codes_of_players.take(visitor.id)
        if not (own or self._wrong_codes.take(address)):
            raise _guessing()

    def require_codes_left(self, visitor: Player | None, address: str) -> None:
        """Problem unless the visitor or the address has wrong codes left: else a right code may be a guess."""
        own = visitor is not None and self._wrong_codes_of_players.has(visitor.id)
        if not (own or self._wrong_codes.has(address)):
            raise _guessing()

    def ban(self, cookies: Mapping[str, str]) -> None:
        """Let the device with these cookies open no socket for a few seconds."""
        if self._cookie.token(cookies):
            self._banned.add(self._cookie.token_hash(cookies))

    def require_not_banned(self, cookies: Mapping[str, str]) -> None:
        """Problem if the device with these cookies was shut out a few seconds ago."""
        if self._cookie.token_hash(cookies) in self._banned:
            raise Problem(429, "too-fast", "you were sent away; come back in a few seconds")

    def take_socket(self, player: Player, address: str) -> bool:
        """Whether one more socket may be opened. If so it is counted, until `give_socket`."""
        by_player, by_address = f"player {player.id}", f"address {address}"
        if self._sockets[by_player] >= MOST_SOCKETS_OF_A_PLAYER:
            return False
        if self._sockets[by_address] >= self._most_sockets_of_an_address:
            return False
        self._sockets.update([by_player, by_address])
        return True

    def give_socket(self, player: Player, address: str) -> None:
        """Count a socket no longer: it was closed."""
        for key in (f"player {player.id}", f"address {address}"):
            self._sockets[key] -= 1
            if self._sockets[key] <= 0:
                del self._sockets[key]


def _guessing() -> Problem:
    return Problem(429, "too-many-codes", "too many codes of no room were tried from this address; wait a few minutes")
