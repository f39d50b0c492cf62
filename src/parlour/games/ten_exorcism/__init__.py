"""Ten Exorcism: drag rectangles of ghosts whose powers sum to exactly ten. Imports core."""

from parlour.core.kit import Boards, Kit
from parlour.games.ten_exorcism.advice import TenExorcismAdviser
from parlour.games.ten_exorcism.analyst import TenExorcismAnalyst
from parlour.games.ten_exorcism.export import V1
from parlour.games.ten_exorcism.names import NAMES, SUMMARY, TITLE
from parlour.games.ten_exorcism.rules import Ask, Options, Select, TenExorcism, has_rectangle, rectangles
from parlour.games.ten_exorcism.solver import TenExorcismSolver
from parlour.games.ten_exorcism.text import TenExorcismText

DRAG_MS = 150
"""What a hand needs for a drag."""


def _warm_rules() -> None:
    from parlour.games.ten_exorcism.bulk import warm

    has_rectangle(b"\0" * 170)
    rectangles(b"\0" * 170)
    warm()


def _warm_engine() -> None:
    from parlour.games.ten_exorcism.search import warm

    warm()


kit = Kit(
    game=TenExorcism(),
    title=TITLE,
    summary=SUMMARY,
    text=TenExorcismText(),
    names=NAMES,
    formats=(V1(),),
    solver=TenExorcismSolver(),
    analyst=TenExorcismAnalyst(),
    adviser=TenExorcismAdviser(),
    boards=Boards(
        names=("classic", "endless"),
        of=lambda options: str(options.mode),
        daily=Options(mode="classic"),
        help=(Ask,),
    ),
    ready="Press Enter to light the candle: two minutes run from then.",
    hand_ms={Select: DRAG_MS},
    warm_rules=_warm_rules,
    warm_engine=_warm_engine,
    hides_nothing=True,
    shows_all=True,
)

__all__ = ["TenExorcism", "has_rectangle", "kit"]
