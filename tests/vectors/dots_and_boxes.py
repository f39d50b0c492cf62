"""The lines of Dots and Boxes as the rules number, name and join them, for the client's tests: ``make vectors``.

Prints JSON: each line's name and action, and points with the line that a pointer there can only mean: its middle, and
beside it a third of the way to the middle of a box. Points on dots and in the middle of boxes mean none.
"""

import json

from msgspec import to_builtins

from parlour.games.dots_and_boxes.rules import BOXES, BOXES_BESIDE, DOTS, DRAWS, LINE_NAMES, LINES, SIDE


def cases() -> str:
    """The cases as JSON, one in a line."""
    lines = [{"name": LINE_NAMES[line], "draw": to_builtins(DRAWS[line])} for line in range(LINES)]
    points: list[dict[str, float | str | None]] = []
    for line, draw in enumerate(DRAWS):
        middle = ((draw.c0 + draw.c1) / 2, (draw.r0 + draw.r1) / 2)
        points.append({"x": middle[0], "y": middle[1], "line": LINE_NAMES[line]})
        for box in BOXES_BESIDE[line]:
            inside = (box % SIDE + 0.5, box // SIDE + 0.5)
            x, y = (at + (to - at) / 3 for at, to in zip(middle, inside, strict=True))
            points.append({"x": round(x, 4), "y": round(y, 4), "line": LINE_NAMES[line]})
    points += [{"x": box % SIDE + 0.5, "y": box // SIDE + 0.5, "line": None} for box in range(BOXES)]
    points += [{"x": dot % DOTS, "y": dot // DOTS, "line": None} for dot in range(DOTS * DOTS)]
    return json.dumps({"lines": lines, "points": points}, separators=(",", ":")).replace("},{", "},\n{")


if __name__ == "__main__":
    print(cases())
