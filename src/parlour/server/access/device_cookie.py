"""The cookie that identifies a device."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from litestar import Response
from litestar.datastructures import Cookie

from parlour.server.access.identity import hashed

COOKIE = "parlour"
COOKIE_SECONDS = 400 * 24 * 3600
"""The longest time that browsers keep a cookie."""


@dataclass(frozen=True)
class DeviceCookie:
    """The cookie of one hub. Hubs below different bases of one host have cookies of different names, since a browser
    also sends a hub the cookies of the paths above its own."""

    base: str = ""
    sign_in: bool = False
    """Whether the hub has a sign-in: then a device remembers that it was signed out."""

    @property
    def name(self) -> str:
        return COOKIE + self.base.replace("/", ".")

    def token(self, cookies: Mapping[str, str]) -> str:
        """The token among these cookies; empty if there is none."""
        return cookies.get(self.name, "")

    def token_hash(self, cookies: Mapping[str, str]) -> bytes:
        """The hash of the token among these cookies, by which the store knows the device."""
        return hashed(self.token(cookies))

    def cookie_with(self, token: str, *, secure: bool) -> Cookie:
        """The cookie that gives a device its token."""
        return Cookie(
            key=self.name,
            value=token,
            path=self.base or "/",
            max_age=COOKIE_SECONDS,
            httponly=True,
            samesite="lax",
            secure=secure,
        )

    def take_back(self, response: Response[Any], *, secure: bool) -> None:
        """Delete the token on the device, which remembers that it was signed out: the next player may be another."""
        response.delete_cookie(self.name, path=self.base or "/")
        if self.sign_in:
            response.set_cookie(self._signed_out("1", COOKIE_SECONDS, secure=secure))

    def was_signed_out(self, cookies: Mapping[str, str]) -> bool:
        """Whether the device was signed out and nobody has signed in since."""
        return self._signed_out_name in cookies

    def signed_in_again(self, *, secure: bool) -> Cookie:
        """The cookie that lets a device forget that it was signed out."""
        return self._signed_out("", 0, secure=secure)

    @property
    def _signed_out_name(self) -> str:
        return f"{self.name}-signed-out"

    def _signed_out(self, value: str, seconds: int, *, secure: bool) -> Cookie:
        return Cookie(
            key=self._signed_out_name,
            value=value,
            path=self.base or "/",
            max_age=seconds,
            httponly=True,
            samesite="lax",
            secure=secure,
        )
