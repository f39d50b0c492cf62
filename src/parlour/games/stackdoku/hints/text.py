"""The sentences of hints in English."""

from parlour.games.stackdoku.hints.sayings import Code, Saying

KINDS = ("row", "column", "box")
SENTENCES: dict[Code, str] = {
    "look-at-unit": "Look at {units[0]}.",
    "look-at-placements": "Look at your placements in {units[0]}.",
    "look-at-stack": "Look at the stack.",
    "look-at-layers": "Look at the stack, layer {layers}.",
    "grid-full": "The grid is full.",
    "full-house": "{cells} is the last empty cell of {units[0]}.",
    "hidden-single": "In {units[0]} the {digits} fits only in {cells}.",
    "naked-single": "Every digit but {digits} is ruled out in {cells}.",
    "locked-candidates": "In {units[0]} the {digits} is in {cells}, so nowhere else in {units[1]} (locked candidates).",
    "naked-pair": "In {units[0]} the cells {cells} share the digits {digits}, so no other cell there takes them "
    "(naked pair).",
    "naked-triple": "In {units[0]} the cells {cells} share the digits {digits}, so no other cell there takes them "
    "(naked triple).",
    "hidden-pair": "In {units[0]} the digits {digits} fit only in {cells}, so nothing else goes there (hidden pair).",
    "x-wing": "In {units[0]} and {units[1]} the {digits} stands in the same two lines, so nowhere else in {units[2]} "
    "and {units[3]} (X-wing).",
    "struck-earlier": "Pencil marks struck earlier rule out the rest.",
    "cell-without-digit": "No digit fits in {cells} any more, so an earlier placement is wrong.",
    "digit-without-cell": "The {digits} fits nowhere in {units[0]} any more: a placement is wrong.",
    "wrong-placement": "The {digits} in {cells} breaks no rule, but the grid cannot be completed with it.",
    "guess-free-line": "From there every token can be placed by logic, and the tray holds out.",
    "clearable-stack": "The rest of the stack can be cleared after it.",
    "free-pair": "It is free; whether the whole stack clears from here is not known.",
    "tiles-stay-behind": "In whatever order the pairs go, some tiles will stay behind.",
    "nothing-free": "No pair is free and the tray is empty.",
    "solution-decides": "Nothing in the tray is forced. The {digits} fits in {cells}; the solution decides.",
    "all-placed": "Every token has its cell.",
    "place": "Place the {digits} in {cells}.",
    "remove": "Remove the pair of {digits}: tiles {tiles}.",
    "undo-placement": "Undo until the {digits} in {cells} is back in the tray.",
    "undo-removal": "Undo until the pair of {digits}, tiles {tiles}, is back in the stack, and choose another pair.",
    "nothing-left": "Nothing is left.",
}


def sentence(saying: Saying) -> str:
    """One saying in English."""
    return SENTENCES[saying.code].format(
        digits=_listed([str(digit) for digit in saying.digits]),
        cells=_listed([cell_name(cell) for cell in saying.cells]),
        units=[unit_name(unit) for unit in saying.units],
        tiles=_listed([str(tile) for tile in saying.tiles]),
        layers=_listed([str(layer) for layer in saying.layers]),
    )


def unit_name(unit: int) -> str:
    """row 1..9, column 1..9 or box 1..9, as players count."""
    return f"{KINDS[unit // 9]} {unit % 9 + 1}"


def cell_name(cell: int) -> str:
    """r1c1 to r9c9."""
    return f"r{cell // 9 + 1}c{cell % 9 + 1}"


def _listed(names: list[str]) -> str:
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))
