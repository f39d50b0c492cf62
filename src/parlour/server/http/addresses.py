"""Where a request comes from."""

from typing import Any

from litestar import Request


def address_of(request: Request[Any, Any, Any]) -> str:
    """The address of whoever asks; behind a proxy that is trusted, the one that it names."""
    return request.client.host if request.client else ""
