"""The client's address of a request."""

from typing import Any, TypeAlias

from litestar import Request

from parlour.server.access.addresses import address_key

AnyRequest: TypeAlias = Request[Any, Any, Any]


def is_secure(request: AnyRequest) -> bool:
    """Whether a request came over HTTPS, to this process or to a proxy that is trusted."""
    return request.url.scheme == "https"


def address_of(request: AnyRequest) -> str:
    """The key of the client's address; behind a trusted proxy, of the address that the proxy names."""
    return address_key(request.client.host if request.client else "")
