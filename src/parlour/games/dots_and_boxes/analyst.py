"""What a session of Dots and Boxes was about: the worth of every move, what was given away, where the game turned."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from parlour.core.game import CLOCK, Seat
from parlour.core.progress import Progress, phase_progress
from parlour.core.replay import replay
from parlour.core.session import AnySession
from parlour.games.dots_and_boxes.bots import undrawn_lines
from parlour.games.dots_and_boxes.report import report
from parlour.games.dots_and_boxes.rules import LINE_NAMES, DotsAndBoxes, Line, State

if TYPE_CHECKING:
    from parlour.games.dots_and_boxes.engine import Evaluation

MOST_LINES = 48
"""With more undrawn lines no exact value is sought: none has been found in minutes."""
PATIENCE = 3
"""After so many positions without an exact value, earlier and harder ones are not tried."""
VALUES_PART = 0.8
"""The part of an analysis for two that is done once the values are known."""
FOLLOWED = 4
"""Lines of the better play that are shown for a move."""


class Shape(Struct, frozen=True):
    """Boxes with two undrawn sides that hang together: whoever draws one of these lines offers them all."""

    kind: Literal["chain", "loop"]
    boxes: int
    lines: tuple[str, ...]


class Move(Struct, frozen=True):
    """One line that was drawn. Margins are the mover's, from this move to the end, with best play by both."""

    number: int
    """From 1."""
    entry: int
    """Where it stands in the log, from 0."""
    seat: Seat
    line: str
    by_clock: bool
    """Drawn for the player because the time for the turn was up."""
    boxes: int
    """Completed by this line."""
    offered: int
    """Boxes that the next player could take at once; 0 while the turn goes on."""
    needless: int
    """How many of these another line would have kept back; 0 when a box was there to take instead, see lost."""
    before: int | None = None
    """The margin that was there; None where it is not known exactly, and with more than two players."""
    after: int | None = None
    """The margin that this move kept."""
    lost: int | None = None
    """before minus after."""
    forecast: tuple[int, ...] = ()
    """The final score if both play best after this move, where known."""
    best: tuple[str, ...] = ()
    """All best moves, where known."""
    better: tuple[str, ...] = ()
    """A better move and, where it is known, the best play after it; empty for a move that gave nothing away."""
    chains: tuple[int, ...] = ()
    """Sizes of the chains on the board after this move."""
    loops: tuple[int, ...] = ()


class SafeEnd(Struct, frozen=True):
    """The moment when no line was left that offers nothing: from here on chains and loops are all there is."""

    after: int
    """The number of the move that used the last safe line up; 0 is the start."""
    to_move: Seat
    """Who had to open the first of them."""
    shapes: tuple[Shape, ...]


class Analysis(Struct, frozen=True):
    """Everything about one session."""

    game: str
    id: str
    seats: int
    scores: tuple[int, ...]
    complete: bool
    refused: int
    """Actions that the rules refused."""
    moves: tuple[Move, ...]
    exact_from: int | None
    """The number of the first move from which on every margin is known; None if there is none."""
    lost: tuple[int, ...]
    """Boxes of margin that each seat lost in moves whose worth is known; empty with more than two players."""
    needless: tuple[int, ...]
    """Boxes that each seat offered though another line offered fewer."""
    turning_point: int | None
    """The number of the last known move that gave a won game away."""
    leads_from: int | None
    """The number of the move by which the only leader at the end took the lead for good."""
    safe_end: SafeEnd | None
    shapes: tuple[Shape, ...]
    """The chains and loops on the board as it was left."""


@dataclass(frozen=True, slots=True)
class _Step:
    """One move and the states around it."""

    entry: int
    before: State
    after: State
    by_clock: bool

    @property
    def seat(self) -> Seat:
        return self.before.turn

    @property
    def line(self) -> Line:
        assert self.after.last is not None  # noqa: S101
        return self.after.last


class DotsAndBoxesAnalyst:
    """Looks from the end to the start: late positions are easy, and what they teach helps with the earlier ones."""

    def analyse(self, session: AnySession, seconds: float, progress: Progress) -> Analysis:
        game = DotsAndBoxes()
        matches = list(replay(game, session))
        steps = [
            _Step(index, before.state, after.state, entry.seat == CLOCK)
            for index, (entry, before, after) in enumerate(zip(session.entries, matches, matches[1:], strict=False))
            if entry.refused is None
        ]
        states = [matches[0].state, *(step.after for step in steps)]
        two = session.seats == 2
        begin = VALUES_PART if two else 0.0
        known = _known_values(states, seconds, phase_progress(progress, 0.0, begin)) if two else [None] * len(states)
        moves = _moves(steps, known, seconds, phase_progress(progress, begin, 1.0))
        return Analysis(
            game=game.id,
            id=session.id,
            seats=session.seats,
            scores=game.scores(states[-1]),
            complete=session.complete,
            refused=len(session.entries) - len(steps),
            moves=moves,
            exact_from=_exact_from(moves),
            lost=_by_seat(2, moves, [move.lost or 0 for move in moves]) if two else (),
            needless=_by_seat(session.seats, moves, [move.needless for move in moves]),
            turning_point=_turning_point(steps, moves),
            leads_from=_leads_from(states),
            safe_end=_safe_end(states),
            shapes=_shapes(undrawn_lines(states[-1])),
        )

    def describe(self, analysis: Analysis) -> str:
        return report(analysis)


def _known_values(states: Sequence[State], seconds: float, progress: Progress) -> "list[Evaluation | None]":
    """The exact value of each state of a two-player game, where the time allows."""
    from parlour.games.dots_and_boxes.engine import shared_engine

    found: list[Evaluation | None] = [None] * len(states)
    undrawn = [undrawn_lines(state) for state in states]
    sought = [index for index in reversed(range(len(states))) if undrawn[index].bit_count() <= MOST_LINES]
    failures = 0
    for done, index in enumerate(sought, start=1):
        known = shared_engine().evaluate(undrawn[index], seconds)
        if known.complete:
            found[index] = known
        else:
            failures += 1
        progress(done / len(sought))
        if failures == PATIENCE:
            break
    return found


def _moves(
    steps: Sequence[_Step], known: "Sequence[Evaluation | None]", seconds: float, progress: Progress
) -> tuple[Move, ...]:
    """Every move, with the values of the states before and after it."""
    moves = []
    for number, step in enumerate(steps, start=1):
        moves.append(_move(number, step, known[number - 1 : number + 1], seconds))
        progress(number / len(steps))
    progress(1.0)
    return tuple(moves)


def _move(number: int, step: _Step, known: "Sequence[Evaluation | None]", seconds: float) -> Move:
    from parlour.games.dots_and_boxes.engine import captures_in, least_gifts, offered_by

    undrawn = undrawn_lines(step.before)
    boxes = step.before.free - step.after.free
    offered = 0 if boxes else offered_by(undrawn, step.line)
    least = offered_by(undrawn, least_gifts(undrawn)[0])
    needless = 0 if boxes or captures_in(undrawn) else offered - least
    before, after = known
    kept = None
    if before is not None and after is not None:
        kept = boxes + after.low if boxes else -after.low
    lost = None if before is None or kept is None else before.low - kept
    better: tuple[Line, ...] = ()
    if lost and before is not None:
        better = _best_play(undrawn, before.best[0], seconds)
    elif lost is None and needless:
        better = least_gifts(undrawn)[:1]
    shapes = _shapes(undrawn_lines(step.after))
    return Move(
        number=number,
        entry=step.entry,
        seat=step.seat,
        line=LINE_NAMES[step.line],
        by_clock=step.by_clock,
        boxes=boxes,
        offered=offered,
        needless=needless,
        before=None if before is None else before.low,
        after=kept,
        lost=lost,
        forecast=() if after is None else _forecast(step.after, after.low),
        best=() if before is None else tuple(LINE_NAMES[line] for line in before.best),
        better=tuple(LINE_NAMES[line] for line in better),
        chains=tuple(sorted(shape.boxes for shape in shapes if shape.kind == "chain")),
        loops=tuple(sorted(shape.boxes for shape in shapes if shape.kind == "loop")),
    )


def _best_play(undrawn: int, line: Line, seconds: float) -> tuple[Line, ...]:
    """A line and the best play after it, as far as it is known."""
    from parlour.games.dots_and_boxes.engine import shared_engine

    play = [line]
    undrawn &= ~(1 << line)
    while undrawn and len(play) < FOLLOWED:
        known = shared_engine().evaluate(undrawn, seconds)
        if not known.complete:
            break
        play.append(known.best[0])
        undrawn &= ~(1 << known.best[0])
    return tuple(play)


def _forecast(state: State, margin: int) -> tuple[int, ...]:
    """Of the free boxes the side to move gets margin more than the other."""
    free = state.free
    shares = {state.turn: (free + margin) // 2, 1 - state.turn: (free - margin) // 2}
    return tuple(score + shares[seat] for seat, score in enumerate(DotsAndBoxes().scores(state)))


def _shapes(undrawn: int) -> tuple[Shape, ...]:
    from parlour.games.dots_and_boxes.engine import chains_and_loops, lines_in

    return tuple(
        Shape("loop" if closed else "chain", boxes, tuple(LINE_NAMES[line] for line in lines_in(lines)))
        for closed, boxes, lines in chains_and_loops(undrawn)
    )


def _exact_from(moves: Sequence[Move]) -> int | None:
    first = None
    for move in reversed(moves):
        if move.lost is None:
            break
        first = move.number
    return first


def _by_seat(seats: int, moves: Sequence[Move], boxes: Sequence[int]) -> tuple[int, ...]:
    return tuple(
        sum(count for move, count in zip(moves, boxes, strict=True) if move.seat == seat) for seat in range(seats)
    )


def _turning_point(steps: Sequence[_Step], moves: Sequence[Move]) -> int | None:
    """25 boxes cannot be shared equally by two, so with best play somebody always wins."""
    game = DotsAndBoxes()
    found = None
    for step, move in zip(steps, moves, strict=True):
        if move.before is None or move.after is None:
            continue
        scores = game.scores(step.before)
        lead = scores[move.seat] - scores[1 - move.seat]
        if lead + move.before > 0 > lead + move.after:
            found = move.number
    return found


def _leads_from(states: Sequence[State]) -> int | None:
    scores = [DotsAndBoxes().scores(state) for state in states]
    leader = _only_leader(scores[-1])
    if leader is None:
        return None
    without = [number for number, score in enumerate(scores) if _only_leader(score) != leader]
    return without[-1] + 1


def _only_leader(scores: Sequence[int]) -> Seat | None:
    best = max(scores)
    return scores.index(best) if scores.count(best) == 1 else None


def _safe_end(states: Sequence[State]) -> SafeEnd | None:
    from parlour.games.dots_and_boxes.engine import is_quiet, safe_lines

    for number, state in enumerate(states):
        undrawn = undrawn_lines(state)
        if undrawn and is_quiet(undrawn) and not safe_lines(undrawn):
            return SafeEnd(number, state.turn, _shapes(undrawn))
    return None
