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
    sign_in: bool = False
    """Whether people sign in here: then a device remembers that it was signed out."""

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

    def take_back(self, response: Response[Any], *, secure: bool) -> None:
        """Let the device forget its token, and remember that whoever signs in next may be somebody else."""
        response.delete_cookie(self.name, path=self.base or "/")
        if self.sign_in:
            response.set_cookie(self._signed_out("1", COOKIE_SECONDS, secure=secure))

    def was_signed_out(self, cookies: Mapping[str, str]) -> bool:
        """Whether the device was signed out, and nobody signed in since."""
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
