"""What one socket may send: counted for its player, for its address, and in bytes that are kept."""

from time import monotonic

from parlour.server.access.access import Access
from parlour.server.access.limits import AUDIENCE_FOR_ONE
from parlour.server.access.quotas import ROW_BYTES
from parlour.server.protocol.problems import Problem
from parlour.store.players import Player

BYTES_AT_ONCE = 4096
"""What a socket takes from its quota at a time, some fifteen moves: to ask for each would take a tenth of a move's
processor time."""


class Allowance:
    """Shared with all other sockets of the player, and of the address."""

    def __init__(self, access: Access, player: Player, address: str) -> None:
        self._player = player
        self.address = address
        self._quotas = access.quotas
        self._of_player = access.rate_limits.bucket_of(player)
        self._of_address = access.rate_limits.messages_of(address)
        self._bytes_left = 0
        """Taken from the quota and not used yet."""

    def take_message(self) -> bool:
        """Whether one more message, or a frame that counts as one, may come."""
        now = monotonic()
        return self._of_player.take(now) and self._of_address.take(now)

    def admit_audience(self, size: int) -> None:
        """What it brings about is sent to so many."""
        more = size // AUDIENCE_FOR_ONE
        if more and not self._of_address.take(monotonic(), more):
            raise Problem(429, "too-fast", "too much for so many who watch; wait a moment")

    def admit_entry(self, size: int) -> None:
        """A message of so many bytes may become an entry of a log."""
        size += ROW_BYTES
        if size > self._bytes_left:
            taken = max(size, BYTES_AT_ONCE)
            self._quotas.admit_bytes(self._player, self.address, taken)
            self._bytes_left += taken
        self._bytes_left -= size
