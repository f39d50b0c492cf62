"""The rules of Ten Exorcism.

A board of 17 rows × 10 columns of ghosts with powers 1 to 9. A selection is a rectangle; it clears its ghosts if and
only if their powers sum to exactly ten, and scores one point for each. Nothing falls, nothing is refilled. Whoever asks
for advice is counted. The game ends when no rectangle is left, in ``classic`` when its two minutes are over, or when
its player finishes it, which counts as if time were up.
"""

from collections.abc import Sequence
from itertools import islice
from typing import Annotated, Literal, NamedTuple, TypeAlias

from msgspec import Meta, Struct, structs

from parlour.core.errors import IllegalAction
from parlour.core.game import FINISHED, Outcome, Seat, require_turn
from parlour.core.mulberry32 import below, mulberry32

ROWS = 17
COLS = 10
TEN = 10
MOST_RECTANGLES = ROWS * (ROWS + 1) // 2 * COLS * (COLS + 1) // 2
"""That a board has, of whatever sum."""
CLASSIC_MS = 120_000

EMPTY = 0
"""The power of a cell without a ghost."""

Coordinate: TypeAlias = Annotated[int, Meta(ge=-(2**31), le=2**31)]
"""A drag may begin or end outside the board."""


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """How to play."""

    mode: Literal["classic", "endless"] = "classic"
    """``classic`` ends after 120 seconds, ``endless`` only when no rectangle is left."""


class Select(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="select"):
    """A rectangle by two opposite corners, in any order, as it was dragged."""

    r0: Coordinate
    c0: Coordinate
    r1: Coordinate
    c1: Coordinate


class Ask(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="ask"):
    """Ask for advice. The board stays as it is; that it was asked for stays known."""


Action: TypeAlias = Select | Ask


class Rectangle(NamedTuple):
    """A rectangle on the board; all four sides belong to it."""

    top: int
    left: int
    bottom: int
    right: int


class State(Struct, frozen=True):
    """The board and what came of it."""

    board: bytes
    """170 powers, row by row; EMPTY where a ghost was."""
    score: int
    limit_ms: int | None
    ended: str | None
    """The reason, once the game is over."""
    hints: int = 0
    """How often advice was asked for."""


class View(Struct, frozen=True):
    """All there is to see; nothing is hidden from anybody."""

    board: tuple[tuple[int, ...], ...]
    """17 rows of 10 powers, 0 for an empty cell."""
    score: int
    ghosts: int
    """How many are left."""
    limit_ms: int | None
    """When time is up, in milliseconds since play began; None without a limit."""
    ended: str | None
    hints: int
    """How often advice was asked for."""


def board_from_seed(seed: int) -> bytes:
    """170 powers from 1 to 9, row by row: the same numbers as the specification's own program."""
    return bytes(below(number, 9) + 1 for number in islice(mulberry32(seed), ROWS * COLS))


def rectangle_of(selection: Select) -> Rectangle:
    """The corners put in order and brought onto the board."""
    top, bottom = sorted((_clamp(selection.r0, ROWS), _clamp(selection.r1, ROWS)))
    left, right = sorted((_clamp(selection.c0, COLS), _clamp(selection.c1, COLS)))
    return Rectangle(top, left, bottom, right)


def powers_in(board: bytes, rectangle: Rectangle) -> bytes:
    """The powers inside, row by row."""
    top, left, bottom, right = rectangle
    return b"".join(board[row * COLS + left : row * COLS + right + 1] for row in range(top, bottom + 1))


def exorcise(board: bytes, rectangle: Rectangle) -> bytes:
    """The board with every cell of the rectangle empty."""
    top, left, bottom, right = rectangle
    cleared = bytearray(board)
    for row in range(top, bottom + 1):
        cleared[row * COLS + left : row * COLS + right + 1] = bytes(right - left + 1)
    return bytes(cleared)


def ghosts_in(powers: bytes) -> int:
    """How many cells hold a ghost."""
    return len(powers) - powers.count(EMPTY)


def has_rectangle(board: bytes) -> bool:
    """Whether any rectangle sums to ten."""
    from parlour.games.ten_exorcism.compiled import any_rectangle

    return any_rectangle(board)


def rectangles(board: bytes) -> list[Rectangle]:
    """Every rectangle that sums to ten, from the top left; those with empty edges too."""
    from parlour.games.ten_exorcism.compiled import all_rectangles

    found = bytearray(MOST_RECTANGLES * 4)
    count = all_rectangles(board, found)
    return [Rectangle(*found[at : at + 4]) for at in range(0, count * 4, 4)]


class TenExorcism:
    """The game as the contract wants it."""

    id = "ten-exorcism"
    rules_version = 1
    seats = range(1, 2)
    options = Options
    actions: tuple[type[Action], ...] = (Select, Ask)
    time_counts = False

    def settled(self, options: Options, seed: int) -> Options:
        return options

    def start(self, options: Options, seed: int, seats: int) -> State:
        board = board_from_seed(seed)
        limit = CLASSIC_MS if options.mode == "classic" else None
        return State(board, 0, limit, _ended(board))

    def to_move(self, state: State) -> tuple[Seat, ...]:
        return (0,) if state.ended is None else ()

    def deadline(self, state: State) -> int | None:
        return state.limit_ms if state.ended is None else None

    def time_up(self, state: State, at_ms: int) -> State:
        return structs.replace(state, ended="time-up")

    def unlimited(self, options: Options) -> Options:
        return structs.replace(options, mode="endless")

    def finish(self, state: State, at_ms: int) -> State:
        return structs.replace(state, ended=FINISHED)

    def legal_actions(self, state: State, seat: Seat) -> Sequence[Action]:
        if seat not in self.to_move(state):
            return []
        return [*(Select(*rectangle) for rectangle in rectangles(state.board)), Ask()]

    def apply(self, state: State, seat: Seat, action: Action, at_ms: int) -> State:
        require_turn(self, state, seat)
        if isinstance(action, Ask):
            return structs.replace(state, hints=state.hints + 1)
        rectangle = rectangle_of(action)
        powers = powers_in(state.board, rectangle)
        if sum(powers) != TEN:
            raise IllegalAction("sum-not-ten", {"sum": sum(powers)})
        board = exorcise(state.board, rectangle)
        return structs.replace(state, board=board, score=state.score + ghosts_in(powers), ended=_ended(board))

    def scores(self, state: State) -> tuple[int, ...]:
        return (state.score,)

    def outcome(self, state: State) -> Outcome | None:
        return None if state.ended is None else Outcome(state.ended, (state.score,), (0,))

    def view(self, state: State, seat: Seat | None) -> View:
        rows = tuple(tuple(state.board[row * COLS : (row + 1) * COLS]) for row in range(ROWS))
        return View(rows, state.score, ghosts_in(state.board), state.limit_ms, state.ended, state.hints)


def _clamp(coordinate: int, size: int) -> int:
    return min(max(coordinate, 0), size - 1)


def _ended(board: bytes) -> str | None:
    return None if has_rectangle(board) else "no-rectangle-left"
