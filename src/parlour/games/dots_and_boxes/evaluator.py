"""What a two-player position is worth, as ``parlour evaluate`` asks: the drawn lines by name, in any order."""

import time
from typing import TYPE_CHECKING

from msgspec import Struct

from parlour.core.errors import MalformedInput
from parlour.core.kit import PositionFormat
from parlour.games.dots_and_boxes.rules import LINE_NAMES, LINE_OF, LINES

if TYPE_CHECKING:
    from parlour.games.dots_and_boxes.engine import Engine
    from parlour.games.dots_and_boxes.engine import Evaluation as Known

EXACT_SHARE = 0.8
"""Part of the time for the exact answer; the rest is for an estimate should that fail."""
SEED = 1
LONGEST_NAME = 20
"""How much of a wrong name an error repeats."""


class Evaluation(Struct, frozen=True):
    """The value of a position to the side to move."""

    exact: bool
    """Whether the margin and all best moves are proven."""
    margin: int
    """Boxes the side to move will win minus the other's, from here on; an estimate unless low equals high."""
    low: int
    high: int
    """What is proven: the margin lies between these."""
    best: tuple[str, ...]
    """All best moves; if not exact, the one move that the strongest bot would make. Empty when no line is left."""
    seconds: float
    nodes: int
    """Positions that the exact search looked at."""


class DotsAndBoxesEvaluator:
    """Reads ``h00 v12 …``; an empty text is the start."""

    position = PositionFormat("drawn", "The drawn lines by name, in any order; an empty text is the start.")

    def evaluate(self, position: str, seconds: float) -> Evaluation:
        from parlour.games.dots_and_boxes.engine import shared_engine

        began = time.perf_counter()
        undrawn = read_position(position)
        if undrawn == 0:
            return Evaluation(True, 0, 0, 0, (), 0.0, 0)
        engine = shared_engine()
        known = engine.evaluate(undrawn, seconds * EXACT_SHARE)
        margin, best = known.low, known.best
        if not known.complete:
            margin, line = _estimate(engine, undrawn, known, max(0.0, seconds - known.seconds))
            best = (line,)
        names = tuple(LINE_NAMES[line] for line in best)
        spent = time.perf_counter() - began
        return Evaluation(known.complete, margin, known.low, known.high, names, round(spent, 6), known.nodes)

    def describe(self, evaluation: Evaluation) -> str:
        if not evaluation.best:
            return "nothing is left to draw"
        names = " ".join(evaluation.best)
        effort = f"[dim]{evaluation.seconds:.3g} s, {evaluation.nodes:,} positions[/dim]"
        if evaluation.exact:
            return f"margin [bold]{evaluation.margin:+d}[/bold] for the side to move, proven\nbest: {names}\n{effort}"
        if evaluation.low == evaluation.high:
            return (
                f"margin [bold]{evaluation.margin:+d}[/bold] for the side to move, proven\none way: {names}\n{effort}"
            )
        return (
            f"margin about [bold]{evaluation.margin:+d}[/bold] for the side to move, "
            f"between {evaluation.low:+d} and {evaluation.high:+d}\nperhaps: {names}\n{effort}"
        )


def read_position(text: str) -> int:
    """The undrawn lines of a position that names the drawn ones, or MalformedInput."""
    names = text.lower().split()
    if len(names) > LINES:
        raise MalformedInput(f"{len(names)} lines are too many; the board has {LINES}, name each drawn one once")
    drawn: set[str] = set()
    for name in names:
        if name not in LINE_OF:
            raise MalformedInput(f"{name[:LONGEST_NAME]!r} names no line; write h00 to h54 or v00 to v45")
        if name in drawn:
            raise MalformedInput(f"{name!r} is there twice; name each drawn line once")
        drawn.add(name)
    return sum(1 << line for line, name in enumerate(LINE_NAMES) if name not in drawn)


def _estimate(engine: "Engine", undrawn: int, known: "Known", seconds: float) -> tuple[int, int]:
    """A margin of the right parity within the proven bounds, and a line: proven best if one is known."""
    from parlour.games.dots_and_boxes.tree import Limit

    if known.best:
        return known.low, known.best[0]
    chosen = engine.choose(undrawn, 0, seed=SEED, limit=Limit(seconds=seconds), exact_lines=0)
    steps = round((chosen.margin - known.low) / 2)
    return min(max(known.low + 2 * steps, known.low), known.high), chosen.line
