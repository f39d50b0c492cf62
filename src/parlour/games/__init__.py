"""The registry: the games of this repository, and those that other installed packages add. Imports core.

A package adds a game by naming a Kit under the entry point group ``parlour.games``::

    [project.entry-points."parlour.games"]
    nim = "my_nim:kit"
"""

import warnings
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from types import MappingProxyType
from typing import Any

from parlour.core.bot import Bot
from parlour.core.errors import MalformedInput
from parlour.core.kit import Kit
from parlour.core.kit_check import checked_kit
from parlour.core.scoring import POINTS, Scoring, ShownScore
from parlour.core.session import Entry, build_decoders

GROUP = "parlour.games"
OWN = ("ten_exorcism", "dots_and_boxes", "stackdoku")
"""Folders here that each hold one game."""


class NoSuchGame(MalformedInput):
    """A game that is not registered, or not where it is asked for: not every game travels to a browser."""


@cache
def kits() -> Mapping[str, Kit]:
    """Every registered game by its id, our own first."""
    found: dict[str, Kit] = {}
    for folder in OWN:
        own: Kit = import_module(f"{__name__}.{folder}").kit
        build_decoders(own.game)
        found[own.game.id] = own
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name):
        kit = _load(entry, found)
        if kit is not None:
            found[kit.game.id] = kit
    return MappingProxyType(found)


def is_own(kit: Kit) -> bool:
    """Whether it is one of the games of this repository."""
    return type(kit.game).__module__.startswith(f"{__name__}.")


def kit_of(game_id: str) -> Kit:
    """The kit of a game, or NoSuchGame with the ids there are."""
    try:
        return kits()[game_id]
    except KeyError:
        raise NoSuchGame(f"no game {game_id!r}; there is {', '.join(kits())}") from None


def scoring_of(game_id: str) -> Scoring:
    """What the scores of a game mean; points for a game that is no longer registered, whose results are still kept."""
    kit = kits().get(game_id)
    return POINTS if kit is None else kit.scoring


def shown_scores(
    game_id: str, scores: Sequence[int], entries: Sequence[Entry[Any]] | None = None
) -> tuple[ShownScore, ...]:
    """The scores of a game's seats as people read them; with the log, what it counts is told too."""
    scoring = scoring_of(game_id)
    if entries is None:
        return tuple(scoring.show(score) for score in scores)
    return tuple(scoring.show(score, scoring.counts(entries, seat)) for seat, score in enumerate(scores))


def bot_of(kit: Kit, level: str) -> Bot:
    """The bot of a level, or MalformedInput with the levels there are."""
    for bot in kit.bots:
        if bot.level == level:
            return bot
    levels = ", ".join(bot.level for bot in kit.bots) or "none"
    raise MalformedInput(f"{kit.game.id} has no bot {level!r}; there is {levels}")


def _load(entry: EntryPoint, taken: Mapping[str, Kit]) -> Kit | None:
    """The kit of a foreign package; one that fails, or ends the program while it loads, costs its own game alone."""
    try:
        kit = checked_kit(entry.load())
        if kit.game.id in taken:
            raise ValueError(f"the id {kit.game.id!r} is taken")
    except (Exception, SystemExit) as error:  # noqa: BLE001
        warnings.warn(f"game {entry.name!r} ({entry.value}) does not load: {error}", RuntimeWarning, stacklevel=3)
        return None
    return kit
