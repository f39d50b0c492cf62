"""Ten Exorcism: drag rectangles of ghosts whose powers sum to exactly ten."""

from parlour.core.kit import Boards, Kit
from parlour.games.ten_exorcism.export import V1
from parlour.games.ten_exorcism.rules import Ask, Options, TenExorcism, has_rectangle
from parlour.games.ten_exorcism.text import TenExorcismText


def _warm() -> None:
    from parlour.games.ten_exorcism import kernels

    kernels.warm()


kit = Kit(
    game=TenExorcism(),
    title="Ten Exorcism",
    summary="Drag rectangles of ghosts whose powers sum to exactly ten.",
    text=TenExorcismText(),
    formats=(V1(),),
    boards=Boards(
        names=("classic", "endless"),
        of=lambda options: str(options.mode),
        daily=Options(mode="classic"),
        help=(Ask,),
    ),
    warm_rules=_warm,
)

__all__ = ["TenExorcism", "has_rectangle", "kit"]
