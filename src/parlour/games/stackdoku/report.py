"""An analysis in words."""

from collections.abc import Iterator

from parlour.games.stackdoku.actions import Place, Remove
from parlour.games.stackdoku.analysis import Analysis, Loss, Move
from parlour.games.stackdoku.hints.text import sentence
from parlour.games.stackdoku.score import clock
from parlour.games.stackdoku.text import StackdokuText

MARKS = {"yes": "[green]✓[/]", "no": "[red]✗[/]", "unknown": "?"}


def report(analysis: Analysis) -> str:
    """As Rich markup that reads without its colours."""
    lines = [_title(analysis), "[dim]✓ it could be won after that, ✗ it could not, ? that is not known.[/dim]", ""]
    for move in analysis.moves:
        lines += _move_lines(move)
    return "\n".join([*lines, "", *_summary(analysis)])


def _title(analysis: Analysis) -> str:
    state = analysis.shown.spoken["en"] if analysis.complete else "unfinished"
    counted = {
        "undo": analysis.undos,
        "rescue": analysis.rescues,
        "restart": analysis.restarts,
        "request for help": analysis.hints,
        "refused action": analysis.refused,
    }
    told = [_many(count, what) for what, count in counted.items() if count]
    return ", ".join([f"[bold]Stackdoku[/bold], {analysis.difficulty}, {state}", *told])


def _many(count: int, what: str) -> str:
    if count == 1:
        return f"1 {what}"
    return f"{count} requests for help" if what.startswith("request") else f"{count} {what}s"


def _move_lines(move: Move) -> Iterator[str]:
    text = StackdokuText().write(move.action)
    played = f"[bold]{text}[/bold]" if isinstance(move.action, Place | Remove) else f"[yellow]{text}[/]"
    yield f"{move.number:>3}  {clock(move.at_ms // 1000):>7}  {MARKS[move.after]}  {played}"
    if move.loss is not None:
        yield from (f"{'':17}{line}" for line in _loss_lines(move.loss))


def _loss_lines(loss: Loss) -> Iterator[str]:
    when = "From here on" if loss.certain else "From here on at the latest"
    yield f"[red]{when} it could not be won.[/] {' '.join(map(sentence, loss.why))}"
    if loss.instead is not None:
        yield f"Better: [bold]{StackdokuText().write(loss.instead)}[/bold]. {' '.join(map(sentence, loss.instead_why))}"
    if loss.recovered is not None:
        yield f"[dim]It could be won again after move {loss.recovered}.[/dim]"


def _summary(analysis: Analysis) -> list[str]:
    if analysis.turning_point is None:
        return ["It could be won all the time." if _always(analysis) else "No action is known to have given it away."]
    others = analysis.losses[1:]
    lines = [f"The first action after which it could not be won: move {analysis.turning_point}."]
    if others:
        lines.append(f"When it could be won again, it was given away by: {', '.join(f'move {n}' for n in others)}.")
    return lines


def _always(analysis: Analysis) -> bool:
    return all(move.after == "yes" for move in analysis.moves)
