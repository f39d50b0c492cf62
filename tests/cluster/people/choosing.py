"""What to do next, seen only through a view: one function a game, for players who know the rules and do not think."""

import random
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

Json: TypeAlias = dict[str, Any]
Choose: TypeAlias = Callable[[Json, random.Random], Json | None]
"""An action for a view, most often one that the rules accept; None when nothing comes to mind."""


def draw_a_line(view: Json, chance: random.Random) -> Json | None:
    """Dots and Boxes: any line, now and then one that is drawn already."""
    lines = [
        {"do": "draw", "r0": row, "c0": col, "r1": row + (way == "v"), "c1": col + (way == "h")}
        for way in ("h", "v")
        for row, owners in enumerate(view[way])
        for col, owner in enumerate(owners)
        if owner is None or chance.random() < 0.002
    ]
    return chance.choice(lines) if lines else None


def exorcise(view: Json, chance: random.Random) -> Json | None:
    """Ten Exorcism: a rectangle from a random cell on whose powers sum to ten, now and then any."""
    board = view["board"]
    rows, cols = len(board), len(board[0])
    corners = [(row, col) for row in range(rows) for col in range(cols)]
    chance.shuffle(corners)
    for top, left in corners:
        if chance.random() < 0.01:
            return _select(top, left, min(top + 1, rows - 1), left)
        for right in range(left, cols):
            total = 0
            for bottom in range(top, rows):
                total += sum(board[bottom][left : right + 1])
                if total == 10:
                    return _select(bottom, right, top, left)
                if total > 10:
                    break
    return None


def clear_and_place(view: Json, chance: random.Random) -> Json | None:
    """Stackdoku: a pair off the stack, or a token into a cell that takes it."""
    places: list[Json] = [
        {"do": "place", "digit": int(digit), "row": cell // 9, "col": cell % 9}
        for digit, cells in view["targets"].items()
        for cell in cells
    ]
    if places and (view["tray_is_full"] or chance.random() < 0.5):
        return chance.choice(places)
    free: dict[int, list[int]] = {}
    for tile, _x, _y, _z, digit, held_by in view["tiles"]:
        if not held_by:
            free.setdefault(digit, []).append(tile)
    pairs = [tiles for tiles in free.values() if len(tiles) > 1]
    if pairs and not view["tray_is_full"]:
        one, other = chance.sample(chance.choice(pairs), 2)
        return {"do": "remove", "a": one, "b": other}
    return chance.choice(places) if places else None


def _select(r0: int, c0: int, r1: int, c1: int) -> Json:
    return {"do": "select", "r0": r0, "c0": c0, "r1": r1, "c1": c1}


CHOOSE: Mapping[str, Choose] = {
    "dots-and-boxes": draw_a_line,
    "ten-exorcism": exorcise,
    "stackdoku": clear_and_place,
}
