"""uvicorn's socket with a short way out: frames are written at once, without a task and a queue between."""

from collections.abc import Sequence
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

_EXTENSION = "parlour.wire"
MOST_UNREAD = 8
"""Messages that may wait for the application before the socket is not read any more."""
_TEXT = 0x81
"""A whole text message in one frame."""


class Wire(WebSocketsSansIOProtocol):
    """One open socket. Handshake, parsing, pings and closing are uvicorn's."""

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        scope: dict[str, Any] | None = getattr(self, "scope", None)
        if scope is not None:
            scope["extensions"][_EXTENSION] = self

    def send_receive_event_to_app(self) -> None:
        """Stop reading only when several messages wait: switching for each costs more than reading it."""
        paused, self.read_paused = self.read_paused, True
        super().send_receive_event_to_app()
        self.read_paused = paused
        if not paused and self.queue.qsize() >= MOST_UNREAD:
            self.read_paused = True
            self.transport.pause_reading()

    async def next_text(self) -> str | None:
        """The next message in a text frame, empty for one in a binary frame; None when the socket is closed."""
        event: Any = self.queue.get_nowait() if not self.queue.empty() else await self.receive()
        if self.read_paused and self.queue.empty():
            self.read_paused = False
            self.transport.resume_reading()
        return None if event["type"] == "websocket.disconnect" else event.get("text", "")

    def write(self, texts: Sequence[bytes]) -> None:
        """Send these messages, in order; nothing once the socket is closing."""
        if self.close_sent or self.disconnected or self.transport.is_closing():
            return
        parts = []
        for text in texts:
            parts += [_header(len(text)), text]
        self.transport.write(b"".join(parts))

    def unsent_bytes(self) -> int:
        """What the other side has not taken yet."""
        return self.transport.get_write_buffer_size()


def wire_of(scope: Any) -> Wire:
    """The open socket of a connection's scope."""
    wire: Wire = scope["extensions"][_EXTENSION]
    return wire


def _header(length: int) -> bytes:
    if length < 126:
        return bytes((_TEXT, length))
    if length < 65_536:
        return bytes((_TEXT, 126)) + length.to_bytes(2, "big")
    return bytes((_TEXT, 127)) + length.to_bytes(8, "big")
