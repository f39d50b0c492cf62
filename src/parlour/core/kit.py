"""A kit: a game's rules with its bots, texts, formats and boards, so that hosts need to know no game by name."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol

from msgspec import Struct

from parlour.core.bot import Bot
from parlour.core.game import AnyGame, Seat
from parlour.core.match import AnyMatch
from parlour.core.quick_start import QuickStart
from parlour.core.replay import Verdict
from parlour.core.scoring import POINTS, Scoring
from parlour.core.session import AnySession
from parlour.core.solver import Solver
from parlour.core.words import Words


class Text(Protocol):
    """The game in a terminal: how its view is drawn and how actions are typed."""

    how: str
    """How to play and what to type, in a few lines."""

    def draw(self, view: Any) -> str:
        """The view as Rich markup, complete without its colours."""
        ...

    def read(self, line: str) -> Any:
        """The action that a line of text means, or MalformedInput with what would be right."""
        ...

    def write(self, action: Any) -> str:
        """The line that read turns into this action."""
        ...


class Format(Protocol):
    """A JSON format of other software for sessions of this game."""

    name: str
    """Unique among all formats: ``ten-exorcism-v1``."""

    def claims(self, keys: frozenset[str]) -> bool:
        """Whether a JSON object with these keys is meant to be of this format."""
        ...

    def read(self, text: bytes, options: Any) -> AnySession:
        """The session that a replay of the text gives, whatever the text claims; MalformedInput or SessionRejected if
        none.

        `options` are those that the format does not contain; None stands for the most lenient.
        """
        ...

    def replay(self, text: bytes, options: Any) -> Iterator[AnyMatch]:
        """The match step by step; each step is checked against what the text claims."""
        ...

    def write(self, session: AnySession) -> bytes:
        """The session in this format. To read it and to write that again gives the same bytes."""
        ...

    def judge_many(self, texts: Sequence[bytes], options: Any) -> Sequence[Verdict | None]:
        """The verdict that a replay would give on each text, found faster; None where only a replay can tell.

        Texts in other formats get None.
        """
        ...


@dataclass(frozen=True)
class PositionFormat:
    """How the positions that an evaluator reads are written."""

    flag: str
    """The name of the command line flag for a position: ``drawn``."""
    help: str
    """The help of that flag: what to write, in a sentence."""


class Evaluator(Protocol):
    """Says what a position is worth."""

    position: PositionFormat

    def evaluate(self, position: str, seconds: float) -> Struct:
        """The value of a position and its best moves, found within the seconds; MalformedInput if the text is no
        position."""
        ...

    def describe(self, evaluation: Any) -> str:
        """An evaluation in words, as Rich markup."""
        ...


class Analyst(Protocol):
    """Says what a session was about, move by move."""

    def analyse(self, session: AnySession, seconds: float, progress: Callable[[float], None]) -> Struct:
        """The analysis of a session, with so many seconds for each move; `progress` hears the part that is done, up to
        1."""
        ...

    def describe(self, analysis: Any) -> str:
        """An analysis in words, as Rich markup."""
        ...


class LevelMaker(Protocol):
    """Deals the levels of a game and grades those that others made."""

    level: type[Struct]
    """The type of a level."""

    def deal(self, options: Any, seed: int) -> Struct:
        """A level with the proof that it can be solved. May take a while; the same options and seed give the same
        level."""
        ...

    def remember(self, level: Any) -> None:
        """Keep a level that another process has dealt, so that it is not dealt again here in the next moments."""
        ...

    def scores_of_opening(self, session: AnySession) -> tuple[int, ...] | None:
        """The scores of a session in which nothing depends on the level; None if the level must be dealt to know
        them."""
        ...

    def grade(self, text: bytes) -> tuple[bool, Struct]:
        """Whether a level's proof holds, and what else can be said of it; MalformedInput if the text is no level."""
        ...

    def describe(self, dealt_or_graded: Any) -> str:
        """A level, or a graded one, in words, as Rich markup."""
        ...


class Adviser(Protocol):
    """Gives advice on the next action."""

    asking: Struct
    """The action that is logged when a player asks for advice, so that a replay shows who had help."""

    def advise(self, state: Any, seat: Seat) -> Struct | None:
        """Advice for a seat in the state after `asking`; None when there is none to give.

        May take a second; called from any thread.
        """
        ...


@dataclass(frozen=True)
class Boards:
    """The boards on which finished matches of a solo game are ranked by their score, the highest first."""

    names: tuple[str, ...]
    """The names of the boards in addresses: ``classic``, ``endless``."""
    of: Callable[[Any], str]
    """The board on which a match with these options counts."""
    daily: Struct
    """The options of the daily challenge."""
    help: tuple[type[Struct], ...] = ()
    """The actions that are help: a match in which one of them was accepted is not ranked."""
    goal: bool = False
    """Whether a match can be lost: there is a goal, and not only points. The boards are then listed from the easiest to
    the hardest."""


@dataclass(frozen=True)
class PageFolder:
    """The folder in which a package keeps its game's page. The pages of this repository's games are in the client."""

    package: str
    """The package's name as it is imported: ``my_nim``."""
    folder: str = "page"
    """The folder's path inside the package."""


@dataclass(frozen=True, eq=False)
class Kit:
    """A game and all that belongs to it: what a package registers under the entry point group ``parlour.games``."""

    game: AnyGame
    title: Words
    summary: Words
    """The game in one sentence."""
    text: Text
    page: PageFolder | None = None
    """The page in the browser of a game of another package; without one it is played in the terminal."""
    names: Mapping[str, Words] = field(default_factory=dict)
    """The labels of options, their values and boards, by ``mode``, ``classic``, or ``turn_seconds.0`` where the value
    alone says too little. What has no label here is shown as it is written."""
    seeded: bool = True
    """Whether the seed changes anything. If not, none is shown to people or asked for; logs have one all the same, and
    programs may set it."""
    suggested: Mapping[str, Sequence[int | float]] = field(default_factory=dict)
    """Numbers to offer for options that are numbers."""
    quick_start: QuickStart | None = None
    """What one click starts. None stands for the fewest seats: the first for the person who clicks, the others for the
    bot of the middle level (`middle_level`), or free without bots."""
    formats: tuple[Format, ...] = ()
    bots: tuple[Bot, ...] = ()
    """From the weakest to the strongest."""
    solver: Solver | None = None
    evaluator: Evaluator | None = None
    analyst: Analyst | None = None
    levels: LevelMaker | None = None
    boards: Boards | None = None
    """None for a solo game without ranking. Games for several players are rated instead."""
    scoring: Scoring = POINTS
    """How scores are shown to people; as points unless the game says otherwise."""
    adviser: Adviser | None = None
    ready: str = "Press Enter to begin."
    """The line that a terminal shows while a match waits for its player to be ready."""
    hand_ms: Mapping[type[Struct], int] = field(default_factory=dict)
    """The least time that a hand needs for an action, by its type, in milliseconds; ``pace.HAND_MS`` (a tap) for the
    others."""
    hides_nothing: bool = False
    """Whether all seats and spectators see the same. Then one view is made for all."""
    travels: bool = True
    """Whether its Python can run in a browser, where there is Parlour, msgspec and the standard library; if not, it is
    played at the hub only."""
    shows_all: bool = False
    """Whether a view tells all that the seed decides, solutions too: a match that is played alone against a time limit
    can then go on at home when the connection is lost, though it counts."""
    warm_rules: Callable[[], None] = lambda: None
    """Compiles what the rules need, so that nobody waits at the first move or the first verdict."""
    warm_engine: Callable[[], None] = lambda: None
    """Compiles what bots, solver, evaluation and analysis need."""

    @cached_property
    def help(self) -> tuple[type[Struct], ...]:
        """The actions that are help, or ask for it."""
        asking = () if self.adviser is None else (type(self.adviser.asking),)
        return (*asking, *(() if self.boards is None else self.boards.help))

    @property
    def middle_level(self) -> str | None:
        """The level of whoever sits down where nobody said which bot: neither the weakest nor the strongest, of two in
        the middle the weaker, whom a newcomer can beat. None in a game without bots."""
        return self.bots[(len(self.bots) - 1) // 2].level if self.bots else None

    def board_of(self, options: Any, seats: int) -> str:
        """The name of a match's board: one of the game's own, or how many play."""
        if self.boards is not None:
            return self.boards.of(options)
        return "solo" if seats == 1 else players_board(seats)


def players_board(seats: int) -> str:
    """The name of the board of matches of so many players, in a game without boards of its own."""
    return f"{seats}-players"
