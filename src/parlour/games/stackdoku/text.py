"""Stackdoku in a terminal: the stack from above, the tray, the grid."""

import re
from collections.abc import Iterator

from parlour.core.errors import MalformedInput
from parlour.games.stackdoku.actions import Action, AskHint, AskWinnable, Place, Remove, Rescue, Restart, Undo
from parlour.games.stackdoku.hints.text import sentence
from parlour.games.stackdoku.position import TRAY
from parlour.games.stackdoku.rules import View

WORDS: dict[str, Action] = {
    "undo": Undo(),
    "rescue": Rescue(),
    "restart": Restart(),
    "hint": AskHint(),
    "winnable": AskWinnable(),
}
PAIR = re.compile(r"([0-9]{1,2}) +([0-9]{1,2})")
PLACE = re.compile(r"([1-9]) *r([1-9])c([1-9])")
BLOCKED = {
    "stuck": "Stuck: the tray has no room and no token fits.",
    "dead-end": "Dead end: no free pair is left and no token fits.",
}


class StackdokuText:
    """``12 31`` takes a pair of tiles, ``5 r4c7`` places a token."""

    how = (
        "Take two free tiles with the same number by their ids: [bold]12 31[/bold]. Each pair gives two tokens;\n"
        "the tray holds five. Place a token in row 4, column 7: [bold]5 r4c7[/bold]. Also: [bold]undo[/bold],\n"
        "[bold]hint[/bold] (asked again it says more), [bold]winnable[/bold], [bold]restart[/bold], and, when\n"
        "blocked without an undo, [bold]rescue[/bold]."
    )

    def draw(self, view: View) -> str:
        status = (
            f"  tray {' '.join(map(str, view.tray)) or '-'} ({len(view.tray)} of {TRAY})   "
            f"lives {'♥' * view.lives or '-'}   undos {view.undos}   actions {view.actions}"
        )
        return "\n".join([*_stack(view), *_grid(view), status, *_notes(view)])

    def read(self, line: str) -> Action:
        said = " ".join(line.split()).lower()
        if said in WORDS:
            return WORDS[said]
        if found := PAIR.fullmatch(said):
            return Remove(int(found[1]), int(found[2]))
        if found := PLACE.fullmatch(said):
            return Place(int(found[1]), int(found[2]) - 1, int(found[3]) - 1)
        words = ", ".join(WORDS)
        raise MalformedInput(
            f"{said[:40]!r} is nothing to do; write two tile ids (12 31), a placement (5 r4c7), or one of {words}"
        )

    def write(self, action: Action) -> str:
        match action:
            case Remove():
                return f"{action.a} {action.b}"
            case Place():
                return f"{action.digit} r{action.row + 1}c{action.col + 1}"
            case _:
                return next(word for word, meant in WORDS.items() if meant == action)


def _stack(view: View) -> Iterator[str]:
    """The topmost tile of every place: its number, and its id if it is free."""
    if not view.tiles:
        yield "  the stack is cleared"
        return
    width = max(tile.x for tile in view.tiles) + 2
    rows = [["   "] * width for _ in range(max(tile.y for tile in view.tiles) + 2)]
    for tile in sorted(view.tiles, key=lambda tile: tile.z):
        face = f"{tile.digit}{'·' if tile.free else ' '}{tile.id if tile.free else ''}"
        style = "bold green" if tile.free else "dim"
        upper, lower = f"┌{'^' * tile.z:─<5}", f"└{face:<5}"
        for dy, text in enumerate((upper, lower)):
            rows[tile.y + dy][tile.x] = f"[{style}]{text[:3]}[/]"
            rows[tile.y + dy][tile.x + 1] = f"[{style}]{text[3:]}[/]"
    for row in rows:
        yield "  " + "".join(row)
    yield "  [dim]number · id of a free tile; ^ for each layer below it[/dim]"


def _grid(view: View) -> Iterator[str]:
    yield "      1 2 3   4 5 6   7 8 9"
    for row in range(9):
        if row % 3 == 0:
            yield "    ┌───────┬───────┬───────┐" if row == 0 else "    ├───────┼───────┼───────┤"
        cells = [_cell(view, 9 * row + col) for col in range(9)]
        yield f"  {row + 1} │ " + " │ ".join(" ".join(cells[col : col + 3]) for col in (0, 3, 6)) + " │"
    yield "    └───────┴───────┴───────┘"


def _cell(view: View, cell: int) -> str:
    digit = view.grid[cell]
    if digit == ".":
        return "[dim]·[/dim]"
    return digit if view.givens[cell] != "." else f"[bold cyan]{digit}[/]"


def _notes(view: View) -> Iterator[str]:
    if view.blocked is not None and view.ended is None:
        ways = "undo" if view.undos else "rescue (costs a life)"
        yield f"  [bold red]{BLOCKED[view.blocked]}[/] Write {ways} or restart."
    if view.hint is not None:
        said = [sentence(view.hint.where), " ".join(map(sentence, view.hint.why))]
        said.append(sentence(view.hint.what) if view.hint.what and _undos_reach(view) else "")
        yield from (f"  [yellow]{line}[/]" for line in said if line)
    if view.winnable is not None:
        yield f"  [yellow]Can it still be won? {view.winnable}[/]"
    if view.undos_needed and view.blocked is None and view.ended is None:
        yield f"  [yellow]{_way_back(view)}[/]"


def _way_back(view: View) -> str:
    """How to get back to where it may be won."""
    if _undos_reach(view):
        return f"Undos to get back to where it may be won: {view.undos_needed}."
    left = "The undos left do not reach back to where it could be won." if view.undos else "No undo is left."
    life = "Play on until nothing is possible, then write rescue; or" if view.lives else "Write"
    return f"{left} {life} restart."


def _undos_reach(view: View) -> bool:
    """Whether the undos that are left lead back to where it may be won."""
    return view.undos_needed <= view.undos
