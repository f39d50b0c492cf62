"""Grading a level: is it proved, how hard is it for a bot that never guesses, how much of the tray does it need?"""

from typing import NamedTuple

from msgspec import Struct

from parlour.games.stackdoku.compiled import bot_score
from parlour.games.stackdoku.kernels.constants import CAPACITY, NO, YES
from parlour.games.stackdoku.levels.certificate import ProofCheck, check, check_shape
from parlour.games.stackdoku.levels.dealing import level_arrays, seeded, within_tray
from parlour.games.stackdoku.levels.level import EMPTY, Level

BOT_GAMES = 200
BOT_SEED = 1


class TrayNeed(NamedTuple):
    """Bounds on the least tray peak over the guess-free lines of a level."""

    at_least: int
    """No line stays below this: every smaller tray was searched to the end."""
    at_most: int
    """A line with this peak is known."""


class Figures(Struct, frozen=True):
    """What playing a level a few hundred times shows."""

    layers: int
    bot_wins: float
    """Share of games that the no-guess bot wins without undo or life."""
    tray_at_least: int
    tray_at_most: int


class Grading(Struct, frozen=True):
    """What can be said of a level without playing it oneself."""

    id: str
    certificate: ProofCheck
    tier: int
    givens: int
    tiles: int
    figures: Figures | None
    """None for what is no level, with which nobody can play."""


def grade(level: Level) -> Grading:
    """The verdict on one level, and its figures if its grid and its stack fit together."""
    return Grading(
        id=level.id,
        certificate=check(level),
        tier=level.tier,
        givens=81 - level.givens.count(EMPTY),
        tiles=len(level.tiles),
        figures=_figures(level) if check_shape(level).ok else None,
    )


def _figures(level: Level) -> Figures:
    need = tray_need(level)
    return Figures(
        layers=1 + max(tile.z for tile in level.tiles),
        bot_wins=bot_win_rate(level, BOT_GAMES, BOT_SEED),
        tray_at_least=need.at_least,
        tray_at_most=need.at_most,
    )


def bot_win_rate(level: Level, games: int, seed: int) -> float:
    """Share of games that the no-guess bot wins without undo or life; reproducible."""
    return bot_score(seeded(seed), *level_arrays(level), games) / games


def tray_need(level: Level, draws: int = 20_000) -> TrayNeed:
    """How many tray slots the level needs, from 2 to 5.

    The peak of a line is the most tokens held at once, which is right after some draw. The search covers all orders of
    removals, with forced tokens placed at once; where more cells are forced than tokens held, the first in reading
    order are taken. Within that rule at_least is exact. The bounds part only where a search ran past `draws`.
    """
    at_least = 2
    for slots in range(2, CAPACITY + 1):
        answer = within_tray(*level_arrays(level), slots, draws)
        if answer == YES:
            return TrayNeed(at_least, slots)
        if answer == NO and at_least == slots:
            at_least = slots + 1
    return TrayNeed(min(at_least, CAPACITY), CAPACITY)
