"""Which pages may use the server."""

from collections.abc import Collection
from urllib.parse import urlsplit


def origin_allowed(origin: str | None, host: str | None, others: Collection[str]) -> bool:
    """Browsers name the page that asks: it must be ours or one of the others. Other programs name none."""
    if origin is None or origin in others:
        return True
    try:
        return host is not None and urlsplit(origin).netloc == host
    except ValueError:
        return False
