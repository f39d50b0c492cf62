"""Responses that are sent on a connection before it is closed, without the application."""

from collections.abc import Sequence

import msgspec
from uvicorn.protocols.http.httptools_impl import STATUS_LINE

from parlour.server.problems import MEDIA_TYPE, Problem, details_of

SOCKET_VERSION = b"13"


def unsupported_handshake(version: str, method: bytes, headers: Sequence[tuple[bytes, bytes]]) -> Problem | None:
    """The problem of a handshake that no socket can follow, or None."""
    if version != "1.1":
        return Problem(505, "http-version", "a socket is asked for by HTTP/1.1")
    if method != b"GET":
        return Problem(400, "malformed", "a socket is asked for by GET")
    if [value for name, value in headers if name == b"sec-websocket-version"] != [SOCKET_VERSION]:
        return Problem(426, "socket-version", "sockets are of version 13")
    return None


def refusal(problem: Problem, location: bytes) -> bytes:
    """The response to a problem as bytes; ``location`` is the target of a redirect."""
    body = msgspec.json.encode(details_of(problem))
    head = [
        STATUS_LINE[problem.status],
        f"content-type: {MEDIA_TYPE}\r\ncontent-length: {len(body)}\r\nconnection: close\r\n".encode(),
    ]
    if problem.status == 426:
        head.append(b"upgrade: websocket\r\nsec-websocket-version: " + SOCKET_VERSION + b"\r\n")
    if problem.status == 308:
        head.append(b"location: %b\r\n" % location)
    return b"".join([*head, b"\r\n", body])
