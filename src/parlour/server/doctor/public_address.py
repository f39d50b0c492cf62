"""Checks of the public address: whether the proxy before the server passes on what the server needs."""

import asyncio
import time
from collections.abc import Iterator
from contextlib import suppress
from http.cookies import CookieError, SimpleCookie

from parlour.server.access.interfaces import is_loopback
from parlour.server.access.received_request import ReceivedRequest
from parlour.server.doctor.clocks import judged_skew
from parlour.server.doctor.site import NoAnswer, Site, SiteResponse
from parlour.server.doctor.sockets import open_for
from parlour.store.checks import Check, doubtful, fine, wrong

FORGED = "198.51.100.77"
"""An address reserved for documentation, from which no request comes."""
ARRIVAL = "/api/connection"
LOBBY = "/api/lobby/socket"
PAUSE_S = 0.01
"""The pause between two requests whose answers must differ."""
KEPT_HEADERS = ("content-security-policy", "x-content-type-options", "referrer-policy")


def examine_address(site: Site, idle_s: float) -> Iterator[Check]:
    """The checks, each as soon as it is done. They create a guest and delete it again."""
    try:
        arrived = site.ask(ARRIVAL, X_Forwarded_For=FORGED, Accept_Encoding="identity")
        forged = arrived.read(ReceivedRequest)
        time.sleep(PAUSE_S)
        answer = site.ask(ARRIVAL, Accept_Encoding="identity")
        seen = answer.read(ReceivedRequest)
    except NoAnswer as error:
        yield wrong(
            "public address",
            str(error),
            "see that the server runs, that the proxy leads to where it listens with the path as it is, and that a "
            "path in the address is the server's --base",
        )
        return
    yield fine("public address", f"Parlour {seen.parlour} answers at {site.address}")
    yield judged_scheme(site.scheme, seen.scheme)
    yield judged_client_address(answer.peer, seen.address, forged.address)
    yield judged_answers(answer, repeated=forged.at == seen.at)
    yield judged_skew("clock", {site.address: seen.at / 1000 - answer.asked_at})
    yield _metrics(site)
    yield from _as_a_guest(site, idle_s)


def judged_scheme(asked: str, seen: str) -> Check:
    """Whether the server knows by which scheme people come."""
    if asked == seen:
        return fine("scheme", f"the server knows that people come by {asked}")
    return wrong(
        "scheme",
        f"people come by {asked} and the server takes it for {seen}, so that cookies are not Secure",
        "let the proxy set X-Forwarded-Proto, and reach the server from 127.0.0.1 or ::1",
    )


def judged_client_address(peer: str, seen: str, seen_when_forged: str) -> Check:
    """Whether limits count people by their own address, which they cannot choose."""
    name = "client address"
    if seen_when_forged == FORGED:
        if is_loopback(peer):
            return doubtful(
                name,
                "whoever asks from this machine can name any address, and from here others cannot be tried",
                "run it with the public --url on another machine",
            )
        return wrong(
            name,
            "anybody can pretend to come from any address: what a client sends in X-Forwarded-For is believed",
            "let the proxy overwrite X-Forwarded-For with the address that it sees, or add it at the end",
        )
    if is_loopback(seen) and not is_loopback(peer):
        return wrong(
            name,
            "the server takes everybody for its proxy, so that all people share one address's limits",
            "let the proxy send the client's address in X-Forwarded-For",
        )
    return fine(name, f"the server sees {seen}, and cannot be told another address")


def judged_answers(answer: SiteResponse, *, repeated: bool) -> Check:
    """Whether answers arrive as the server sent them."""
    name, headers = "answers", answer.headers
    if repeated or "age" in headers or "no-store" not in headers.get("cache-control", ""):
        return wrong(
            name, "what must not be kept is kept on the way, or may be", "let the proxy cache nothing under /api"
        )
    if headers.get("content-encoding", "identity") != "identity":
        return wrong(name, "answers are compressed for those who cannot read it", "let the proxy heed Accept-Encoding")
    missing = [header for header in KEPT_HEADERS if header not in headers]
    if missing:
        return doubtful(name, f"the proxy takes away {', '.join(missing)}", "let it pass on all headers of answers")
    return fine(name, "they come through unchanged, and are kept nowhere")


def _metrics(site: Site) -> Check:
    try:
        shown = site.ask("/metrics").status == 200
    except NoAnswer as error:
        return doubtful("metrics", str(error), "answer /metrics with 404 at the public address")
    if shown:
        return doubtful("metrics", "everybody can read /metrics", "answer it with 404 at the public address")
    return fine("metrics", "they are not shown to everybody")


def _as_a_guest(site: Site, idle_s: float) -> Iterator[Check]:
    try:
        came = site.ask("/api/me", "POST", Origin=site.origin)
        cookie = _cookie(came)
    except NoAnswer as error:
        yield wrong("guests", str(error), "let the proxy pass on POST")
        return
    yield judged_guest(came.status, site.scheme, has_cookie=bool(cookie), cookie=came.headers.get("set-cookie", ""))
    if not cookie:
        return
    try:
        yield from _socket(site, cookie, idle_s)
    finally:
        with suppress(NoAnswer):  # whoever finished nothing is forgotten in time
            site.ask("/api/me", "DELETE", Origin=site.origin, Cookie=cookie)


def judged_guest(status: int, scheme: str, *, has_cookie: bool, cookie: str) -> Check:
    """Whether a page at this address may change something, and keeps its cookie."""
    name = "guests"
    if status == 403:
        return wrong(
            name,
            "a page at this address is taken for a stranger's: the server is asked for another host",
            "let the proxy pass on Host and Origin, or name the address with parlour serve --origin",
        )
    if status == 401:
        return fine(name, "there are none: people play who sign in; sockets were not tried")
    if status == 429:
        return doubtful(name, "this address has used up its new guests", "run it again in an hour")
    if status != 200 or not has_cookie:
        return wrong(
            name, f"nobody can become a guest: status {status}", "let the proxy pass on POST, and Set-Cookie of answers"
        )
    if scheme == "https" and "secure" not in cookie.lower():
        return wrong(name, "the cookie is not Secure", "let the proxy set X-Forwarded-Proto")
    return fine(name, "a page at this address can make a guest")


def _cookie(came: SiteResponse) -> str:
    try:
        found = SimpleCookie(came.headers.get("set-cookie", ""))
    except CookieError:
        return ""
    return "; ".join(f"{name}={morsel.value}" for name, morsel in found.items())


def _socket(site: Site, cookie: str, idle_s: float) -> Iterator[Check]:
    headers = {"Cookie": cookie, "Origin": site.origin}
    try:
        held_s = asyncio.run(open_for(site.socket_address + LOBBY, headers, idle_s))
    except NoAnswer as error:
        yield wrong("sockets", f"none can be opened: {error}", "let the proxy pass on Upgrade and Connection")
        return
    yield fine("sockets", "they open")
    if held_s < idle_s:
        yield wrong(
            "silent sockets",
            f"one that said nothing was cut after {held_s:.0f} s",
            "let the proxy keep silent connections for a minute or longer",
        )
    else:
        yield fine("silent sockets", f"one that said nothing for {idle_s:g} s stayed open")
