"""Signing in: to the provider and back."""

import logging
from collections.abc import Mapping
from typing import TYPE_CHECKING

from parlour.core.errors import ParlourError
from parlour.core.words import Language
from parlour.protocol.messages import Bye
from parlour.server.access.authentication import Authentication
from parlour.server.access.identity import hashed, new_id, new_name, new_token
from parlour.server.clock import ServerClock
from parlour.server.live.hub import Hub
from parlour.server.metrics import Metrics
from parlour.server.problems import Problem
from parlour.server.settings import Settings
from parlour.server.sign_in import accounts
from parlour.server.sign_in.errors import ProviderAway, SignInFailed, SignInRefused, SignInStale
from parlour.server.sign_in.names import name_among
from parlour.server.sign_in.pending import PendingSignIn, new_sign_in
from parlour.store.players import Player
from parlour.store.store import Store
from parlour.store.transaction import AlreadyThere

if TYPE_CHECKING:
    from parlour.server.sign_in.provider import Identity, Provider

logger = logging.getLogger("parlour")
LONGEST_REASON = 200


class SignInMisconfigured(ParlourError):
    """The settings for a sign-in contradict each other."""


def provider_of(settings: Settings) -> "Provider | None":
    """The provider that the host chose; None without one. Nothing is fetched yet."""
    if not settings.oidc_issuer:
        if not settings.guests:
            raise SignInMisconfigured("--no-guests needs a provider by which people sign in: --oidc-issuer https://…")
        return None
    if not settings.oidc_client:
        raise SignInMisconfigured("--oidc-issuer needs --oidc-client, what the provider calls this hub")
    from parlour.server.sign_in.provider import Provider, require_safe

    try:
        require_safe(settings.oidc_issuer, settings.oidc_issuer)
    except ProviderAway as error:
        raise SignInMisconfigured(f"--oidc-issuer: {error}") from None
    return Provider(settings.oidc_issuer, settings.oidc_client, settings.oidc_secret)


class SigningIn:
    """The sign-ins of this process."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        clock: ServerClock,
        authentication: Authentication,
        hub: Hub,
        metrics: Metrics,
    ) -> None:
        self._provider = provider_of(settings)
        self._forbidden = settings.forbidden_words
        self._metrics = metrics
        self._store = store
        self._clock = clock
        self._authentication = authentication
        self._hub = hub

    @property
    def provider(self) -> "Provider":
        """Problem where the host wants no sign-in."""
        if self._provider is None:
            raise Problem(404, "no-sign-in", "this server has no sign-in")
        return self._provider

    def failed(self, error: Problem | SignInFailed) -> None:
        """Count and log a sign-in that failed."""
        self._metrics.signed_in(error.code)
        level = logging.DEBUG if isinstance(error, SignInStale) else logging.WARNING
        logger.log(
            level, "sign-in failed", extra={"facts": {"code": error.code, "reason": str(error)[:LONGEST_REASON]}}
        )

    async def begin(self, to: str, redirect: str, cookies: Mapping[str, str]) -> tuple[PendingSignIn, str]:
        """A new sign-in that ends at a page of the hub, and the address to which the browser goes.

        On a device that was signed out the provider asks for the person again: the last one may have left.
        """
        pending = new_sign_in(to)
        asked_who = await self._was_signed_out(cookies)
        return pending, await self.provider.sign_in_address(pending, redirect, asked_who=asked_who)

    async def _was_signed_out(self, cookies: Mapping[str, str]) -> bool:
        """Whether the device was signed out, by itself or by another device."""
        cookie = self._authentication.cookie
        if cookie.was_signed_out(cookies):
            return True
        return bool(cookie.token(cookies)) and await self._authentication.owner(cookies) is None

    def asked_for(self, answer: Mapping[str, str], pending: PendingSignIn | None) -> PendingSignIn:
        """The sign-in to which the provider's answer belongs; SignInStale if there is none."""
        if pending is None or not pending.asked_for(answer.get("state", "")):
            raise SignInStale("this browser asked for no such answer")
        return pending

    async def identity(self, answer: Mapping[str, str], pending: PendingSignIn, redirect: str) -> "Identity":
        """The person who has signed in at the provider; SignInFailed if nobody has."""
        if answer.get("iss", self.provider.issuer) != self.provider.issuer:
            raise SignInStale("the answer is another provider's")
        if not answer.get("code"):
            raise SignInRefused(f"the provider says {answer.get('error', '')[:80]!r}")
        return await self.provider.identity(answer["code"], pending, redirect)

    async def sign_in(self, identity: "Identity", language: Language, cookies: Mapping[str, str]) -> str:
        """Sign this device in as the account's player; returns the device's new token."""
        token, device = new_token(), self._authentication.cookie.token_hash(cookies)
        newcomer = Player(new_id(), new_name(language))
        name = name_among(identity.names, self._forbidden)
        job = accounts.sign_in(identity.account, name, newcomer, device, hashed(token), self._clock.now_ms())
        try:
            done = await self._store.write(job)
        except AlreadyThere:  # the same account was signed in for the first time elsewhere, at the same moment
            done = await self._store.write(job)
        self._authentication.devices.close(done.ended, Bye("signed-out", None))
        for code in done.rooms:
            await self._hub.refresh(code)
        if done.renamed:
            try:
                await self._hub.rename(done.player)
            except Problem as problem:  # the sign-in is done; that room shows the name when it changes next
                logger.warning("room not renamed", extra={"facts": {"reason": str(problem)}})
        self._metrics.signed_in("done")
        return token
