"""An analysis in words."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from parlour.games.dots_and_boxes.analyst import Analysis, Move, SafeEnd

LONG = 3
"""From so many boxes on a chain can be given back in part, which is what controls the endgame."""


def report(analysis: "Analysis") -> str:
    """As Rich markup that reads without its colours."""
    lines = [_title(analysis)]
    if any(move.forecast for move in analysis.moves):
        lines.append("[dim]→ is the final score with best play from there on.[/dim]")
    lines.append("")
    lines += [_move_line(move, analysis.turning_point) for move in analysis.moves]
    lines += ["", *_summary(analysis)]
    return "\n".join(lines)


def _title(analysis: "Analysis") -> str:
    scores = " to ".join(map(str, analysis.scores))
    state = "over" if analysis.complete else "unfinished"
    refused = f", {analysis.refused} refused actions" if analysis.refused else ""
    return f"[bold]Dots and Boxes[/bold], {state} at {scores} after {len(analysis.moves)} moves{refused}"


def _move_line(move: "Move", turning_point: int | None) -> str:
    words = [f"{move.number:>3}  {_who(move.seat)}  [bold]{move.line}[/bold]"]
    if move.boxes:
        words.append(f"+{move.boxes}")
    if move.forecast:
        words.append(f"[dim]→ {':'.join(map(str, move.forecast))}[/dim]")
    if move.lost:
        words.append(f"[red]lost {move.lost}[/red], better: {_few(move.best)}")
    if move.offered:
        words.append(f"offers {move.offered}" + (f" ({move.needless} needlessly)" if move.needless else ""))
    if move.by_clock:
        words.append("by the clock")
    if move.number == turning_point:
        words.append("[bold yellow]◆ turning point[/bold yellow]")
    return "  ".join(words)


def _summary(analysis: "Analysis") -> list[str]:
    lines = []
    if analysis.safe_end is not None:
        lines.append(_end_of_safety(analysis.safe_end))
    if analysis.exact_from is not None:
        lines.append(f"Exact from move {analysis.exact_from} on. " + _mistakes(analysis))
    lines.append(_each("offered", "boxes needlessly", analysis.needless))
    if analysis.turning_point is not None:
        lines.append(f"Turning point: move {analysis.turning_point} gave a won game away.")
    elif analysis.exact_from is not None:
        lines.append(f"Whoever was winning at move {analysis.exact_from} never gave it away.")
    if analysis.leads_from is not None:
        seat = max(range(analysis.seats), key=lambda seat: analysis.scores[seat])
        lines.append(f"{_who(seat).capitalize()} leads from move {analysis.leads_from} on.")
    return lines


def _end_of_safety(end: "SafeEnd") -> str:
    chains = sorted(shape.boxes for shape in end.shapes if shape.kind == "chain")
    loops = sorted(shape.boxes for shape in end.shapes if shape.kind == "loop")
    shapes = [f"chains of {_listed(chains)}"] * bool(chains) + [f"loops of {_listed(loops)}"] * bool(loops)
    long = sum(boxes >= LONG for boxes in chains)
    return (
        f"Safe lines ended after move {end.after} with {' and '.join(shapes)} ({long} long); "
        f"{_who(end.to_move)} had to open the first."
    )


def _mistakes(analysis: "Analysis") -> str:
    """How many, and the costliest. They do not add up: what one loses, the other's next one gives back."""
    texts = []
    for seat in range(len(analysis.lost)):
        costs = [move.lost for move in analysis.moves if move.seat == seat and move.lost]
        worst = f", the costliest {_boxes(max(costs))} of margin" if costs else ""
        texts.append(f"{_who(seat)} made {len(costs)} mistake{'' if len(costs) == 1 else 's'}{worst}")
    text = "; ".join(texts)
    return f"{text[0].upper()}{text[1:]}."


def _boxes(count: int) -> str:
    return f"{count} box{'' if count == 1 else 'es'}"


def _each(verb: str, what: str, counts: Sequence[int]) -> str:
    text = ", ".join(f"{_who(seat)} {verb} {count}" for seat, count in enumerate(counts))
    return f"{text[0].upper()}{text[1:]} {what}."


def _listed(sizes: Sequence[int]) -> str:
    return ", ".join(map(str, sizes))


def _few(names: Sequence[str], most: int = 4) -> str:
    return " ".join(names[:most]) + (f" and {len(names) - most} more" if len(names) > most else "")


def _who(seat: int) -> str:
    return f"player {seat + 1}"
