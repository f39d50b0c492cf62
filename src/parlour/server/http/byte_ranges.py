"""A part of a file, as players of recordings ask for it: one range of bytes (RFC 9110, 14)."""

import re
from dataclasses import dataclass

from parlour.server.http.addresses import AnyRequest

_RANGE = re.compile(r"\s*bytes\s*=\s*(\d{0,18})\s*-\s*(\d{0,18})\s*", re.ASCII | re.IGNORECASE)
ACCEPTED = {"Accept-Ranges": "bytes"}
NONE_THERE = ACCEPTED | {"Cache-Control": "no-store"}
"""A cache that kept it would give it to those who ask for the whole file, too."""


@dataclass(frozen=True)
class Part:
    """Which bytes of a file are sent, and what is said of them; none where what was asked for lies behind its end."""

    first: int
    end: int
    """The one behind the last."""
    status: int
    headers: dict[str, str]


def part_of(request: AnyRequest, size: int, tag: str) -> Part:
    """What to send of a file: all of it, unless one range of just this version was asked for.

    Several ranges, other units and what cannot be read are answered with the whole file, as the standard lets a server
    do. A browser that holds another version (``If-Range``) is sent the whole of this one.
    """
    asked = _asked(request.headers.get("range", ""), size)
    if asked is None or request.headers.get("if-range", tag) != tag:
        return Part(0, size, 200, ACCEPTED)
    first, end = asked
    if first >= end:
        return Part(size, size, 416, NONE_THERE | {"Content-Range": f"bytes */{size}"})
    return Part(first, end, 206, ACCEPTED | {"Content-Range": f"bytes {first}-{end - 1}/{size}"})


def _asked(text: str, size: int) -> tuple[int, int] | None:
    """The first byte of a range in a file of that size, and the one behind its last; None for what is no one range."""
    found = _RANGE.fullmatch(text)
    match ("", "") if found is None else found.groups():
        case ("", ""):
            return None
        case ("", count):
            return max(0, size - int(count)), size
        case (first, ""):
            return int(first), size
        case (first, last) if int(first) <= int(last):
            return int(first), min(int(last) + 1, size)
    return None
