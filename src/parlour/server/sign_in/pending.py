"""A sign-in under way, kept in a cookie while the user is at the provider, so that no server has to remember it."""

import base64
import binascii
import hashlib
import re
import secrets
from hmac import compare_digest

import msgspec
from msgspec import Struct

PENDING_SECONDS = 600
"""How long somebody may take at the provider."""
LONGEST_COOKIE = 2_000
_BEGINNING = re.compile(r"[A-Za-z0-9_-]{8}")


class PendingSignIn(Struct, frozen=True):
    """Three secrets of one sign-in, and where to go after it."""

    state: str
    """Returned with the provider's answer, to prove that this browser asked for it."""
    nonce: str
    """Returned inside the ID token, to prove that it was made for this sign-in."""
    verifier: str
    """The secret that is needed to redeem the code (PKCE)."""
    to: str
    """A page of the hub."""

    @property
    def challenge(self) -> str:
        """The hash of the verifier, which the provider is sent first."""
        return _encoded(hashlib.sha256(self.verifier.encode()).digest())

    def asked_for(self, state: str) -> bool:
        """Whether an answer with that state belongs to this sign-in."""
        return compare_digest(self.state.encode(), state.encode(errors="replace"))

    def written(self) -> str:
        """The text of the cookie."""
        return _encoded(msgspec.json.encode(self))


def new_sign_in(to: str) -> PendingSignIn:
    """A new sign-in with random secrets."""
    return PendingSignIn(secrets.token_urlsafe(32), secrets.token_urlsafe(32), secrets.token_urlsafe(48), to)


def read_pending(cookie: str) -> PendingSignIn | None:
    """The sign-in in a cookie; None if the text is none."""
    if len(cookie) > LONGEST_COOKIE:
        return None
    try:
        padded = cookie + "=" * (-len(cookie) % 4)
        return msgspec.json.decode(base64.b64decode(padded, altchars=b"-_", validate=True), type=PendingSignIn)
    except (binascii.Error, ValueError, msgspec.MsgspecError, RecursionError):
        return None


def beginning_of(state: str) -> str:
    """The beginning of a state, by which the sign-ins under way in one browser are told apart; empty if it is none."""
    found = _BEGINNING.match(state)
    return found[0] if found else ""


def is_beginning(text: str) -> bool:
    """Whether a text is the whole beginning of a state, and nothing else."""
    return _BEGINNING.fullmatch(text) is not None


def _encoded(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()
