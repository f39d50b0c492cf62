"""The base: the path below which the hub lies on its host (``/games``), empty at the top.

It is taken off every request at the door (connections/http_connection.py) and put before what is written out: cookies,
redirects, the addresses in the one page of the client. Nothing between knows it.
"""

import re

LONGEST = 200
_BASE = re.compile(r"(?:/[A-Za-z0-9_~.-]+)*")
"""Words of letters that no browser or proxy writes in another way."""
_ABSOLUTE = re.compile(rb"https?://[^/?]*", re.IGNORECASE)


def read_base(text: str) -> str:
    """A base as it was given, without a slash at its end; ValueError with what would be right."""
    base = text.rstrip("/")
    words = base.split("/")[1:]
    if len(base) > LONGEST or not _BASE.fullmatch(base) or any(set(word) <= {"."} for word in words):
        raise ValueError(
            f"{text[:LONGEST]!r} is no path to lie below; one looks like /games: "
            f"words of letters, digits, - _ . ~ after slashes, at most {LONGEST} characters"
        )
    return base


def below(base: str, target: bytes) -> bytes | None:
    """What a request asks for below the base, empty for the base without the slash behind it; None outside it."""
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
