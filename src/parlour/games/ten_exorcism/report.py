"""An analysis in words."""

from typing import TYPE_CHECKING

from parlour.games.ten_exorcism.rules import Rectangle, Select
from parlour.games.ten_exorcism.text import TenExorcismText

if TYPE_CHECKING:
    from parlour.games.ten_exorcism.analyst import Analysis, Move


def report(analysis: "Analysis") -> str:
    """As Rich markup that reads without its colours."""
    lines = [_title(analysis), "[dim]→ is the best final score found from there on.[/dim]", ""]
    lines += [_move_line(move) for move in analysis.moves]
    lines += ["", *_summary(analysis)]
    return "\n".join(lines)


def _title(analysis: "Analysis") -> str:
    state = "over" if analysis.complete else "unfinished"
    refused = f", {analysis.refused} refused actions" if analysis.refused else ""
    hints = f", {analysis.hints} hints" if analysis.hints else ""
    moves = len(analysis.moves)
    return f"[bold]Ten Exorcism[/bold], {state} at {analysis.score} after {moves} moves{refused}{hints}"


def _move_line(move: "Move") -> str:
    words = [f"{move.number:>3}  {move.at_ms / 1000:>6.1f} s  [bold]{_name(move.rectangle)}[/bold]  +{move.freed}"]
    words.append(f"{move.score:>3} [dim]→ {move.after}[/dim]")
    if move.cost:
        words.append(f"[red]cost {move.cost}[/red]")
    if move.decisive:
        words.append("[bold yellow]◆ decisive[/bold yellow]")
    return "  ".join(words)


def _summary(analysis: "Analysis") -> list[str]:
    part = f", {analysis.score / analysis.best:.0%} of it" if analysis.best else ""
    lines = [f"Best line found: {analysis.best} of at most {analysis.bound}; played: {analysis.score}{part}."]
    if analysis.left:
        lines.append(f"{analysis.left} more could have been freed when it ended.")
    if analysis.decisive:
        lines.append(f"Decisive: {', '.join(f'move {number}' for number in analysis.decisive)}.")
    lines.append("The best line: " + "  ".join(map(_name, analysis.best_line)))
    return lines


def _name(rectangle: Rectangle) -> str:
    return TenExorcismText().write(Select(*rectangle))
