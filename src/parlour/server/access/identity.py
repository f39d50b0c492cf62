"""Random identifiers: tokens, recovery phrases, ids, room codes and the first names of guests."""

import hashlib
import re
import secrets

from parlour.core.words import Language
from parlour.languages import LANGUAGES, guest_names

RECOVERY_PHRASE_WORDS = 6
CODE_LETTERS = "BCDFGHJKLMNPQRSTVWXZ23456789"
"""No vowels, so that no code spells a word; no 0, 1 or Y, which are misread."""
CODE_LENGTH = 6
_MISREAD = str.maketrans("01IOUYAE", "QLLQVV43", " -\u2010\u2011\u2012\u2013")
"""Characters that are in no code, with the character that is meant; spaces and dashes are dropped."""

_ID = re.compile("(home-)?[0-9a-f]{16}")
_CONSONANTS = "bdfghjklmnprstvz"
_VOWELS = "aiou"


def new_token() -> str:
    """A token for a device's cookie: 256 random bits."""
    return secrets.token_urlsafe(32)


def new_id() -> str:
    """A unique id for a player or a match."""
    return secrets.token_hex(8)


def is_id(text: str) -> bool:
    """Whether a text is such an id, or that of a match at home (parlour.home.kept)."""
    return _ID.fullmatch(text) is not None


def new_code() -> str:
    """A room's code, short enough to read out."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def read_code(typed: str) -> str | None:
    """The code that somebody typed, in any case and with letters that look alike; None if the text cannot be a code."""
    code = typed.upper().translate(_MISREAD)
    return code if len(code) == CODE_LENGTH and set(code) <= set(CODE_LETTERS) else None


def new_name(language: Language) -> str:
    """The first name of a guest, in the language of their browser."""
    return " ".join(secrets.choice(words) for words in guest_names(language))


def is_first_name(name: str) -> bool:
    """Whether a name is a guest's first one, with or without a number after it: its owner has chosen none since."""
    parts = name.partition("#")[0].split()
    return len(parts) == 2 and any(
        all(part in words for part, words in zip(parts, guest_names(language), strict=True)) for language in LANGUAGES
    )


def new_recovery_phrase() -> str:
    """96 random bits as six words that can be said aloud (proquints)."""
    return " ".join(_proquint(secrets.randbits(16)) for _ in range(RECOVERY_PHRASE_WORDS))


def hashed(secret: str) -> bytes:
    """The hash of a token, which is what the store keeps. Tokens are random and long, so a plain hash cannot be
    reversed.

    Lone surrogates, which are in no token of ours, are hashed as question marks.
    """
    return hashlib.sha256(secret.encode(errors="replace")).digest()


def hashed_recovery_phrase(recovery_phrase: str) -> bytes:
    """The hash of a recovery phrase, whatever its case, spaces and hyphens."""
    return hashed(" ".join(recovery_phrase.lower().replace("-", " ").split()))


def _proquint(bits: int) -> str:
    """Sixteen bits as consonant, vowel, consonant, vowel, consonant."""
    return (
        _CONSONANTS[bits >> 12 & 15]
        + _VOWELS[bits >> 10 & 3]
        + _CONSONANTS[bits >> 6 & 15]
        + _VOWELS[bits >> 4 & 3]
        + _CONSONANTS[bits & 15]
    )
