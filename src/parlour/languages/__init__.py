"""The languages, a folder each: all that pages and programs say in it (CONTRIBUTING.md). Imports nothing."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

import msgspec

ENGLISH = "en"
"""Stands in for what another language lacks."""
_FOLDER = files(__name__)
LANGUAGES: tuple[str, ...] = (
    ENGLISH,
    *sorted(
        entry.name for entry in _FOLDER.iterdir() if entry.name != ENGLISH and entry.joinpath("words.json").is_file()
    ),
)


@cache
def translations(language: str) -> Mapping[str, str]:
    """What Python says, by its English."""
    return msgspec.json.decode(_FOLDER.joinpath(language, "words.json").read_bytes(), type=dict[str, str])


@cache
def guest_names(language: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Words for the first and for the second half of a guest's name."""
    file = _FOLDER.joinpath(language, "guests.json")
    return msgspec.json.decode(file.read_bytes(), type=tuple[tuple[str, ...], tuple[str, ...]])


@cache
def reserved_names(language: str) -> tuple[str, ...]:
    """What the product itself calls somebody, and the levels of its bots: nobody's name."""
    return msgspec.json.decode(_FOLDER.joinpath(language, "reserved.json").read_bytes(), type=tuple[str, ...])
