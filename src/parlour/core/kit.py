"""A kit: a game and what stands beside its rules, so that hosts need to know no game by name."""

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
    """How a game looks and is spoken to in a terminal."""

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
    """A JSON of other software's making that sessions of this game come in."""

    name: str
    """Unique among all formats: ``ten-exorcism-v1``."""

    def claims(self, keys: frozenset[str]) -> bool:
        """Whether an object with these keys at its top is meant to be of this format."""
        ...

    def read(self, text: bytes, options: Any) -> AnySession:
        """The session that a replay of it gives, whatever it claims; MalformedInput or SessionRejected if none.

        Options are what the format cannot say; None stands for the most lenient.
        """
        ...

    def replay(self, text: bytes, options: Any) -> Iterator[AnyMatch]:
        """The match step by step, checked against all that the text claims."""
        ...

    def write(self, session: AnySession) -> bytes:
        """The session in this format; reading it again and writing that gives the same bytes."""
        ...

    def judge_many(self, texts: Sequence[bytes], options: Any) -> Sequence[Verdict | None]:
        """The verdict that a replay would give on each text, found faster; None where only a replay can tell.

        Texts of other formats, which are among them, get None.
        """
        ...


@dataclass(frozen=True)
class PositionFormat:
    """How the positions that an evaluator reads are written."""

    flag: str
    """``drawn``: the flag for it on the command line."""
    help: str
    """What to write, in a sentence."""


class Evaluator(Protocol):
    """Says what a position is worth."""

    position: PositionFormat

    def evaluate(self, position: str, seconds: float) -> Struct:
        """The value and the best moves, by the clock; MalformedInput if the text is no position."""
        ...

    def describe(self, evaluation: Any) -> str:
        """The same in words, as Rich markup."""
        ...


class Analyst(Protocol):
    """Says what a session was about, move by move."""

    def analyse(self, session: AnySession, seconds: float, progress: Callable[[float], None]) -> Struct:
        """With so many seconds for each move; progress is told the part that is done, up to 1."""
        ...

    def describe(self, analysis: Any) -> str:
        """The same in words, as Rich markup."""
        ...


class LevelMaker(Protocol):
    """Deals the levels of a game and grades those that others made."""

    level: type[Struct]
    """What a dealt level is."""

    def deal(self, options: Any, seed: int) -> Struct:
        """A level with the proof that it can be done. May take a while; the same options and seed give the same."""
        ...

    def remember(self, level: Any) -> None:
        """Another process has dealt this level: whoever needs it here in the next moments need not deal it again."""
        ...

    def scores_of_opening(self, session: AnySession) -> tuple[int, ...] | None:
        """The scores of a session that says nothing which its level could refute; None if the level must be dealt."""
        ...

    def grade(self, text: bytes) -> tuple[bool, Struct]:
        """Whether a level's proof holds, and what else can be said of it; MalformedInput if the text is no level."""
        ...

    def describe(self, dealt_or_graded: Any) -> str:
        """Either of them in words, as Rich markup."""
        ...


class Adviser(Protocol):
    """Says what to do next to somebody who asks."""

    asking: Struct
    """The action that is logged when advice is asked for, so that a replay tells who had help."""

    def advise(self, state: Any, seat: Seat) -> Struct | None:
        """What that seat could do, seen from after the asking; None when there is nothing to say.

        May take a second; asked from any thread.
        """
        ...


@dataclass(frozen=True)
class Boards:
    """How finished matches of a solo game are ranked: by their score, the higher the better."""

    names: tuple[str, ...]
    """``classic``, ``endless``: in addresses."""
    of: Callable[[Any], str]
    """The board on which a match with these options counts."""
    daily: Struct
    """The options of the daily challenge."""
    help: tuple[type[Struct], ...] = ()
    """Actions that are help: a match in which one of them was accepted does not rank."""
    goal: bool = False
    """Whether a match can be lost: there is something to be done, not only points to be made. The names then go from
    the easiest board to the hardest."""


@dataclass(frozen=True)
class PageFolder:
    """Where a package keeps the files of its game's page. Games of this repository have theirs in the client."""

    package: str
    """``my_nim``: as it is imported."""
    folder: str = "page"
    """Inside the package."""


@dataclass(frozen=True, eq=False)
class Kit:
    """What a package registers for its game under the entry point group ``parlour.games``."""

    game: AnyGame
    title: Words
    summary: Words
    """One sentence."""
    text: Text
    page: PageFolder | None = None
    """Its page in the browser, for a game of another package; a game without any is played in the terminal."""
    names: Mapping[str, Words] = field(default_factory=dict)
    """What options, their values and boards are called: ``mode``, ``classic``, or ``turn_seconds.0`` where the value
    alone says too little. What has no name here is called as it is written."""
    seeded: bool = True
    """Whether the seed changes anything: without that nobody is shown one, or asked for one."""
    suggested: Mapping[str, Sequence[int | float]] = field(default_factory=dict)
    """Numbers to offer for options that are numbers."""
    quick_start: QuickStart | None = None
    """What one click starts; None for the fewest seats, the first mine, the others the middle bot's or, without bots,
    anybody's."""
    formats: tuple[Format, ...] = ()
    bots: tuple[Bot, ...] = ()
    """From the weakest to the strongest."""
    solver: Solver | None = None
    evaluator: Evaluator | None = None
    analyst: Analyst | None = None
    levels: LevelMaker | None = None
    boards: Boards | None = None
    """None for a solo game that is not ranked. Games of several players are rated instead."""
    scoring: Scoring = POINTS
    """What a score means to people; points unless the game says otherwise."""
    adviser: Adviser | None = None
    ready: str = "Press Enter to begin."
    """What a terminal says to whoever a match waits for."""
    hand_ms: Mapping[type[Struct], int] = field(default_factory=dict)
    """What a hand needs at the least for an action of a type, in milliseconds; those left out are a tap's work
    (``pace.HAND_MS``)."""
    hides_nothing: bool = False
    """Whether every seat, and whoever watches, sees the same: then one view is made for all."""
    travels: bool = True
    """Whether its Python can run in a browser, where there is Parlour, msgspec and the standard library; if not, it is
    played at the hub only."""
    shows_all: bool = False
    """Whether a view tells all that the seed decides, solutions too: a match that is played alone against a time limit
    can then go on at home when the connection is lost, though it counts."""
    warm_rules: Callable[[], None] = lambda: None
    """Compiles whatever the rules need, so that nobody waits for the first move or the first verdict."""
    warm_engine: Callable[[], None] = lambda: None
    """Compiles whatever bots, solver, evaluation and analysis need."""

    @cached_property
    def help(self) -> tuple[type[Struct], ...]:
        """Actions that are help or ask for it."""
        asking = () if self.adviser is None else (type(self.adviser.asking),)
        return (*asking, *(() if self.boards is None else self.boards.help))

    def board_of(self, options: Any, seats: int) -> str:
        """The board of a match: the game's own, or how many play."""
        if self.boards is not None:
            return self.boards.of(options)
        return "solo" if seats == 1 else players_board(seats)


def players_board(seats: int) -> str:
    """The board of matches of so many, in a game without boards of its own."""
    return f"{seats}-players"
