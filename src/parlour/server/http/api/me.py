"""``/api/me``: the player that a cookie stands for."""

from typing import Annotated

from litestar import Response, Router, delete, get, patch, post
from litestar.di import NamedDependency
from litestar.params import JSONBody, SkipValidation
from msgspec import Meta, Struct, structs

from parlour.server.access.access import Access
from parlour.server.access.authentication import SignedOut
from parlour.server.access.restrictions import FOR_THE_BANNED
from parlour.server.http.addresses import AnyRequest, address_of, is_secure
from parlour.server.http.languages import preferred_language
from parlour.server.live.hub import Hub, MyRoom
from parlour.server.problems import Problem, ProblemDetails, answer
from parlour.server.settings import Settings
from parlour.store import players
from parlour.store.names import NameRefused, clean_name
from parlour.store.players import Player
from parlour.store.store import Store


class Rename(Struct, frozen=True, forbid_unknown_fields=True):
    """What to be called from now on."""

    name: Annotated[str, Meta(max_length=200)]


class RecoveryPhrase(Struct, frozen=True, forbid_unknown_fields=True):
    """Whoever has it is this player."""

    phrase: Annotated[str, Meta(max_length=200)]


class NewRecoveryPhrase(Struct, frozen=True):
    """A recovery phrase as it is given out."""

    phrase: str
    signed_out: int
    """Other devices on which I was signed in until now."""


class Devices(Struct, frozen=True):
    """On how many devices I am signed in, and on how many others I was until now."""

    signed_in: int
    """Devices, this one among them."""
    signed_out: int = 0
    """Other devices on which I was signed in until now."""


def on_signed_out(request: AnyRequest, problem: SignedOut) -> Response[ProblemDetails]:
    """Said once: the next visit has no cookie, and makes a guest."""
    response = answer(problem)
    problem.cookie.take_back(response, secure=is_secure(request))
    return response


@post("/", status_code=200, exception_handlers={SignedOut: on_signed_out}, opt={FOR_THE_BANNED: True})
async def visit(
    request: AnyRequest,
    access: NamedDependency[Access],
) -> Response[Player]:
    """Who am I? A stranger becomes a guest, with a name and a cookie; a device that was signed out is told so first."""
    address = address_of(request)
    known = await access.authentication.player(request.cookies, access.quotas.hashed(address))
    access.require_signed_in(known)
    if known is not None:
        return Response(known)
    if access.authentication.cookie.token(request.cookies):
        raise SignedOut(access.authentication.cookie)
    access.require_not_banned(None, address)
    access.rate_limits.admit_costly(address)
    access.quotas.admit_guest(address)
    language = preferred_language(request.headers.get("accept-language", ""))
    return _signed_in(request, access, *await access.authentication.new_guest(language))


@get("/")
async def me(player: NamedDependency[Player]) -> Player:
    """Who am I?"""
    return player


@patch("/")
async def rename(
    data: JSONBody[Rename],
    player: NamedDependency[Player],
    access: NamedDependency[Access],
    store: NamedDependency[Store],
    hub: NamedDependency[Hub],
    settings: NamedDependency[SkipValidation[Settings]],
) -> Player:
    """Choose another name. If somebody is called so already, a number tells me apart from them: ``Mina#2``."""
    try:
        name = clean_name(data.name, settings.forbidden_words)
    except NameRefused as refused:
        raise Problem(400, refused.code, str(refused)) from None
    access.restrictions.require_not_muted(player)
    access.rate_limits.admit_rename(player)
    named = structs.replace(player, name=await store.write(players.rename(player.id, name)))
    await hub.rename(named)
    return named


@delete("/", opt={FOR_THE_BANNED: True})
async def forget(
    player: NamedDependency[Player],
    access: NamedDependency[Access],
    hub: NamedDependency[Hub],
    request: AnyRequest,
) -> Response[None]:
    """Delete what is known of me: name, devices, recovery phrase, results, ratings, name in old matches. Seats are
    given up."""
    await hub.forget(player)
    await access.authentication.forget(player)
    response: Response[None] = Response(None, status_code=204)
    access.authentication.cookie.take_back(response, secure=is_secure(request))
    return response


@get("/rooms")
async def my_rooms(player: NamedDependency[Player], hub: NamedDependency[Hub]) -> list[MyRoom]:
    """Rooms in which I hold a seat, or may come back to one, those that changed last first."""
    return await hub.rooms_of(player)


@post("/phrase", status_code=200)
async def recovery_phrase(
    player: NamedDependency[Player], access: NamedDependency[Access], request: AnyRequest
) -> NewRecoveryPhrase:
    """A recovery phrase, shown this once. The one before stops working, and all other devices are signed out."""
    if player.account:
        raise Problem(409, "has-account", "you sign in with your account; there is no recovery phrase beside it")
    return NewRecoveryPhrase(*await access.authentication.new_recovery_phrase(player, request.cookies))


@get("/devices")
async def devices(player: NamedDependency[Player], access: NamedDependency[Access]) -> Devices:
    """The number of devices on which I am signed in."""
    return Devices(await access.authentication.signed_in(player))


@post("/devices/sign-out-others", status_code=200)
async def sign_out_others(
    player: NamedDependency[Player], access: NamedDependency[Access], request: AnyRequest
) -> Devices:
    """Sign me out everywhere but here. Sockets of those devices are closed."""
    signed_out = await access.authentication.sign_out_others(player, request.cookies)
    return Devices(await access.authentication.signed_in(player), signed_out)


@post("/sign-out", status_code=204, opt={FOR_THE_BANNED: True})
async def sign_out(
    player: NamedDependency[Player], access: NamedDependency[Access], request: AnyRequest
) -> Response[None]:
    """Sign me out on this device. Sockets of it are closed; who has an account comes back by it, and no guest could."""
    if not player.account:
        raise Problem(409, "no-account", "a guest who signs out cannot come back")
    await access.authentication.sign_out(player, request.cookies)
    response: Response[None] = Response(None, status_code=204)
    access.authentication.cookie.take_back(response, secure=is_secure(request))
    return response


@post("/recover", status_code=200)
async def recover(
    data: JSONBody[RecoveryPhrase],
    request: AnyRequest,
    access: NamedDependency[Access],
) -> Response[Player]:
    """Become the player of a recovery phrase on this device too."""
    access.rate_limits.admit_costly(address_of(request))
    access.quotas.admit_guest(address_of(request))
    return _signed_in(request, access, *await access.authentication.recover(data.phrase, request.cookies))


def _signed_in(request: AnyRequest, access: Access, player: Player, token: str) -> Response[Player]:
    cookie = access.authentication.cookie.cookie_with(token, secure=is_secure(request))
    return Response(player, cookies=[cookie])


router = Router(
    "/api/me",
    route_handlers=[visit, me, rename, forget, my_rooms, recovery_phrase, devices, sign_out_others, sign_out, recover],
    tags=["player"],
)
