"""The open connections, and which of them is closed when there are too many."""

from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Protocol


class Closable(Protocol):
    """A connection that can be closed to make room for another."""

    def make_room(self) -> None:
        """Close at once."""
        ...


class OpenConnections:
    """Counts connections, in all and for each address.

    A connection is silent while the server waits for it: no complete request has come yet, or none since the last
    answer. To make room for a new connection the oldest silent one is closed, of the address that has most of them.
    """

    def __init__(self, most: int, most_of_an_address: int) -> None:
        self._most = most
        self._most_of_an_address = max(1, min(most_of_an_address, most // 2))
        self._addresses: dict[Closable, str | None] = {}
        self._count = 0
        self._counts: Counter[str | None] = Counter()
        self._silent: dict[str | None, dict[Closable, None]] = {}
        """The silent connections by address, the oldest first."""

    def __len__(self) -> int:
        return self._count

    def enter(self, connection: Closable, address: str | None) -> bool:
        """Add a connection, silent at first; whether there is room for it. `address` is None for a proxy's."""
        if address is not None and self._counts[address] >= self._most_of_an_address:
            self._close_silent(address)
            if self._counts[address] >= self._most_of_an_address:
                return False
        if len(self) >= self._most:
            self._close_silent(self._most_silent())
            if len(self) >= self._most:
                return False
        self._addresses[connection] = address
        self._count += 1
        self._counts[address] += 1
        self.silent(connection)
        return True

    def silent(self, connection: Closable) -> None:
        """Note that the server waits for a connection."""
        if connection in self._addresses:
            self._silent.setdefault(self._addresses[connection], {})[connection] = None

    def busy(self, connection: Closable) -> None:
        """Note that a complete request has come."""
        if connection in self._addresses:
            self._forget_silent(connection, self._addresses[connection])

    def leave(self, connection: Closable) -> None:
        """Remove a connection that was closed."""
        if connection in self._addresses:
            self.keep_place(connection)()

    def keep_place(self, connection: Closable) -> Callable[[], None]:
        """Stop tracking a connection that became a socket, but keep its place; returns a function that frees the
        place."""
        address = self._addresses.pop(connection)
        self._forget_silent(connection, address)
        return partial(self._free, address)

    def _free(self, address: str | None) -> None:
        self._count -= 1
        self._counts[address] -= 1
        if not self._counts[address]:
            del self._counts[address]

    def _most_silent(self) -> str | None:
        """The address with the most silent connections; a proxy only if no other address has any."""
        addresses = (address for address in self._silent if address is not None)
        return max(addresses, key=lambda address: len(self._silent[address]), default=None)

    def _close_silent(self, address: str | None) -> None:
        for connection in self._silent.get(address, ()):
            self.leave(connection)
            connection.make_room()
            return

    def _forget_silent(self, connection: Closable, address: str | None) -> None:
        silent = self._silent.get(address, {})
        silent.pop(connection, None)
        if not silent:
            self._silent.pop(address, None)
