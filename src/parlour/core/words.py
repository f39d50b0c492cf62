"""What people read, in every language there is."""

from collections.abc import Mapping
from typing import TypeAlias

from parlour.languages import ENGLISH, LANGUAGES, translations

Words: TypeAlias = Mapping[str, str]
"""The same in several languages, by their codes; always in English, which stands in for what is missing."""
Language: TypeAlias = str


def words(english: str, /, **others: str) -> Words:
    """Words with what the folders of languages say for them, and with what is given for others by their codes."""
    known = {code: translations(code)[english] for code in LANGUAGES[1:] if english in translations(code)}
    return {ENGLISH: english} | known | others


def plain(text: str) -> Words:
    """What is the same everywhere: a number, a time."""
    return {ENGLISH: text}


def filled(template: Words, *facts: object, **named: object) -> Words:
    """Words in which ``{}`` or ``{name}`` stand for facts; a fact that is Words itself is said in each language."""
    return {
        code: text.format(
            *(_said(fact, code) for fact in facts), **{name: _said(fact, code) for name, fact in named.items()}
        )
        for code, text in template.items()
    }


def joined(parts: list[Words]) -> Words:
    """One after another, with commas, in each language that all of them have; empty for none."""
    codes = [code for code in LANGUAGES if all(code in part for part in parts)] if parts else [ENGLISH]
    return {code: ", ".join(part[code] for part in parts) for code in codes}


def in_language(words: Words, language: Language) -> str:
    """The words in this language, or in English where there are none in it."""
    return words.get(language) or words[ENGLISH]


def _said(fact: object, code: str) -> object:
    return in_language(fact, code) if isinstance(fact, Mapping) else fact
