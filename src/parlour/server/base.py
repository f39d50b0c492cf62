"""The base: the path below which the hub lies on its site (``/games``), empty at the top.

It is removed from every request's path (connections/http_connection.py) and added to what is sent out: cookies,
redirects, the addresses in the client's page. No other code knows it.
"""

import re

LONGEST = 200
_BASE = re.compile(r"(?:/[A-Za-z0-9_~.-]+)*")
"""Path segments of characters that browsers and proxies never escape."""
_ABSOLUTE = re.compile(rb"https?://[^/?]*", re.IGNORECASE)


def read_base(text: str) -> str:
    """A base without a slash at its end; ValueError that says what would be right."""
    base = text.rstrip("/")
    words = base.split("/")[1:]
    if len(base) > LONGEST or not _BASE.fullmatch(base) or any(set(word) <= {"."} for word in words):
        raise ValueError(
            f"{text[:LONGEST]!r} is no path to lie below; one looks like /games: "
            f"words of letters, digits, - _ . ~ after slashes, at most {LONGEST} characters"
        )
    return base


def below(base: str, target: bytes) -> bytes | None:
    """A request's target below the base, empty for the base without its last slash; None outside the base."""
    if not base:
        return target
    if not target.startswith(b"/"):
        target = _origin_form(target)
    path, mark, query = target.partition(b"?")
    if path == base.encode():
        return b""
    return path[len(base) :] + mark + query if path.startswith(f"{base}/".encode()) else None


def _origin_form(target: bytes) -> bytes:
    """``http://host/path?query``, as clients of proxies write it, as everybody else does."""
    return _ABSOLUTE.sub(b"", target, 1)
