"""The name of somebody who signs in, from the provider's claims."""

import re
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress

from parlour.store.names import NameRefused, clean_name

CLAIMS = ("preferred_username", "nickname", "given_name", "name")
"""The claims that may hold a name, the shortest first."""
LONGEST_CLAIM = 200
_ADDRESS = re.compile(r"\S@\S")


def names_in(claims: Mapping[str, object]) -> tuple[str, ...]:
    """The names in the claims, the preferred one first. E-mail addresses are left out, since names are public."""
    said = [claim for name in CLAIMS if isinstance(claim := claims.get(name), str)]
    return tuple(name for claim in said if (name := _name(claim)) is not None and not _ADDRESS.search(name))


def name_among(names: Sequence[str], forbidden: Collection[str]) -> str | None:
    """The first of the names that a player may have here, where a host forbids some words."""
    for name in names:
        with suppress(NameRefused):
            return clean_name(name, forbidden)
    return None


def _name(claim: str) -> str | None:
    with suppress(NameRefused):
        return clean_name(claim[:LONGEST_CLAIM])
    return None
