"""Requests as a browser would send them, each with a limit of time and size."""

import ssl
import time
from collections.abc import Mapping
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from typing import TypeVar
from urllib.parse import SplitResult, urlsplit

import msgspec
from msgspec import Struct

from parlour.core.errors import ParlourError

ASK_S = 5.0
"""The time limit of a request, from the connection to the last byte."""
LARGEST_ANSWER = 4 * 1024 * 1024
PART = 64 * 1024
T = TypeVar("T")


class NoAnswer(ParlourError):
    """No answer came, or not in time, or not a valid one."""


class SiteResponse(Struct, frozen=True):
    """The answer to a request."""

    status: int
    headers: Mapping[str, str]
    """The headers, with their names in lower case."""
    body: bytes
    peer: str
    """The address that the connection reached."""
    asked_at: float
    """Unix time halfway between request and answer."""

    def read(self, kind: type[T]) -> T:
        """The body decoded; NoAnswer if it cannot be."""
        try:
            return msgspec.json.decode(self.body, type=kind)
        except msgspec.MsgspecError:
            raise NoAnswer(f"status {self.status} with something that is not Parlour's") from None


class Site:
    """A server, or the proxy before it, at an address."""

    def __init__(self, address: str) -> None:
        """NoAnswer if the address is no URL of a site."""
        self.address = address.rstrip("/")
        parts = _split(address)
        self.scheme, self.path = parts.scheme, parts.path.rstrip("/")
        self.host, self._port = parts.hostname or "", parts.port
        self.origin = f"{parts.scheme}://{parts.netloc}"

    @property
    def socket_address(self) -> str:
        """The URL of its sockets."""
        return self.origin.replace("http", "ws", 1) + self.path

    def ask(self, path: str, method: str = "GET", **headers: str) -> SiteResponse:
        """Send one request on a connection of its own; NoAnswer if no answer comes."""
        began, since = time.time(), time.monotonic()
        connection = self._connection()
        try:
            connection.request(
                method, self.path + path, headers={name.replace("_", "-"): value for name, value in headers.items()}
            )
            peer = connection.sock.getpeername()[0]
            response = connection.getresponse()
            body = _body(response, since + ASK_S)
        except (OSError, HTTPException) as error:
            raise NoAnswer(f"{self.address}{path} does not answer: {str(error) or type(error).__name__}") from None
        finally:
            connection.close()
        names = {name.lower(): value for name, value in response.getheaders()}
        return SiteResponse(response.status, names, body, peer, (began + time.time()) / 2)

    def _connection(self) -> HTTPConnection:
        if self.scheme == "https":
            return HTTPSConnection(self.host, self._port, timeout=ASK_S, context=ssl.create_default_context())
        return HTTPConnection(self.host, self._port, timeout=ASK_S)


def _split(address: str) -> SplitResult:
    try:
        parts = urlsplit(address)
        known = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:
        known = None
    if not known:
        raise NoAnswer(f"{address!r} is no address; one looks like https://games.example")
    return parts


def _body(response: HTTPResponse, until: float) -> bytes:
    """The whole body; TimeoutError if it comes too slowly or never ends."""
    body = b""
    while part := response.read1(PART):
        body += part
        if len(body) > LARGEST_ANSWER or time.monotonic() > until:
            raise TimeoutError("its answer does not end")
    return body
