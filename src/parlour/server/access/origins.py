"""The check of the header ``Origin``: which pages may use the server."""

from collections.abc import Collection
from urllib.parse import urlsplit


def origin_allowed(origin: str | None, host: str | None, others: Collection[str]) -> bool:
    """Whether a request's origin is this server or one of the others. Programs that are no browser send none, and
    may."""
    if origin is None or origin in others:
        return True
    try:
        return host is not None and urlsplit(origin).netloc == host
    except ValueError:
        return False
