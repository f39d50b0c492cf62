"""The rules of Dots and Boxes, for two to four players.

Six by six dots, 60 lines between neighbours, 25 boxes. Players draw one line in turn; whoever draws the fourth side of
a box owns it and draws again. When all boxes are owned, whoever owns most has won, and several may share that.
"""

from collections.abc import Sequence
from operator import itemgetter
from typing import Annotated, TypeAlias

from msgspec import Meta, Struct, structs

from parlour.core.errors import IllegalAction
from parlour.core.game import Outcome, Seat, require_turn

DOTS = 6
SIDE = DOTS - 1
"""Boxes along one side."""
LINES = 2 * DOTS * SIDE
BOXES = SIDE * SIDE

STRIDE = 2 * SIDE + 1
"""Lines are numbered in strips: the five horizontal ones of a row of dots, then the six vertical ones below it."""

Line: TypeAlias = int
"""0..59: ``h`` row, col is row·11 + col; ``v`` row, col is row·11 + 5 + col."""
Coordinate: TypeAlias = Annotated[int, Meta(ge=0, le=DOTS - 1)]


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """How to play."""

    turn_seconds: Annotated[int, Meta(ge=0, le=3600)] = 0
    """Time for each line; 0 for no limit. When it is over, the first line that is left is drawn for the player."""


class Draw(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="draw", gc=False):
    """A line between two dots, in either direction."""

    r0: Coordinate
    c0: Coordinate
    r1: Coordinate
    c1: Coordinate


class State(Struct, frozen=True, gc=False):
    """Who drew each line and who owns each box."""

    lines: tuple[Seat | None, ...]
    boxes: tuple[Seat | None, ...]
    """Row by row."""
    scores: tuple[int, ...]
    """How many boxes each seat owns."""
    free: int
    """How many nobody owns yet."""
    turn: Seat
    last: Line | None
    turn_ms: int
    turn_began: int

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.scores)


class View(Struct, frozen=True, gc=False):
    """All there is to see; nothing is hidden from anybody."""

    h: tuple[tuple[Seat | None, ...], ...]
    """Owners of the horizontal lines: 6 rows of 5."""
    v: tuple[tuple[Seat | None, ...], ...]
    """Owners of the vertical lines: 5 rows of 6."""
    boxes: tuple[tuple[Seat | None, ...], ...]
    """Owners of the boxes: 5 rows of 5."""
    scores: tuple[int, ...]
    turn: Seat | None
    """Whose turn it is; None when the game is over."""
    last: str | None
    """The line drawn last, as ``h00``."""
    winners: tuple[Seat, ...]
    """Empty while the game goes on; several on a tie."""


def line_name(line: Line) -> str:
    """``h00`` to ``h54`` and ``v00`` to ``v45``: orientation, row, column."""
    row, rest = divmod(line, STRIDE)
    return f"h{row}{rest}" if rest < SIDE else f"v{row}{rest - SIDE}"


LINE_NAMES = tuple(line_name(line) for line in range(LINES))
LINE_OF = {name: line for line, name in enumerate(LINE_NAMES)}


def sides_of(box: int) -> tuple[Line, Line, Line, Line]:
    """The lines above, left, right and below."""
    row, col = divmod(box, SIDE)
    top = row * STRIDE + col
    return top, top + SIDE, top + SIDE + 1, top + STRIDE


SIDES_OF = tuple(sides_of(box) for box in range(BOXES))
BOXES_BESIDE = tuple(tuple(box for box in range(BOXES) if line in SIDES_OF[box]) for line in range(LINES))
"""The one or two boxes that each line is a side of."""
_BESIDE = tuple(
    tuple((box, itemgetter(*(side for side in SIDES_OF[box] if side != line))) for box in boxes)
    for line, boxes in enumerate(BOXES_BESIDE)
)
"""The boxes beside each line, each with a getter of its other three sides."""


_h_rows = itemgetter(*(slice(start, start + SIDE) for start in range(0, LINES, STRIDE)))
_v_rows = itemgetter(*(slice(start, start + DOTS) for start in range(SIDE, LINES, STRIDE)))
_box_rows = itemgetter(*(slice(start, start + SIDE) for start in range(0, BOXES, SIDE)))


def dots_of(line: Line) -> Draw:
    """The two dots that a line joins."""
    row, rest = divmod(line, STRIDE)
    if rest < SIDE:
        return Draw(row, rest, row, rest + 1)
    return Draw(row, rest - SIDE, row + 1, rest - SIDE)


DRAWS = tuple(dots_of(line) for line in range(LINES))
"""The action that draws each line."""


LINE_BETWEEN = {
    either: line for line, draw in enumerate(DRAWS) for either in (draw, Draw(draw.r1, draw.c1, draw.r0, draw.c0))
}
"""Lines by the action that draws them, in either direction."""


def line_between(draw: Draw) -> Line:
    """The line between two dots, or IllegalAction if no line can join them."""
    line = LINE_BETWEEN.get(draw)
    if line is not None:
        return line
    on_board = all(0 <= coordinate < DOTS for coordinate in structs.astuple(draw))
    raise IllegalAction("not-adjacent" if on_board else "no-such-dot")


class DotsAndBoxes:
    """The game as the contract wants it. The seed decides nothing: every game starts alike."""

    id = "dots-and-boxes"
    rules_version = 1
    seats = range(2, 5)
    options = Options
    actions: tuple[type[Draw], ...] = (Draw,)

    def settled(self, options: Options, seed: int) -> Options:
        return options

    def start(self, options: Options, seed: int, seats: int) -> State:
        return State((None,) * LINES, (None,) * BOXES, (0,) * seats, BOXES, 0, None, options.turn_seconds * 1000, 0)

    def to_move(self, state: State) -> tuple[Seat, ...]:
        return (state.turn,) if state.free else ()

    def deadline(self, state: State) -> int | None:
        return state.turn_began + state.turn_ms if state.turn_ms and state.free else None

    def time_up(self, state: State, at_ms: int) -> State:
        return self.apply(state, state.turn, dots_of(state.lines.index(None)), at_ms)

    def legal_actions(self, state: State, seat: Seat) -> Sequence[Draw]:
        if seat not in self.to_move(state):
            return []
        return [draw for draw, owner in zip(DRAWS, state.lines, strict=True) if owner is None]

    def apply(self, state: State, seat: Seat, action: Draw, at_ms: int) -> State:
        require_turn(self, state, seat)
        line = line_between(action)
        if state.lines[line] is not None:
            raise IllegalAction("already-drawn", {"owner": state.lines[line] or 0})
        drawn = list(state.lines)
        drawn[line] = seat
        lines = tuple(drawn)
        boxes, won = state.boxes, 0
        for box, others in _BESIDE[line]:
            if None not in others(lines):
                boxes, won = (*boxes[:box], seat, *boxes[box + 1 :]), won + 1
        if not won:
            turn = (seat + 1) % len(state.scores)
            return State(lines, boxes, state.scores, state.free, turn, line, state.turn_ms, at_ms)
        scores = (*state.scores[:seat], state.scores[seat] + won, *state.scores[seat + 1 :])
        return State(lines, boxes, scores, state.free - won, seat, line, state.turn_ms, at_ms)

    def scores(self, state: State) -> tuple[int, ...]:
        return state.scores

    def outcome(self, state: State) -> Outcome | None:
        if state.free:
            return None
        scores = state.scores
        best = max(scores)
        return Outcome("all-boxes-owned", scores, tuple(seat for seat, score in enumerate(scores) if score == best))

    def view(self, state: State, seat: Seat | None) -> View:
        lines, last, outcome = state.lines, state.last, self.outcome(state)
        return View(
            h=_h_rows(lines),
            v=_v_rows(lines),
            boxes=_box_rows(state.boxes),
            scores=state.scores,
            turn=state.turn if outcome is None else None,
            last=None if last is None else LINE_NAMES[last],
            winners=() if outcome is None else outcome.winners,
        )
