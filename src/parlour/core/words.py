"""What people read, in every language there is."""

from typing import TypeAlias

from msgspec import Struct


class Words(Struct, frozen=True):
    """The same words in each language. This is the list of languages; an empty one is read in English."""

    en: str
    ko: str = ""


Language: TypeAlias = str
"""The name of a field of Words."""
LANGUAGES: tuple[Language, ...] = Words.__struct_fields__
FALLBACK: Language = "en"


def in_language(words: Words, language: Language) -> str:
    """The words in this language, or in English where there are none in it."""
    found: str = getattr(words, language, "") or words.en
    return found
