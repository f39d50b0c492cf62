"""Sockets by the device that opened them: when a device is signed out, its sockets are closed."""

from collections import defaultdict
from collections.abc import Callable, Iterable

from parlour.protocol.messages import Bye


class DeviceSocket:
    """One socket of a device, from the first moment of its handshake."""

    def __init__(self, token_hash: bytes) -> None:
        self.token_hash = token_hash
        """The hash of the token that the device has now."""
        self.signed_out = False
        """Whether the device was signed out during the handshake, which checks it before the socket is let in."""
        self.close: Callable[[Bye], None] | None = None
        """Closes the socket. Set once it is let in; so are the next two."""
        self.player = ""
        self.address = ""
        """The key of the client's address (`address_key`)."""


class DeviceSockets:
    """The sockets of every device. A device is known by the hash of its token."""

    def __init__(self) -> None:
        self._open: defaultdict[bytes, set[DeviceSocket]] = defaultdict(set)

    def enter(self, token_hash: bytes) -> DeviceSocket:
        """Register a socket that is being opened. Its token is looked up after this, so that no signing out is
        missed."""
        socket = DeviceSocket(token_hash)
        self._open[token_hash].add(socket)
        return socket

    def exit(self, socket: DeviceSocket) -> None:
        """Remove a socket that was closed or never opened."""
        sockets = self._open[socket.token_hash]
        sockets.discard(socket)
        if not sockets:
            del self._open[socket.token_hash]

    def open(self) -> list[bytes]:
        """The token hashes of all devices that have a socket."""
        return list(self._open)

    def players(self) -> set[str]:
        """The players who have a socket that was let in."""
        return {socket.player for sockets in self._open.values() for socket in sockets if socket.player}

    def renew(self, before: bytes, token_hash: bytes) -> None:
        """Note that a device has another token; its sockets stay open."""
        for socket in self._open.pop(before, set()):
            socket.token_hash = token_hash
            self._open[token_hash].add(socket)

    def close(self, token_hashes: Iterable[bytes], bye: Bye) -> None:
        """Close all sockets of these devices."""
        for token_hash in token_hashes:
            for socket in tuple(self._open.get(token_hash, ())):
                socket.signed_out = True
                if socket.close is not None:
                    socket.close(bye)

    def close_where(self, holds: Callable[[str, str], bool], bye: Bye) -> None:
        """Close the sockets for whose player and address a condition holds."""
        for socket in [socket for sockets in self._open.values() for socket in sockets]:
            if socket.close is not None and holds(socket.player, socket.address):
                socket.close(bye)
