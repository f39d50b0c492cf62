"""Texts that people read, in all languages."""

from collections.abc import Mapping
from typing import TypeAlias

from parlour.languages import ENGLISH, LANGUAGES, translations

Words: TypeAlias = Mapping[str, str]
"""A text by language code. English is always there, and is shown where another language is missing."""
Language: TypeAlias = str


def words(english: str, /, **others: str) -> Words:
    """An English text with its translations from the folders of languages, and those given here by language code."""
    known = {code: translations(code)[english] for code in LANGUAGES[1:] if english in translations(code)}
    return {ENGLISH: english} | known | others


def plain(text: str) -> Words:
    """A text that is the same in all languages: a number, a time."""
    return {ENGLISH: text}


def filled(template: Words, *facts: object, **named: object) -> Words:
    """A template with ``{}`` or ``{name}`` filled in; a fact that is Words itself is filled in by language."""
    return {
        code: text.format(
            *(_translated(fact, code) for fact in facts),
            **{name: _translated(fact, code) for name, fact in named.items()},
        )
        for code, text in template.items()
    }


def joined(parts: list[Words]) -> Words:
    """The parts joined by commas, in each language that all of them have; an empty text for no parts."""
    codes = [code for code in LANGUAGES if all(code in part for part in parts)] if parts else [ENGLISH]
    return {code: ", ".join(part[code] for part in parts) for code in codes}


def number_of(noun: str, fewest: int, most: int) -> str:
    """How many there may be, in English, for errors and the terminal: ``1 seat``, ``2 bots``, ``2 to 4 players``."""
    numbers = str(most) if fewest == most else f"{fewest} to {most}"
    return f"{numbers} {noun if most == 1 else noun + 's'}"


def in_language(words: Words, language: Language) -> str:
    """The text in a language, or in English where it has none in that language."""
    return words.get(language) or words[ENGLISH]


def _translated(fact: object, code: str) -> object:
    return in_language(fact, code) if isinstance(fact, Mapping) else fact
