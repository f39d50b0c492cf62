"""Trusted proxies, whose X-Forwarded-For is believed: the same that uvicorn trusts."""

from uvicorn import Config
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware


class TrustedProxies:
    """The addresses of trusted proxies."""

    def __init__(self, config: Config) -> None:
        self._hosts = ProxyHeadersMiddleware(config.loaded_app, config.forwarded_allow_ips or "").trusted_hosts

    def __contains__(self, peer: str) -> bool:
        return peer in self._hosts

    def client_address(self, peer: str, forwarded: str) -> str:
        """The client's address: the peer's, or the one that a trusted peer names in X-Forwarded-For."""
        if not forwarded or peer not in self._hosts:
            return peer
        return self._hosts.get_trusted_client_address(forwarded)[0] or peer
