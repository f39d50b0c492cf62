"""``/api/sign-in``: to the provider that the host chose, and back."""

import logging
import re
from typing import Annotated
from urllib.parse import urlencode

from litestar import Response, Router, get, post
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.params import JSONBody, SkipValidation
from msgspec import Meta, Struct

from parlour.server.access.access import Access
from parlour.server.http.addresses import AnyRequest, address_of, is_secure
from parlour.server.http.languages import preferred_language
from parlour.server.http.pages import is_page
from parlour.server.problems import Problem, store_unavailable
from parlour.server.settings import Settings
from parlour.server.sign_in.errors import ProviderAway, SignInFailed
from parlour.server.sign_in.pending import PENDING_SECONDS, beginning_of, is_beginning, read_pending
from parlour.server.sign_in.signing_in import SigningIn
from parlour.store.failure import StoreUnavailable

logger = logging.getLogger("parlour")
DONE = "/api/sign-in/done"
PAGE = "/sign-in"
MOST_PENDING = 3
"""Sign-ins under way in one browser, each in a tab of its own."""
_PLAIN = re.compile(r"[A-Za-z0-9/_.~-]+")


class SignInWanted(Struct, frozen=True, forbid_unknown_fields=True):
    """The page to go to once it is done."""

    to: Annotated[str, Meta(max_length=200)] = "/"
    """A page of the hub; any other address stands for the first page."""


class SignInAddress(Struct, frozen=True):
    """The address to which the browser goes to sign in."""

    address: str


@post("/", status_code=200)
async def begin(
    data: JSONBody[SignInWanted],
    request: AnyRequest,
    access: NamedDependency[Access],
    signing_in: NamedDependency[SigningIn],
    settings: NamedDependency[SkipValidation[Settings]],
) -> Response[SignInAddress]:
    """Begin to sign in: the browser goes to the provider, and comes back by a page of the hub."""
    access.rate_limits.admit_costly(address_of(request))
    try:
        pending, there = await signing_in.begin(_page(data.to), _redirect_uri(request, settings.base), request.cookies)
    except ProviderAway as error:
        signing_in.failed(error)
        raise Problem(503, error.code, "the provider of the sign-in does not answer; try again in a while") from None
    kept = _cookie(request, _name(request, access, pending.state), pending.written(), PENDING_SECONDS)
    return Response(SignInAddress(there), cookies=[*_forgetting_older(request, access), kept])


@get("/done", status_code=303)
async def done(
    request: AnyRequest,
    access: NamedDependency[Access],
    signing_in: NamedDependency[SigningIn],
    settings: NamedDependency[SkipValidation[Settings]],
) -> Response[None]:
    """Take the browser back from the provider, and on to a page of the hub: signed in, or to one that says why not."""
    answer = dict(request.query_params)
    forget = _cookie(request, _name(request, access, answer.get("state", "")), "", 0)
    pending = read_pending(request.cookies.get(forget.key, ""))
    try:
        pending = signing_in.asked_for(answer, pending)
        access.require_not_banned(None, address_of(request))
        access.quotas.admit_guest(address_of(request))
        identity = await signing_in.identity(answer, pending, _redirect_uri(request, settings.base))
        language = preferred_language(request.headers.get("accept-language", ""))
        token = await signing_in.sign_in(identity, language, request.cookies)
    except StoreUnavailable as error:
        return _failed(signing_in, store_unavailable(error), settings.base)
    except Problem as error:
        return _failed(signing_in, error, settings.base)
    except SignInFailed as error:
        return _failed(signing_in, error, settings.base, forget)
    to, cookie = _page(pending.to), access.authentication.cookie
    held = cookie.cookie_with(token, secure=is_secure(request))
    return _redirect(f"{settings.base}{to}", forget, held, cookie.signed_in_again(secure=is_secure(request)))


def _redirect_uri(request: AnyRequest, base: str) -> str:
    """What the provider has to know as this hub's own address."""
    return f"{request.url.scheme}://{request.url.netloc}{base}{DONE}"


def _page(to: str) -> str:
    """A page of the hub, whatever was asked for: nobody is sent elsewhere from here."""
    return to if _PLAIN.fullmatch(to) and is_page(to) and to != PAGE else "/"


def _failed(signing_in: SigningIn, error: Problem | SignInFailed, base: str, *cookies: Cookie) -> Response[None]:
    """The way on to the page that says why. What passes may be tried again: the browser keeps what it needs for
    that."""
    signing_in.failed(error)
    return _redirect(f"{base}{PAGE}?{urlencode({'problem': error.code})}", *cookies)


def _redirect(to: str, *cookies: Cookie) -> Response[None]:
    return Response(None, status_code=303, headers={"Location": to}, cookies=cookies)


def _name(request: AnyRequest, access: Access, state: str) -> str:
    """The name of the cookie of one sign-in. Over HTTPS no other site of the same domain can set it."""
    name = f"{access.authentication.cookie.name}-sign-in-{beginning_of(state)}"
    return f"__Host-{name}" if is_secure(request) else name


def _forgetting_older(request: AnyRequest, access: Access) -> list[Cookie]:
    """Cookies that let a browser forget its oldest sign-ins where it has more than a few: it sends the oldest first."""
    named = _name(request, access, "")
    pending = [key for key in request.cookies if key.startswith(named) and is_beginning(key.removeprefix(named))]
    return [_cookie(request, key, "", 0) for key in pending[: 1 - MOST_PENDING]]


def _cookie(request: AnyRequest, name: str, value: str, seconds: int) -> Cookie:
    """The cookie of one sign-in, for as long as somebody is at the provider."""
    return Cookie(key=name, value=value, max_age=seconds, httponly=True, samesite="lax", secure=is_secure(request))


router = Router("/api/sign-in", route_handlers=[begin, done], tags=["sign-in"])
