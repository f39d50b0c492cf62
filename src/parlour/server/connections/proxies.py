"""Proxies that are believed about whom they speak for: whom uvicorn believes over HTTP."""

from uvicorn import Config
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware


class TrustedProxies:
    """Addresses of peers that carry other people's connections."""

    def __init__(self, config: Config) -> None:
        self._hosts = ProxyHeadersMiddleware(config.loaded_app, config.forwarded_allow_ips or "").trusted_hosts

    def __contains__(self, peer: str) -> bool:
        return peer in self._hosts

    def client_address(self, peer: str, forwarded: str) -> str:
        """Where a request comes from: the peer, or whom it names in X-Forwarded-For if it is trusted."""
        if not forwarded or peer not in self._hosts:
            return peer
        return self._hosts.get_trusted_client_address(forwarded)[0] or peer
