"""Who is in a room with an open socket, and how messages reach them."""

import asyncio
import time
from collections.abc import Callable, Iterator

from parlour.server.messages import Bye, encode
from parlour.store.people import Player

MOST_WAITING = 64
"""Messages that may wait for one slow reader. Every view is whole, so a reader that falls behind reconnects and lacks
nothing."""


class Listener:
    """One open socket, seen from the room: a box that messages are put into."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self._box: asyncio.Queue[str | None] = asyncio.Queue()
        self.closing: Bye | None = None
        self.dismissed = asyncio.Event()
        """Set when the goodbye has been sent, or when there is nobody left to send it to."""

    def send(self, text: str) -> None:
        """Let the message be sent, in order; a reader that is too far behind is let go."""
        if self.closing is not None:
            return
        if self._box.qsize() >= MOST_WAITING:
            self.close(Bye("too-slow", 1000))
            return
        self._box.put_nowait(text)

    def close(self, bye: Bye) -> None:
        """Say goodbye after what is waiting."""
        if self.closing is None:
            self.closing = bye
            self._box.put_nowait(encode(bye))
            self._box.put_nowait(None)

    async def waiting(self) -> str | None:
        """The next message to send; None when there will be no more."""
        return await self._box.get()


class Audience:
    """The listeners of one room, and since when somebody is away."""

    def __init__(self) -> None:
        self._listeners: set[Listener] = set()
        self._left: dict[str, float] = {}
        self._opened = time.monotonic()

    def __iter__(self) -> Iterator[Listener]:
        return iter(list(self._listeners))

    def __len__(self) -> int:
        return len(self._listeners)

    def add(self, listener: Listener) -> None:
        """Somebody came in, perhaps with a second tab."""
        self._listeners.add(listener)

    def remove(self, listener: Listener) -> None:
        """A socket was closed."""
        self._listeners.discard(listener)
        if not self.present(listener.player.id):
            self._left[listener.player.id] = time.monotonic()

    def present(self, player: str) -> bool:
        """Whether any socket of a player is open."""
        return any(listener.player.id == player for listener in self._listeners)

    def away_s(self, player: str) -> float:
        """For how long nobody has seen the player; 0 while present."""
        if self.present(player):
            return 0.0
        return time.monotonic() - self._left.get(player, self._opened)

    def tell(self, text: str) -> None:
        """The same message to everybody."""
        for listener in self:
            listener.send(text)

    def show(self, text_for: Callable[[Player], str]) -> None:
        """To everybody what they may see."""
        for listener in self:
            listener.send(text_for(listener.player))
