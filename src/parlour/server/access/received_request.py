"""How a request reached the server: what a proxy on the way has to pass on."""

from msgspec import Struct


class ReceivedRequest(Struct, frozen=True):
    """A request as the server sees it, told to whoever sent it."""

    parlour: str
    """The program's version."""
    address: str
    """Whom the server takes the request to come from: limits are counted by it."""
    scheme: str
    host: str
    """What the browser asked for; a page of another host may change nothing."""
    at: int
    """The time of the request by the server's clock: Unix time in milliseconds."""
