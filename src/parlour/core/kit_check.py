"""Whether what a package registers is a Kit that a hub can work with: one that is not costs its own game alone."""

import re
from collections.abc import Mapping
from types import UnionType

from parlour.core.kit import Boards, Kit
from parlour.core.options import OptionSpec, option_specs
from parlour.core.quick_start import QuickStart
from parlour.core.scoring import Scoring
from parlour.core.session import INTEGER_OPTIONS, LARGEST_OPTION, build_decoders, checked_options
from parlour.languages import ENGLISH

GAME_ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
"""How the ids of games are written: they stand in addresses and in the names of files."""
LONGEST_ID = 40
TAKEN_IDS = frozenset({"hub", "admin"})
"""No game's: the client keeps words by the ids of games, and its own beside them under these names."""
_KINDS: Mapping[str, type | UnionType] = {
    "names": Mapping,
    "suggested": Mapping,
    "hand_ms": Mapping,
    "formats": tuple,
    "bots": tuple,
    "quick_start": QuickStart | None,
    "boards": Boards | None,
    "scoring": Scoring,
}
"""What the fields of a kit must be at which everything looks that goes through all games."""


def is_game_id(text: str) -> bool:
    """Whether a game can be called so."""
    return text not in TAKEN_IDS and len(text) <= LONGEST_ID and GAME_ID.fullmatch(text) is not None


def checked_kit(found: object) -> Kit:
    """What a package registers, once the hub has looked at every part that it needs; an error tells what is wrong."""
    if not isinstance(found, Kit):
        raise TypeError("it is not a Kit")
    game = found.game
    _require_id(game.id)
    _require_version(game.rules_version)
    _require_seats(game.seats)
    for field, kind in _KINDS.items():
        if not isinstance(getattr(found, field), kind):
            raise TypeError(f"its {field} is {getattr(found, field)!r}, which is no {getattr(kind, '__name__', kind)}")
    for name, said in {"title": found.title, "summary": found.summary, **found.names}.items():
        _require_words(name, said)
    build_decoders(game)
    checked_options(game.options())
    for spec in option_specs(found):
        _require_integers_to_choose(spec)
    return found


def _require_id(game_id: object) -> None:
    if not isinstance(game_id, str) or not is_game_id(game_id):
        raise ValueError(
            f"its id is {game_id!r}; an id has small letters, digits and single hyphens, {LONGEST_ID} at the most, "
            f"and is not {' or '.join(sorted(TAKEN_IDS))}"
        )


def _require_version(version: object) -> None:
    if not isinstance(version, int):
        raise TypeError(f"its rules_version is {version!r}; it must be a whole number")


def _require_seats(seats: object) -> None:
    if not isinstance(seats, range) or seats.step != 1 or not seats or seats.start < 1:
        raise ValueError(f"its seats are {seats!r}; for two to four players they are range(2, 5)")


def _require_integers_to_choose(spec: OptionSpec) -> None:
    """What a menu offers can be chosen: `checked_options` refuses larger integers, whatever bounds a game sets. Floats
    may be larger."""
    if spec.kind == "number":
        return
    offered = (spec.least, spec.most, *(choice.value for choice in (*spec.choices, *spec.suggested)))
    for value in offered:
        if isinstance(value, int) and abs(value) > LARGEST_OPTION:
            raise ValueError(f"its option {spec.name} offers {value}; {INTEGER_OPTIONS}")


def _require_words(name: str, said: object) -> None:
    if not isinstance(said, Mapping) or not all(isinstance(part, str) for pair in said.items() for part in pair):
        raise TypeError(f"its {name} is {said!r}; write words({str(said)!r})")
    if ENGLISH not in said:
        raise ValueError(f"its {name} is not said in English ({ENGLISH!r})")
