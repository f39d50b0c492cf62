"""The check of sockets: whether one opens, and stays open while nothing is sent."""

import asyncio
import time

from picows import WSError, WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from parlour.server.doctor.site import ASK_S, NoAnswer


class _Watched(WSListener):
    """A socket that only listens."""

    def __init__(self) -> None:
        self.heard = asyncio.Event()
        self.closed = asyncio.Event()

    def on_ws_frame(self, _transport: WSTransport, frame: WSFrame) -> None:
        """The first message is what a page waits for."""
        if frame.msg_type == WSMsgType.TEXT:
            self.heard.set()

    def on_ws_disconnected(self, _transport: WSTransport) -> None:
        """Note that the socket was closed, by either side."""
        self.closed.set()


async def open_for(address: str, headers: dict[str, str], idle_s: float) -> float:
    """The seconds that a silent socket stays open, up to a limit; NoAnswer if it does not open."""
    watched = _Watched()
    try:
        async with asyncio.timeout(ASK_S):
            transport, _ = await ws_connect(lambda: watched, address, extra_headers=headers)
    except (OSError, WSError) as error:
        raise _no_answer(error) from None
    try:
        return await _open_while_idle(watched, idle_s)
    finally:
        transport.disconnect(graceful=False)
        await watched.closed.wait()


async def _open_while_idle(watched: _Watched, idle_s: float) -> float:
    try:
        async with asyncio.timeout(ASK_S):
            await watched.heard.wait()
    except TimeoutError as error:
        raise _no_answer(error) from None
    opened = time.monotonic()
    try:
        async with asyncio.timeout(idle_s):
            await watched.closed.wait()
    except TimeoutError:
        return idle_s
    return time.monotonic() - opened


def _no_answer(error: Exception) -> NoAnswer:
    if isinstance(error, TimeoutError):
        return NoAnswer(f"nothing was heard within {ASK_S:g} s")
    return NoAnswer(str(error) or type(error).__name__)
