"""What an analysis of a session says, as values."""

from msgspec import Struct

from parlour.core.scoring import ShownScore
from parlour.games.stackdoku.actions import Action, Place, Remove
from parlour.games.stackdoku.hints.sayings import Saying, Winnable
from parlour.games.stackdoku.levels.level import Difficulty


class Loss(Struct, frozen=True):
    """What an action gave away."""

    certain: bool
    """Whether the level is known to have been winnable before it; if not, an earlier action may have lost it."""
    why: tuple[Saying, ...]
    """Why it cannot be won any more."""
    instead: Place | Remove | None
    """An action after which it still could be won; None when none is known."""
    instead_why: tuple[Saying, ...]
    """What speaks for it."""
    recovered: int | None
    """The number of the undo, rescue or restart after which it could be won again; None if there was none."""


class Move(Struct, frozen=True):
    """One action that was accepted."""

    number: int
    """From 1."""
    entry: int
    """Where it stands in the log, from 0."""
    at_ms: int
    """Since play began."""
    restarts: int
    """How often the level had been restarted before it."""
    action: Action
    before: Winnable
    """Whether the level could be won before it."""
    after: Winnable
    loss: Loss | None
    """Set for a removal or a placement after which it could not be won any more."""


class Analysis(Struct, frozen=True):
    """Everything about one session."""

    game: str
    id: str
    difficulty: Difficulty
    score: int
    shown: ShownScore
    """The score for people."""
    complete: bool
    solved: bool
    refused: int
    """Actions that the rules refused."""
    undos: int
    """Over all tries, as what follows."""
    rescues: int
    restarts: int
    hints: int
    """How often help was asked for."""
    moves: tuple[Move, ...]
    losses: tuple[int, ...]
    """The numbers of the moves that gave the level away, in order."""
    turning_point: int | None
    """The first of them."""
