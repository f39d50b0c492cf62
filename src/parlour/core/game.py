"""The contract: what a game must say about itself so that everything else can be built once, for all games.

A game is a pure function from options, a seed and a log of actions to a state. Its rules read no clock, do no I/O and
use no randomness but the seed. The laws that hold beyond these signatures are those of
``parlour.testing``.
"""

from collections.abc import Sequence
from typing import Any, Protocol, TypeAlias, TypeVar, runtime_checkable

from msgspec import Struct

from parlour.core.errors import IllegalAction

Seat: TypeAlias = int
"""0..n-1: who acts."""

CLOCK: Seat = -1
"""Time as a player. Only the host plays it, so that a time limit is an entry of the log and replays like any other."""


class TimeUp(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="time-up"):
    """CLOCK's only action, the same for every game."""


class Ready(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="ready"):
    """What every seat does first in a match that waits, the same for every game; no game's rules see it."""


class Finish(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="finish"):
    """Whoever plays alone ends the game here and now; the same for every game."""


Common: TypeAlias = TimeUp | Ready | Finish
"""The actions that no game has of its own."""
FINISHED = "finished"
"""The reason of an outcome that Finish brought about."""


class Outcome(Struct, frozen=True, forbid_unknown_fields=True):
    """How a game ended."""

    reason: str
    """Stable code: ``no-rectangle-left``, ``time-up``."""
    scores: tuple[int, ...]
    """One for each seat."""
    winners: tuple[Seat, ...]
    """All seats that share the best result; empty when a solo game is lost."""


Options = TypeVar("Options", bound=Struct)
State = TypeVar("State", bound=Struct)
Action = TypeVar("Action", bound=Struct)


class Game(Protocol[Options, State, Action]):
    """The stateless rules of one game."""

    id: str
    """``ten-exorcism``: in addresses, folders and logs."""
    rules_version: int
    """Raised when an old log would replay differently."""
    seats: range
    """How many may play: ``range(1, 2)`` solo, ``range(2, 5)`` two to four."""
    options: type[Options]
    """Every field has a default; defaults and bounds drive menus and command line flags."""
    actions: tuple[type[Action], ...]
    """Structs tagged in the field ``do``, small enough to log each, refused ones too."""

    def settled(self, options: Options, seed: int) -> Options:
        """The options as the log keeps them: with whatever a later version might derive from the seed in another way.

        Settled options settle to themselves. ValueError if they do not go with the seed.
        """
        ...

    def start(self, options: Options, seed: int, seats: int) -> State:
        """The first state, from settled options. Besides settling, the only use of the seed."""
        ...

    def to_move(self, state: State) -> tuple[Seat, ...]:
        """The seats that may act now; empty exactly when the game is over."""
        ...

    def deadline(self, state: State) -> int | None:
        """When time is up, in milliseconds since play began; None while no limit runs."""
        ...

    def time_up(self, state: State, at_ms: int) -> State:
        """The state after CLOCK acted at the deadline."""
        ...

    def legal_actions(self, state: State, seat: Seat) -> Sequence[Action]:
        """What apply accepts from this seat, each in one spelling."""
        ...

    def apply(self, state: State, seat: Seat, action: Action, at_ms: int) -> State:
        """The state after the action, or IllegalAction. Never changes its input."""
        ...

    def scores(self, state: State) -> tuple[int, ...]:
        """The points of each seat so far; at the end, those of the outcome."""
        ...

    def outcome(self, state: State) -> Outcome | None:
        """How it ended, or None while it goes on."""
        ...

    def view(self, state: State, seat: Seat | None) -> Struct:
        """What that seat may see, or a spectator for None, as plain JSON values ready to draw.

        Nothing in it tells the seed: whoever has the seed can have the whole game computed before playing it.
        """
        ...


@runtime_checkable
class SoloGame(Protocol[State]):
    """What a game says besides that can be played alone."""

    time_counts: bool
    """Whether the time that is taken is part of the score: then a match waits for its player, limit or not."""

    def finish(self, state: State, at_ms: int) -> State:
        """The state after its only player ended a game that goes on: over for the reason FINISHED, scores as they are.

        Whether that is won is the game's to say.
        """
        ...


@runtime_checkable
class LimitedGame(Protocol[Options]):
    """What a game says besides whose options can limit the time of somebody who plays alone."""

    def unlimited(self, options: Options) -> Options:
        """The same options without the limit: whatever was played under them replays to the same."""
        ...


AnyGame: TypeAlias = Game[Any, Any, Any]
"""A game whose types are known only at run time."""


def require_turn(game: AnyGame, state: Struct, seat: Seat) -> None:
    """Refuse whoever may not act now. Every game's apply begins with this."""
    to_move = game.to_move(state)
    if seat not in to_move:
        raise IllegalAction("not-your-turn" if to_move else "game-over")
