"""Range requests: one range of a file's bytes, as video players ask for (RFC 9110, 14)."""

import re
from dataclasses import dataclass

from parlour.server.http.addresses import AnyRequest

_RANGE = re.compile(r"\s*bytes\s*=\s*(\d{0,18})\s*-\s*(\d{0,18})\s*", re.ASCII | re.IGNORECASE)
ACCEPTED = {"Accept-Ranges": "bytes"}
NONE_THERE = ACCEPTED | {"Cache-Control": "no-store"}
"""Keeps caches from storing the answer, which they would give to requests for the whole file too."""


@dataclass(frozen=True)
class Part:
    """The bytes of a file that are sent, with their status and headers; no bytes if the range begins after the end."""

    first: int
    end: int
    """The index after the last byte."""
    status: int
    headers: dict[str, str]


def part_of(request: AnyRequest, size: int, tag: str) -> Part:
    """The part of a file to send: all of it, unless one range of this version was asked for by GET.

    Several ranges, other units and what cannot be read are answered with the whole file, as the standard lets a server
    do. A browser that holds another version (``If-Range``) is sent the whole of this one.
    """
    asked = _asked(request.headers.get("range", ""), size) if request.method == "GET" else None
    if asked is None or request.headers.get("if-range", tag) != tag:
        return Part(0, size, 200, ACCEPTED)
    first, end = asked
    if first >= end:
        return Part(size, size, 416, NONE_THERE | {"Content-Range": f"bytes */{size}"})
    return Part(first, end, 206, ACCEPTED | {"Content-Range": f"bytes {first}-{end - 1}/{size}"})


def _asked(text: str, size: int) -> tuple[int, int] | None:
    """The first byte of a range and the index after its last, in a file of that size; None unless it is one range."""
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
