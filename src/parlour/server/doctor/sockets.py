"""A socket as a browser opens it: does it open, and does it stay open while nothing is said?"""

import asyncio
import time

from picows import WSError, WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from parlour.server.doctor.asking import ASK_S, NoAnswer


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
        """Whoever closed it."""
        self.closed.set()


async def open_for(address: str, headers: dict[str, str], idle_s: float) -> float:
    """For how long a socket stays open that says nothing, up to a limit; NoAnswer if it does not open."""
    watched = _Watched()
    try:
        async with asyncio.timeout(ASK_S):
            transport, _ = await ws_connect(lambda: watched, address, extra_headers=headers)
            await watched.heard.wait()
    except TimeoutError:
        raise NoAnswer(f"nothing was heard within {ASK_S:g} s") from None
    except (OSError, WSError) as error:
        raise NoAnswer(str(error) or type(error).__name__) from None
    opened = time.monotonic()
    try:
        async with asyncio.timeout(idle_s):
            await watched.closed.wait()
    except TimeoutError:
        return idle_s
    finally:
        transport.disconnect()
    return time.monotonic() - opened
