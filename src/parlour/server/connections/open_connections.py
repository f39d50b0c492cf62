"""How many connections there are, and who has to go when there are too many."""

from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Protocol


class Closable(Protocol):
    """What is asked of a connection that has to make room."""

    def make_room(self) -> None:
        """Close at once."""
        ...


class OpenConnections:
    """Counts connections, in all and for each address.

    Whoever keeps the server waiting is silent: no whole request has come yet, or none since the last answer. A
    newcomer never finds the door shut by silent ones: the oldest of them goes, of the address that has most.
    """

    def __init__(self, most: int, most_of_an_address: int) -> None:
        self._most = most
        self._most_of_an_address = max(1, min(most_of_an_address, most // 2))
        self._addresses: dict[Closable, str | None] = {}
        self._count = 0
        self._counts: Counter[str | None] = Counter()
        self._silent: dict[str | None, dict[Closable, None]] = {}
        """By address, the oldest first."""

    def __len__(self) -> int:
        return self._count

    def enter(self, connection: Closable, address: str | None) -> bool:
        """Whether there is room for one more, which is silent at first. No address: a proxy, for everybody."""
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
        """The server waits for this connection."""
        if connection in self._addresses:
            self._silent.setdefault(self._addresses[connection], {})[connection] = None

    def busy(self, connection: Closable) -> None:
        """A whole request has come."""
        if connection in self._addresses:
            self._forget_silent(connection, self._addresses[connection])

    def leave(self, connection: Closable) -> None:
        """It is closed."""
        if connection in self._addresses:
            self.keep_place(connection)()

    def keep_place(self, connection: Closable) -> Callable[[], None]:
        """Forget the connection, which makes room for nobody any more, but not its place; to call when that is free."""
        address = self._addresses.pop(connection)
        self._forget_silent(connection, address)
        return partial(self._free, address)

    def _free(self, address: str | None) -> None:
        self._count -= 1
        self._counts[address] -= 1
        if not self._counts[address]:
            del self._counts[address]

    def _most_silent(self) -> str | None:
        """The address with most silent connections; proxies only where nobody else has any."""
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
