"""The contract that every game's rules fulfil, so that everything else is built once, for all games.

A game is a pure function from options, a seed and a log of actions to a state. Its rules read no clock, do no I/O and
use no randomness but the seed. The laws that hold beyond these signatures are those of
``parlour.testing``.
"""

from collections.abc import Sequence
from typing import Any, Protocol, TypeAlias, TypeVar, runtime_checkable

from msgspec import Struct

from parlour.core.errors import IllegalAction

Seat: TypeAlias = int
"""The number of the seat that acts, 0..n-1."""

CLOCK: Seat = -1
"""The seat of time itself. Only the host plays it, so that a time limit is an entry of the log and is replayed like any
other."""


class TimeUp(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="time-up"):
    """The only action of CLOCK, the same for every game."""


class Ready(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="ready"):
    """The first action of every seat in a match that waits, the same for every game. No game's rules see it."""


class Finish(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="finish"):
    """The action by which the only player ends the game, the same for every game."""


Common: TypeAlias = TimeUp | Ready | Finish
"""The actions that belong to every match and to no game's rules."""
FINISHED = "finished"
"""The reason of the outcome after Finish."""


class Outcome(Struct, frozen=True, forbid_unknown_fields=True):
    """How a game ended."""

    reason: str
    """Stable code: ``no-rectangle-left``, ``time-up``."""
    scores: tuple[int, ...]
    """One for each seat."""
    winners: tuple[Seat, ...]
    """The seats that share the best result; empty when a solo game is lost."""


Options = TypeVar("Options", bound=Struct)
State = TypeVar("State", bound=Struct)
Action = TypeVar("Action", bound=Struct)


class Game(Protocol[Options, State, Action]):
    """The stateless rules of one game."""

    id: str
    """The game's name in addresses, folders and logs: ``ten-exorcism``."""
    rules_version: int
    """Increased when an old log would replay differently."""
    seats: range
    """How many people may play: ``range(1, 2)`` for one, ``range(2, 5)`` for two to four."""
    options: type[Options]
    """The type of the options. Every field has a default; menus and command line flags are made from defaults and
    bounds."""
    actions: tuple[type[Action], ...]
    """The types of the game's actions: structs tagged in the field ``do``, small enough to be logged, refused ones
    too."""

    def settled(self, options: Options, seed: int) -> Options:
        """The options as the log keeps them, with all that a later version could derive from the seed differently (a
        level).

        Settled options stay as they are. ValueError if they do not fit the seed.
        """
        ...

    def start(self, options: Options, seed: int, seats: int) -> State:
        """The first state, from settled options. Nothing but this and `settled` uses the seed."""
        ...

    def to_move(self, state: State) -> tuple[Seat, ...]:
        """The seats that may act now; empty exactly when the game is over."""
        ...

    def deadline(self, state: State) -> int | None:
        """The moment at which time is up, in milliseconds since play began; None while no limit runs."""
        ...

    def time_up(self, state: State, at_ms: int) -> State:
        """The state after CLOCK acted at the deadline."""
        ...

    def legal_actions(self, state: State, seat: Seat) -> Sequence[Action]:
        """The actions that `apply` accepts from this seat, each in one spelling."""
        ...

    def apply(self, state: State, seat: Seat, action: Action, at_ms: int) -> State:
        """The state after the action, or IllegalAction. Never changes its input."""
        ...

    def scores(self, state: State) -> tuple[int, ...]:
        """The points of each seat so far; at the end, those of the outcome."""
        ...

    def outcome(self, state: State) -> Outcome | None:
        """The outcome of the game, or None while it goes on."""
        ...

    def view(self, state: State, seat: Seat | None) -> Struct:
        """All that a seat may see (a spectator, for None), as plain JSON values that are ready to draw.

        A view must not reveal the seed: with it, the whole game could be computed before it is played.
        """
        ...


@runtime_checkable
class SoloGame(Protocol[State]):
    """A game that can be played alone."""

    time_counts: bool
    """Whether the score depends on the time taken. Then a match waits for its player to be ready, limit or not."""

    def finish(self, state: State, at_ms: int) -> State:
        """The state after the only player ended the game: over, with the reason FINISHED and the scores as they are.

        The game decides whether that is a win.
        """
        ...


@runtime_checkable
class LimitedGame(Protocol[Options]):
    """A game with an option that limits the time of its only player."""

    def unlimited(self, options: Options) -> Options:
        """The options without the limit. What was played with the limit replays to the same state without it."""
        ...


AnyGame: TypeAlias = Game[Any, Any, Any]
"""A game of which the types are known at run time only."""


def require_turn(game: AnyGame, state: Struct, seat: Seat) -> None:
    """IllegalAction if a seat may not act now. Every game's `apply` begins with this."""
    to_move = game.to_move(state)
    if seat not in to_move:
        raise IllegalAction("not-your-turn" if to_move else "game-over")
