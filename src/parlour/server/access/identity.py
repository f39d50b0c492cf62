"""Secrets and names: tokens, recovery phrases, ids, room codes, and what a guest is called at first."""

import hashlib
import re
import secrets

from parlour.core.words import Language
from parlour.languages import LANGUAGES, guest_names

PHRASE_WORDS = 6
CODE_LETTERS = "BCDFGHJKLMNPQRSTVWXZ23456789"
"""No vowels, so that no code spells a word; no 0, 1 or Y, which are misread."""
CODE_LENGTH = 6
_MISREAD = str.maketrans("01IOUYAE", "QLLQVV43", " -\u2010\u2011\u2012\u2013")
"""What is in no code, by the letter of a code that it is taken for; spaces and dashes stand for nothing."""

_ID = re.compile("(home-)?[0-9a-f]{16}")
_CONSONANTS = "bdfghjklmnprstvz"
_VOWELS = "aiou"


def new_token() -> str:
    """What a device shows to be recognised: 256 random bits."""
    return secrets.token_urlsafe(32)


def new_id() -> str:
    """A name for a player or a match that nobody else has."""
    return secrets.token_hex(8)


def is_id(text: str) -> bool:
    """Whether it is such a name, or that of a match at home (parlour.home.kept)."""
    return _ID.fullmatch(text) is not None


def new_code() -> str:
    """A room's code, short enough to read out."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def read_code(typed: str) -> str | None:
    """The code that somebody means, in any case and with letters that look alike; None if it can be none."""
    code = typed.upper().translate(_MISREAD)
    return code if len(code) == CODE_LENGTH and set(code) <= set(CODE_LETTERS) else None


def new_seed() -> int:
    """A seed that nobody can guess."""
    return secrets.randbits(32)


def new_name(language: Language) -> str:
    """What a guest is called until they choose, in the language in which they came."""
    return " ".join(secrets.choice(words) for words in guest_names(language))


def is_first_name(name: str) -> bool:
    """Whether a guest was given the name, with or without a number behind it, and has chosen none since."""
    parts = name.partition("#")[0].split()
    return len(parts) == 2 and any(
        all(part in words for part, words in zip(parts, guest_names(language), strict=True)) for language in LANGUAGES
    )


def new_recovery_phrase() -> str:
    """96 random bits as six words that can be said aloud (proquints)."""
    return " ".join(_proquint(secrets.randbits(16)) for _ in range(PHRASE_WORDS))


def hashed(secret: str) -> bytes:
    """What is stored of a token. These secrets are random and long, so a plain hash cannot be reversed.

    What no text can hold was not given out by us: it is hashed as question marks, which are in no secret.
    """
    return hashlib.sha256(secret.encode(errors="replace")).digest()


def hashed_recovery_phrase(phrase: str) -> bytes:
    """The same for a phrase, however it was typed."""
    return hashed(" ".join(phrase.lower().replace("-", " ").split()))


def _proquint(bits: int) -> str:
    """Sixteen bits as consonant, vowel, consonant, vowel, consonant."""
    return (
        _CONSONANTS[bits >> 12 & 15]
        + _VOWELS[bits >> 10 & 3]
        + _CONSONANTS[bits >> 6 & 15]
        + _VOWELS[bits >> 4 & 3]
        + _CONSONANTS[bits & 15]
    )
