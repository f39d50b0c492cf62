"""Whether the provider answers by whom people sign in."""

import asyncio

from parlour.server.sign_in.errors import SignInFailed
from parlour.server.sign_in.provider import Provider, require_safe
from parlour.store.checks import Check, fine, wrong


def examine_provider(issuer: str) -> Check:
    """It says where things are, calls itself as the host does, and has keys."""
    name = "sign-in"
    try:
        require_safe(issuer, issuer)
        keys = asyncio.run(Provider(issuer, "", "").discover())
    except SignInFailed as error:
        return wrong(
            name, f"nobody can sign in: {error}", "look at the provider, and at --oidc-issuer, letter by letter"
        )
    return fine(name, f"the provider answers, and signs with {keys} {'key' if keys == 1 else 'keys'}")
