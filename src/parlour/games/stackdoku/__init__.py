"""Stackdoku: clear a Mahjong stack in pairs, place the numbers you win into a Sudoku. Imports core."""

from parlour.core.kit import Boards, Kit
from parlour.core.scoring import Scoring
from parlour.games.stackdoku.actions import AskHint, AskWinnable, Place, Remove, Restart
from parlour.games.stackdoku.analyst import StackdokuAnalyst
from parlour.games.stackdoku.levels.level import DIFFICULTIES
from parlour.games.stackdoku.maker import StackdokuLevels
from parlour.games.stackdoku.names import NAMES, SUMMARY, TITLE
from parlour.games.stackdoku.rules import Options, Stackdoku
from parlour.games.stackdoku.score import shown_score
from parlour.games.stackdoku.text import StackdokuText

TWO_TAPS_MS = 200
"""What a hand needs for two tiles, or for a token and its cell."""


def _warm() -> None:
    from parlour.games.stackdoku.warm import warm

    warm()


kit = Kit(
    game=Stackdoku(),
    title=TITLE,
    summary=SUMMARY,
    text=StackdokuText(),
    names=NAMES,
    analyst=StackdokuAnalyst(),
    levels=StackdokuLevels(),
    boards=Boards(
        names=DIFFICULTIES,
        of=lambda options: str(options.difficulty),
        daily=Options(difficulty="medium"),
        help=(AskHint, AskWinnable),
        goal=True,
    ),
    scoring=Scoring(shown_score, counted={"restarts": (Restart,), "hints": (AskHint, AskWinnable)}, adds_up=False),
    ready="Press Enter to begin: the time counts from then.",
    hand_ms={Remove: TWO_TAPS_MS, Place: TWO_TAPS_MS},
    warm_rules=_warm,
    hides_nothing=True,
)

__all__ = ["Stackdoku", "kit"]
