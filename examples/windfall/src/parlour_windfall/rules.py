"""The rules of Windfall.

A wall of 12 rows × 10 columns of fruit, of three to five kinds. A pick takes two or more of one kind that touch by a
side; n of them score n·(n-1). What hangs above falls down, then empty columns close up to the left. An empty wall
scores 500 more. The game ends when no two of a kind touch, or when its player finishes it.
"""

from collections.abc import Iterator, Sequence
from typing import Literal, TypeAlias

from msgspec import Struct, structs

from parlour.core.errors import IllegalAction
from parlour.core.game import FINISHED, Outcome, Seat, require_turn
from parlour.core.mulberry32 import below, mulberry32

ROWS = 12
COLS = 10
CLEARED = 500
FEWEST = 2
"""That can be picked at once."""
KINDS = {"easy": 3, "classic": 4, "hard": 5}
NOTHING = "."

Column: TypeAlias = str
"""What hangs in a column from the ground up, a digit for each."""


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    wall: Literal["easy", "classic", "hard"] = "classic"


class Pick(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="pick"):
    """One of those that are picked; row 0 is the highest."""

    row: int
    col: int


class Ask(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="ask"):
    """Ask for a hint. The wall stays as it is; that it was asked for stays known."""


Action: TypeAlias = Pick | Ask
Cell: TypeAlias = tuple[int, int]
"""Column and height above the ground."""


class State(Struct, frozen=True):
    columns: tuple[Column, ...]
    score: int = 0
    asked: int = 0
    finished: bool = False


class View(Struct, frozen=True):
    rows: tuple[str, ...]
    """From the highest down; a digit for a kind, a dot for nothing."""
    asked: int


class Windfall:
    """Pick what hangs together."""

    id = "windfall"
    rules_version = 1
    seats = range(1, 2)
    options = Options
    actions: tuple[type[Action], ...] = (Pick, Ask)
    time_counts = False

    def settled(self, options: Options, seed: int) -> Options:
        return options

    def start(self, options: Options, seed: int, seats: int) -> State:
        numbers, kinds = mulberry32(seed), KINDS[options.wall]
        return State(tuple("".join(str(below(next(numbers), kinds)) for _ in range(ROWS)) for _ in range(COLS)))

    def to_move(self, state: State) -> tuple[Seat, ...]:
        return () if state.finished or not can_pick(state.columns) else (0,)

    def deadline(self, state: State) -> int | None:
        return None

    def time_up(self, state: State, at_ms: int) -> State:
        raise AssertionError("no time limit runs")

    def finish(self, state: State, at_ms: int) -> State:
        return structs.replace(state, finished=True)

    def legal_actions(self, state: State, seat: Seat) -> Sequence[Action]:
        if seat not in self.to_move(state):
            return []
        return [*(pick_at(min(group)) for group in groups(state.columns)), Ask()]

    def apply(self, state: State, seat: Seat, action: Action, at_ms: int) -> State:
        require_turn(self, state, seat)
        if isinstance(action, Ask):
            return structs.replace(state, asked=state.asked + 1)
        cell = (action.col, ROWS - 1 - action.row)
        if kind_at(state.columns, cell) is None:
            raise IllegalAction("nothing-there")
        group = group_at(state.columns, cell)
        if len(group) < FEWEST:
            raise IllegalAction("alone")
        columns = without(state.columns, group)
        return structs.replace(state, columns=columns, score=state.score + worth(len(group), columns))

    def scores(self, state: State) -> tuple[int, ...]:
        return (state.score,)

    def outcome(self, state: State) -> Outcome | None:
        if self.to_move(state):
            return None
        reason = FINISHED if state.finished else "nothing-touches" if state.columns else "cleared"
        return Outcome(reason, self.scores(state), (0,))

    def view(self, state: State, seat: Seat | None) -> View:
        heights = range(ROWS - 1, -1, -1)
        cells = ([kind_at(state.columns, (col, height)) or NOTHING for col in range(COLS)] for height in heights)
        return View(tuple("".join(row) for row in cells), state.asked)


def kind_at(columns: Sequence[Column], cell: Cell) -> str | None:
    """What hangs in a cell, if anything does."""
    col, height = cell
    return columns[col][height] if 0 <= col < len(columns) and 0 <= height < len(columns[col]) else None


def beside(cell: Cell) -> tuple[Cell, ...]:
    """The cells that touch it by a side."""
    col, height = cell
    return (col + 1, height), (col, height + 1), (col - 1, height), (col, height - 1)


def group_at(columns: Sequence[Column], cell: Cell) -> frozenset[Cell]:
    """All of its kind that hang together with it."""
    kind, found, left = kind_at(columns, cell), {cell}, [cell]
    while left:
        for other in beside(left.pop()):
            if other not in found and kind_at(columns, other) == kind:
                found.add(other)
                left.append(other)
    return frozenset(found)


def groups(columns: Sequence[Column]) -> Iterator[frozenset[Cell]]:
    """Whatever can be picked."""
    seen: set[Cell] = set()
    for col, column in enumerate(columns):
        for height in range(len(column)):
            if (col, height) in seen:
                continue
            group = group_at(columns, (col, height))
            seen |= group
            if len(group) >= FEWEST:
                yield group


def can_pick(columns: Sequence[Column]) -> bool:
    """Whether any two of a kind touch."""
    cells = [(col, height) for col, column in enumerate(columns) for height in range(len(column))]
    return any(kind_at(columns, cell) == kind_at(columns, other) for cell in cells for other in beside(cell)[:2])


def without(columns: Sequence[Column], group: frozenset[Cell]) -> tuple[Column, ...]:
    """The wall after a group was picked."""
    left = (
        "".join(kind for height, kind in enumerate(column) if (col, height) not in group)
        for col, column in enumerate(columns)
    )
    return tuple(column for column in left if column)


def worth(count: int, columns: Sequence[Column]) -> int:
    """The points for so many at once, with what is left after them."""
    return count * (count - 1) + (0 if columns else CLEARED)


def pick_at(cell: Cell) -> Pick:
    """The action that picks there."""
    col, height = cell
    return Pick(ROWS - 1 - height, col)
