"""Windfall: pick fruit that hangs together, and leave as little as you can."""

from parlour.core.kit import Boards, Kit, PageFolder
from parlour.core.words import Words
from parlour_windfall.advice import WindfallAdviser
from parlour_windfall.rules import KINDS, Ask, Options, Windfall
from parlour_windfall.text import WindfallText

kit = Kit(
    game=Windfall(),
    title=Words("Windfall", "낙과"),
    summary=Words(
        "Pick fruit that hangs together. The more at once, the more it is worth.",
        "맞닿은 같은 과일을 따세요. 한 번에 많이 딸수록 점수가 커집니다.",
    ),
    text=WindfallText(),
    page=PageFolder("parlour_windfall"),
    names={
        "wall": Words("Wall", "과일 벽"),
        "easy": Words("Three kinds", "세 가지"),
        "classic": Words("Four kinds", "네 가지"),
        "hard": Words("Five kinds", "다섯 가지"),
    },
    adviser=WindfallAdviser(),
    boards=Boards(
        names=tuple(KINDS),
        of=lambda options: str(options.wall),
        daily=Options(),
        help=(Ask,),
    ),
    hides_nothing=True,
    shows_all=True,
)
