"""The allowance of a socket: how many messages and bytes it may send, counted for its player and its address."""

from collections.abc import Callable
from time import monotonic

from parlour.server.access.access import Access
from parlour.server.access.limits.quotas import ROW_BYTES
from parlour.store.players import Player

AUDIENCE_FOR_ONE = 10
"""The number of sockets to which something may be sent for the price of one message."""
BYTES_AT_ONCE = 8192
"""The bytes that a socket takes from its quota at a time: about thirty moves, a game of two."""
MESSAGES_AHEAD = 8
"""The messages that a socket takes from the rate limits in advance. To take each message and its bytes by itself would
cost a tenth of a move's processor time."""


class Allowance:
    """The part that one socket has of the limits of its player and its address, which it shares with their other
    sockets."""

    __slots__ = (
        *("address", "_player", "_quotas", "_restrictions", "_of_player", "_of_address"),
        *("_messages_left", "_bytes_left"),
    )

    def __init__(self, access: Access, player: Player, address: str) -> None:
        self._player = player
        self.address = address
        self._quotas = access.quotas
        self._restrictions = access.restrictions
        self._of_player = access.rate_limits.bucket_of(player)
        self._of_address = access.rate_limits.messages_of(address)
        self._messages_left = 0
        """Messages that were taken from the rate limits and not used yet."""
        self._bytes_left = 0
        """Bytes that were taken from the quota and not used yet."""

    def take_message(self, audience: Callable[[], int]) -> bool:
        """Whether one more message, or a frame that counts as one, is accepted. It costs more, the more sockets it goes
        to."""
        if self._messages_left:
            self._messages_left -= 1
            return True
        now, price = monotonic(), 1 + audience() // AUDIENCE_FOR_ONE
        if not (self._of_player.take(now) and self._of_address.take(now, price)):
            return False
        if self._of_player.take(now, MESSAGES_AHEAD):
            if self._of_address.take(now, MESSAGES_AHEAD * price):
                self._messages_left = MESSAGES_AHEAD
            else:
                self._of_player.give(MESSAGES_AHEAD)
        return True

    def admit_entry(self, size: int) -> None:
        """Problem unless the quota has room for a message of so many bytes, which may become an entry of a log."""
        size += ROW_BYTES
        if size > self._bytes_left:
            taken = max(size, BYTES_AT_ONCE)
            self._quotas.admit_bytes(self._player, self.address, taken)
            self._bytes_left += taken
        self._bytes_left -= size

    def admit_phrase(self) -> None:
        """Problem if the player, who wants to say a phrase, is muted."""
        self._restrictions.require_not_muted(self._player)
