"""The check of the OpenID Connect provider."""

import asyncio

from parlour.server.sign_in.errors import SignInFailed
from parlour.server.sign_in.provider import Provider, require_safe
from parlour.store.checks import Check, fine, wrong


def examine_provider(issuer: str) -> Check:
    """Whether the provider has metadata, the issuer's name that the host configured, and keys."""
    name = "sign-in"
    try:
        require_safe(issuer, issuer)
        keys = asyncio.run(Provider(issuer, "", "").discover())
    except SignInFailed as error:
        return wrong(
            name, f"nobody can sign in: {error}", "look at the provider, and at --oidc-issuer, letter by letter"
        )
    return fine(name, f"the provider answers, and signs with {keys} {'key' if keys == 1 else 'keys'}")
