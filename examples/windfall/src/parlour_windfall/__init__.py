"""Windfall: pick fruit that hangs together, and leave as little as you can."""

from parlour.core.kit import Boards, Kit, PageFolder
from parlour.core.words import words
from parlour_windfall.advice import WindfallAdviser
from parlour_windfall.rules import KINDS, Ask, Options, Windfall
from parlour_windfall.text import WindfallText

kit = Kit(
    game=Windfall(),
    title=words("Windfall", ko="낙과", de="Fallobst"),
    summary=words(
        "Pick fruit that hangs together. The more at once, the more it is worth.",
        ko="맞닿은 같은 과일을 따세요. 한 번에 많이 딸수록 점수가 커집니다.",
        de="Pflücke Obst, das zusammenhängt. Je mehr auf einmal, desto mehr ist es wert.",
    ),
    text=WindfallText(),
    page=PageFolder("parlour_windfall"),
    names={
        "wall": words("Wall", ko="과일 벽", de="Wand"),
        "easy": words("Three kinds", ko="세 가지", de="Drei Sorten"),
        "classic": words("Four kinds", ko="네 가지", de="Vier Sorten"),
        "hard": words("Five kinds", ko="다섯 가지", de="Fünf Sorten"),
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
