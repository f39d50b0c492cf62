"""The cookie by which a device is known."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from litestar import Response
from litestar.datastructures import Cookie

from parlour.server.access.identity import hashed

COOKIE = "parlour"
COOKIE_SECONDS = 400 * 24 * 3600
"""The longest that browsers keep one."""


@dataclass(frozen=True)
class DeviceCookie:
    """One hub's: hubs on one host, each below its base, have cookies of different names, of which a browser sends each
    hub those of its own path and of the paths above it."""

    base: str = ""

    @property
    def name(self) -> str:
        return COOKIE + self.base.replace("/", ".")

    def token(self, cookies: Mapping[str, str]) -> str:
        """What a device with these cookies shows; empty if it shows nothing."""
        return cookies.get(self.name, "")

    def token_hash(self, cookies: Mapping[str, str]) -> bytes:
        """By which the device is known that has these cookies."""
        return hashed(self.token(cookies))

    def holding(self, token: str, *, secure: bool) -> Cookie:
        """The cookie as it is given to a device."""
        return Cookie(
            key=self.name,
            value=token,
            path=self.base or "/",
            max_age=COOKIE_SECONDS,
            httponly=True,
            samesite="lax",
            secure=secure,
        )

    def take_back(self, response: Response[Any]) -> None:
        """Let the device forget its token."""
        response.delete_cookie(self.name, path=self.base or "/")
