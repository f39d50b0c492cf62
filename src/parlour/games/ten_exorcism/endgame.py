"""The best of a position with few ghosts left, proven by looking at everything."""

from typing import TypeAlias

from parlour.games.ten_exorcism.rules import Rectangle, exorcise, ghosts_in, rectangles

Ending: TypeAlias = tuple[int, list[Rectangle]]
"""How many ghosts stay, and the line that leaves them."""

MOST_GHOSTS = 40
"""With more ghosts there is no hope to see everything."""
MOST_POSITIONS = 400
"""Some milliseconds; beyond that the search is given up."""


def exact_line(board: bytes) -> list[Rectangle] | None:
    """A line that frees as many ghosts as can be freed, or None if there is too much to look at."""
    if ghosts_in(board) > MOST_GHOSTS:
        return None
    seen: dict[bytes, Ending] = {}
    try:
        return _best(board, seen)[1]
    except _TooMany:
        return None


class _TooMany(Exception):
    pass


def _best(board: bytes, seen: dict[bytes, Ending]) -> Ending:
    """How many ghosts stay at least, and a line that leaves no more; every position is looked at once."""
    if board in seen:
        return seen[board]
    if len(seen) == MOST_POSITIONS:
        raise _TooMany
    best: Ending = (ghosts_in(board), [])
    seen[board] = best
    after = {exorcise(board, rectangle): rectangle for rectangle in rectangles(board)}
    for position, rectangle in after.items():
        left, line = _best(position, seen)
        if left < best[0]:
            best = (left, [rectangle, *line])
    seen[board] = best
    return best
