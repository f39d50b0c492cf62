"""The OpenID Connect provider: its metadata, its keys, and the identity of a person who has signed in there.

Every answer is checked before it is believed: an answer has a limit of time and size, names come from the
issuer that the host chose, and an ID token is signed by a key of the provider, for this hub, for this sign-in, now.
"""

import asyncio
import hashlib
import time
from typing import Any, TypeVar
from urllib.parse import quote_plus, urlencode, urlsplit

import httpx
import msgspec
from joserfc import jwt
from joserfc.errors import BadSignatureError, InvalidKeyIdError, JoseError
from joserfc.jwk import KeySet
from msgspec import Struct

from parlour.server.access.interfaces import is_loopback
from parlour.server.sign_in.errors import ProviderAway, SignInFailed, SignInInvalid, SignInRefused
from parlour.server.sign_in.names import names_in
from parlour.server.sign_in.pending import PendingSignIn

ASK_S = 5.0
"""The time limit of a request, from the connection to the last byte."""
LARGEST_ANSWER = 256 * 1024
LEEWAY_S = 60
"""How far the provider's clock may be from ours."""
KEEP_S = 3_600.0
"""The seconds for which the provider's metadata and keys are cached."""
LONGEST_SUBJECT = 255
SIGNED_WITH = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA", "Ed25519")
"""The accepted algorithms: public keys only, never unsigned, never a shared secret."""
T = TypeVar("T")


class Identity(Struct, frozen=True):
    """A person who has signed in at the provider."""

    account: bytes
    """The hash of the issuer and the person's subject there, which is all that is stored."""
    names: tuple[str, ...]
    """Names of the person, the preferred one first."""


class _Metadata(Struct, frozen=True):
    """What a provider says of itself at its well-known address."""

    issuer: str
    authorization_endpoint: str
    token_endpoint: str
    jwks_uri: str
    userinfo_endpoint: str = ""
    token_endpoint_auth_methods_supported: tuple[str, ...] = ("client_secret_basic",)


class _Tokens(Struct, frozen=True):
    id_token: str
    access_token: str = ""


class _Refusal(Struct, frozen=True):
    error: str


class Provider:
    """The provider of sign-ins, one for the whole process."""

    def __init__(self, issuer: str, client: str, secret: str) -> None:
        self.issuer = issuer
        self._client = client
        self._secret = secret
        self._tls = httpx.create_ssl_context()
        self._metadata: _Metadata | None = None
        self._until = 0.0
        """The time at which the metadata is fetched again."""
        self._keys: KeySet | None = None

    async def sign_in_address(self, pending: PendingSignIn, redirect: str, *, asked_who: bool = False) -> str:
        """The address to which a browser goes to sign in, and from which it is sent back.

        ``asked_who``: the provider does not take whoever it let in last for the one who signs in.
        """
        found = await self._provider_metadata()
        asked = {
            "response_type": "code",
            "scope": "openid profile",
            "client_id": self._client,
            "redirect_uri": redirect,
            "state": pending.state,
            "nonce": pending.nonce,
            "code_challenge": pending.challenge,
            "code_challenge_method": "S256",
        }
        if asked_who:
            asked["prompt"] = "login"  # the one that every provider has to know
        mark = "&" if "?" in found.authorization_endpoint else "?"
        return f"{found.authorization_endpoint}{mark}{urlencode(asked)}"

    async def identity(self, code: str, pending: PendingSignIn, redirect: str) -> Identity:
        """The person for whom the provider issued a code; SignInFailed if there is none."""
        tokens = await self._redeemed(code, pending, redirect)
        claims = await self._claims(tokens.id_token)
        self._require_ours(claims, pending.nonce)
        subject = claims["sub"]
        names = names_in(claims) or names_in(await self._user_info(tokens, subject))
        return Identity(hashlib.sha256(f"{self.issuer}\n{subject}".encode()).digest(), names)

    async def discover(self) -> int:
        """Fetch all that a sign-in needs; returns the number of keys."""
        await self._provider_metadata()
        return len((await self._fetched_keys()).keys)

    async def _provider_metadata(self) -> _Metadata:
        """The provider's metadata, fetched again once in a while."""
        if self._metadata is not None and time.monotonic() < self._until:
            return self._metadata
        found = _read(
            await self._asked("GET", f"{self.issuer.rstrip('/')}/.well-known/openid-configuration"), _Metadata
        )
        if found.issuer != self.issuer:
            raise ProviderAway(f"it calls itself {found.issuer!r}, not {self.issuer!r}")
        for address in (found.authorization_endpoint, found.token_endpoint, found.jwks_uri, found.userinfo_endpoint):
            if address:
                require_safe(address, self.issuer)
        self._metadata, self._until, self._keys = found, time.monotonic() + KEEP_S, None
        return found

    async def _redeemed(self, code: str, pending: PendingSignIn, redirect: str) -> _Tokens:
        """The tokens that a code is good for, once."""
        found = await self._provider_metadata()
        form = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": redirect,
            "code_verifier": pending.verifier,
        }
        by_header = bool(self._secret) and "client_secret_basic" in found.token_endpoint_auth_methods_supported
        if not by_header:
            form |= {"client_id": self._client} | ({"client_secret": self._secret} if self._secret else {})
        auth = (quote_plus(self._client), quote_plus(self._secret)) if by_header else None
        return _read(await self._asked("POST", found.token_endpoint, data=form, auth=auth), _Tokens)

    async def _user_info(self, tokens: _Tokens, subject: str) -> dict[str, Any]:
        """What the provider tells of somebody beside the ID token, where many have the name; nothing if it does not."""
        address = (await self._provider_metadata()).userinfo_endpoint
        if not (address and tokens.access_token):
            return {}
        try:
            told = _read(await self._asked("GET", address, token=tokens.access_token), dict[str, Any])
        except SignInFailed:  # who it is is known: a name can be chosen
            return {}
        return told if told.get("sub") == subject else {}

    async def _claims(self, token: str) -> dict[str, Any]:
        """The claims of an ID token. Keys are fetched again if the token's key is unknown, since providers change
        keys."""
        known = self._keys
        try:
            if known is not None:
                return jwt.decode(token, known, algorithms=SIGNED_WITH).claims
        except (InvalidKeyIdError, BadSignatureError):
            pass
        except (JoseError, ValueError) as error:
            raise SignInInvalid(str(error)) from None
        try:
            return jwt.decode(token, await self._fetched_keys(), algorithms=SIGNED_WITH).claims
        except (JoseError, ValueError) as error:
            raise SignInInvalid(str(error)) from None

    async def _fetched_keys(self) -> KeySet:
        answered = await self._asked("GET", (await self._provider_metadata()).jwks_uri)
        try:
            self._keys = KeySet.import_key_set(msgspec.json.decode(answered))
        except (JoseError, ValueError, TypeError, LookupError, AttributeError, RecursionError) as error:
            raise ProviderAway(f"its keys cannot be read: {error}") from None
        return self._keys

    def _require_ours(self, claims: dict[str, Any], nonce: str) -> None:
        """SignInInvalid unless claims are from the provider, for this hub and this sign-in, and valid now."""
        registry = jwt.JWTClaimsRegistry(
            leeway=LEEWAY_S,
            iss={"essential": True, "value": self.issuer},
            aud={"essential": True, "value": self._client},
            sub={"essential": True},
            exp={"essential": True},
            iat={"essential": True},
        )
        try:
            registry.validate(claims)
        except (JoseError, ValueError, TypeError) as error:
            raise SignInInvalid(str(error)) from None
        audience, party = claims["aud"], claims.get("azp")
        if claims.get("nonce") != nonce:
            raise SignInInvalid("it was made for another sign-in")
        if party != self._client and (party is not None or (isinstance(audience, list) and len(audience) > 1)):
            raise SignInInvalid("it was made for another client")
        if len(claims["sub"]) > LONGEST_SUBJECT or not claims["sub"].isprintable():
            raise SignInInvalid("its subject is too long, or cannot be printed")

    async def _asked(self, method: str, address: str, *, token: str = "", **more: Any) -> bytes:
        """A whole answer of the provider's, as it came: what is packed could become any size."""
        headers, body = {"Accept": "application/json", "Accept-Encoding": "identity"}, b""
        if token:
            headers["Authorization"] = f"Bearer {token}"
        try:
            async with (
                asyncio.timeout(ASK_S),
                httpx.AsyncClient(verify=self._tls) as client,
                client.stream(method, address, headers=headers, **more) as response,
            ):
                async for part in response.aiter_raw():
                    body += part
                    if len(body) > LARGEST_ANSWER:
                        raise ProviderAway(f"its answer at {address} does not end")
        except TimeoutError:
            raise ProviderAway(f"{address} does not answer within {ASK_S:g} s") from None
        except (httpx.HTTPError, httpx.InvalidURL, OSError, ValueError) as error:
            raise ProviderAway(f"{address} does not answer: {str(error) or type(error).__name__}") from None
        if not response.is_success:
            raise _refused(address, response.status_code, body)
        return body


def require_safe(address: str, issuer: str) -> None:
    """ProviderAway unless an address may receive secrets: by HTTPS, or on this machine if the issuer is there too."""
    if not (_is_encrypted(address) or (_is_here(address) and _is_here(issuer))):
        raise ProviderAway(f"{address[:200]!r} is no address that begins with https://")


def _is_encrypted(address: str) -> bool:
    return _leads_to(address)[0] == "https"


def _is_here(address: str) -> bool:
    scheme, host = _leads_to(address)
    return scheme == "http" and is_loopback(host)


def _leads_to(address: str) -> tuple[str, str]:
    """Scheme and host of an address; empty if it is none."""
    try:
        parts = urlsplit(address)
        return (parts.scheme, parts.hostname) if parts.hostname else ("", "")
    except ValueError:
        return "", ""


def _refused(address: str, status: int, body: bytes) -> SignInFailed:
    try:
        said = msgspec.json.decode(body, type=_Refusal).error
    except (msgspec.MsgspecError, RecursionError):
        return ProviderAway(f"{address} answers with status {status}")
    if said == "invalid_grant":
        return SignInRefused("the code is not good, or was used before")
    return ProviderAway(f"{address} refuses this hub: {said[:80]!r}")


def _read(answered: bytes, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(answered, type=kind)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise ProviderAway(f"its answer is none of a provider's: {error}") from None
