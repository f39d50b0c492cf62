"""The laws of a page that a game's package ships."""

import re
from typing import Any

import msgspec

from parlour.core.kit import Kit
from parlour.games.catalogue.archive import obstacle
from parlour.games.catalogue.shipped_pages import MEDIA_TYPES, PageFiles, page_files
from parlour.languages import ENGLISH
from parlour.testing.law import law

PLURALS = ("_zero", "_one", "_two", "_few", "_many", "_other")


@law
def its_page_can_be_served_and_says_the_same_things_in_every_language(kit: Kit, seed: int) -> None:
    if kit.page is None:
        return
    found = page_files(kit)
    assert found is not None, "see the warning"
    assert not found.left_out, (
        f"not served: {', '.join(found.left_out)}; the files of a page end in {' '.join(MEDIA_TYPES)}, "
        "have letters, digits, dots and hyphens in their names, and lie in few folders"
    )
    kept = obstacle(kit.page) if kit.travels else None
    assert kept is None, f"it cannot be played without the server: {kept}; say travels=False if that is meant"
    english = keys_in(found, ENGLISH)
    for file in found.files:
        if language := _language(file):
            assert keys_in(found, language) == english, language


def keys_in(page: PageFiles, language: str) -> set[str]:
    """The keys of its words in a language, without the forms that plurals have."""
    return set(_keys(msgspec.json.decode(page.files[f"text/{language}.json"]), ""))


def _language(file: str) -> str | None:
    """Of ``text/LANGUAGE.json``, as the client finds it."""
    found = re.fullmatch(r"text/([\w-]+)\.json", file)
    return found and found[1]


def _keys(words: Any, path: str) -> list[str]:
    if isinstance(words, dict):
        return [key for name, inner in words.items() for key in _keys(inner, f"{path}.{name}")]
    if isinstance(words, list):
        return [key for index, inner in enumerate(words) for key in _keys(inner, f"{path}.{index}")]
    assert isinstance(words, str), path
    return [next((path.removesuffix(ending) for ending in PLURALS if path.endswith(ending)), path)]
