"""Stackdoku, the obvious way: a list of what was done, and everything looked up in it.

Which level belongs to a difficulty and a seed is taken from the program: how levels are dealt is proved by their
certificates, not here.
"""

from collections import Counter
from functools import cache
from typing import Any, ClassVar

import msgspec

from parlour.games.stackdoku.levels.dealing import deal
from parlour.games.stackdoku.levels.level import Difficulty
from tests.forgeries.naive_rules import End, No, Untrue
from tests.forgeries.plain_json import listed, matching, maybe, name, one_of, record, tagged, whole

TRAY, LIVES, UNDOS, RESTARTS, HINT_STEPS = 5, 3, 3, 9, 3
MOST_SEARCHED = 50_000
DIFFICULTIES = ("easy", "medium", "hard", "expert")
Done = tuple[int, int, int]
"""A removal as two tiles and -1; a placement as digit, row and column."""

_tile = record({"id": whole(0, 53), "x": whole(0, 100), "y": whole(0, 100), "z": whole(0, 100), "digit": whole(1, 9)})
_placement = record(
    {
        "digit": whole(1, 9),
        "row": whole(0, 8),
        "col": whole(0, 8),
        "why": one_of("full-house", "box-single", "row-single", "column-single", "naked-single"),
    }
)
_number = whole(1 - 2**53, 2**53 - 1)
_step = record({}, {"pair": (maybe(listed(_number, exactly=2)), None), "place": (maybe(_placement), None)})
_level = record(
    {
        "id": name,
        "generator": _number,
        "difficulty": one_of(*DIFFICULTIES),
        "seed": _number,
        "layout": name,
        "tier": whole(1, 4),
        "givens": matching("[1-9.]{81}"),
        "solution": matching("[1-9]{81}"),
        "tiles": listed(_tile, most=54),
    },
    {"certificate": (listed(_step, most=200), ())},
)


class Stack:
    """A level's tiles, and for each of them what lies on it and at its two sides."""

    def __init__(self, level: dict[str, Any]) -> None:
        tiles = level["tiles"]
        self.level = level
        self.digit = [tile["digit"] for tile in tiles]
        self.givens = {divmod(k, 9): int(given) for k, given in enumerate(level["givens"]) if given != "."}
        self.on_top: list[frozenset[int]] = []
        self.left: list[frozenset[int]] = []
        self.right: list[frozenset[int]] = []
        for tile in tiles:
            near = [other for other in tiles if abs(other["y"] - tile["y"]) < 2]
            over = [other for other in near if other["z"] == tile["z"] + 1 and abs(other["x"] - tile["x"]) < 2]
            self.on_top.append(frozenset(other["id"] for other in over))
            level_with = [other for other in near if other["z"] == tile["z"]]
            self.left.append(frozenset(other["id"] for other in level_with if other["x"] == tile["x"] - 2))
            self.right.append(frozenset(other["id"] for other in level_with if other["x"] == tile["x"] + 2))

    def held(self, of: int, there: frozenset[int]) -> No | None:
        """Why a tile cannot be taken, if it cannot."""
        over, left, right = (beside[of] & there for beside in (self.on_top, self.left, self.right))
        if over:
            return No("tile-covered", {"tile": of, "by": min(over)})
        if left and right:
            return No("tile-hemmed-in", {"tile": of, "left": min(left), "right": min(right)})
        return None

    def pairs(self, there: frozenset[int]) -> list[tuple[int, int]]:
        """Every two tiles that can be taken together."""
        free = [tile for tile in sorted(there) if self.held(tile, there) is None]
        return [(a, b) for a in free for b in free if a < b and self.digit[a] == self.digit[b]]

    def clears(self, there: frozenset[int]) -> bool:
        """Whether the tiles can all be taken, pair by pair: every way is tried, none from the same tiles twice."""
        hopeless: set[frozenset[int]] = set()

        def search(left: frozenset[int]) -> bool:
            if not left:
                return True
            if left in hopeless:
                return False
            assert len(hopeless) < MOST_SEARCHED, "too many ways for the obvious search"
            if any(search(left - {a, b}) for a, b in self.pairs(left)):
                return True
            hopeless.add(left)
            return False

        return search(there)


@cache
def dealt(difficulty: Difficulty, seed: int) -> Stack:
    """The level of a difficulty and a seed below 2^32."""
    level: dict[str, Any] = msgspec.to_builtins(deal(difficulty, seed).unproved)
    return Stack(level)


_options = record({}, {"difficulty": (one_of(*DIFFICULTIES), "easy"), "level": (maybe(_level), None)})
_action = tagged(
    {"remove": record({"a": whole(0, 99), "b": whole(0, 99)})}
    | {"place": record({"digit": whole(1, 9), "row": whole(0, 8), "col": whole(0, 8)})}
    | dict.fromkeys(("undo", "rescue", "restart", "hint", "winnable"), record({}))
)


class NaiveStackdoku:
    """A try at a level."""

    rules_version: ClassVar = 1
    seats: ClassVar = range(1, 2)
    finishing_wins: ClassVar = False

    @staticmethod
    def read_options(value: Any) -> dict[str, Any]:
        found: dict[str, Any] = _options(value)
        return found

    @staticmethod
    def read_action(value: Any) -> tuple[str, dict[str, Any]]:
        found: tuple[str, dict[str, Any]] = _action(value)
        return found

    def __init__(self, options: dict[str, Any], seed: int, seats: int) -> None:
        level, difficulty = options["level"], options["difficulty"]
        if level is not None and (level["difficulty"], level["seed"]) != (difficulty, seed % 2**32):
            raise Untrue
        self._stack = dealt(difficulty, seed % 2**32)
        if level is not None and level != self._stack.level:
            raise Untrue
        self._hints = self._restarts = self._at_ms = 0
        self._from_the_start()

    def due(self) -> None:
        return None

    def time_up(self, at_ms: int) -> None:
        raise AssertionError("no time limit runs")

    def play(self, seat: int, kind: str, action: dict[str, Any], at_ms: int) -> No | None:
        refused: No | None = getattr(self, f"_{kind}")(**action)
        if refused is None:
            self._at_ms = at_ms
        return refused

    def scores(self) -> tuple[int, ...]:
        if not self._solved():
            return (0,)
        taken_back = min(self._actions - len(self._done), 999)
        seconds = min(self._at_ms // 1000, 99_999)
        lives, undos = (0, 0) if self._hints or self._restarts else (self._lives + 1, self._undos)
        return (int(f"{lives}{undos}{999 - taken_back:03}{99_999 - seconds:05}"),)

    def end(self) -> End | None:
        if self._solved():
            return End("solved", self.scores(), (0,))
        if not self._lives and not self._undos and self._blocked():
            return End("out-of-lives", self.scores(), ())
        return None

    def _from_the_start(self) -> None:
        self._lives, self._undos, self._actions = LIVES, UNDOS, 0
        self._go_to([])

    def _go_to(self, done: list[Done]) -> None:
        """Another position: help for the old one is over."""
        self._done = done
        self._hint_step, self._answered = 0, False
        pairs, placed = _parted(done)
        self._there = frozenset(range(len(self._stack.digit))) - {tile for pair in pairs for tile in pair}
        self._tray = Counter(dict.fromkeys(range(1, 10), 0))
        for tile, _ in pairs:
            self._tray[self._stack.digit[tile]] += 2
        self._grid = dict(self._stack.givens)
        for digit, row, col in placed:
            self._tray[digit] -= 1
            self._grid[row, col] = digit

    def _remove(self, a: int, b: int) -> No | None:
        if a == b:
            return No("same-tile")
        for tile in (a, b):
            if tile >= len(self._stack.digit):
                return No("no-such-tile", {"tile": tile})
            if tile not in self._there:
                return No("tile-gone", {"tile": tile})
            if held := self._stack.held(tile, self._there):
                return held
        if self._stack.digit[a] != self._stack.digit[b]:
            return No("digits-differ")
        tokens = sum(self._tray.values())
        if tokens + 2 > TRAY:
            return No("tray-full", {"held": tokens, "room": TRAY - tokens, "needed": 2})
        self._actions += 1
        self._go_to([*self._done, (a, b, -1)])
        return None

    def _place(self, digit: int, row: int, col: int) -> No | None:
        if not self._tray[digit]:
            return No("no-such-token", {"digit": digit})
        if (row, col) in self._grid:
            return No("cell-filled", {"row": row, "col": col})
        if refused := self._conflict(digit, row, col):
            return refused
        self._actions += 1
        self._go_to([*self._done, (digit, row, col)])
        return None

    def _conflict(self, digit: int, row: int, col: int) -> No | None:
        """The first cell, row by row, that holds the digit where it may stand only once."""
        for r, c in sorted(cell for cell, here in self._grid.items() if here == digit):
            if r == row:
                return No("same-digit-in-row", {"row": r, "col": c})
            if c == col:
                return No("same-digit-in-column", {"row": r, "col": c})
            if (r // 3, c // 3) == (row // 3, col // 3):
                return No("same-digit-in-box", {"row": r, "col": c})
        return None

    def _undo(self) -> No | None:
        if not self._done:
            return No("nothing-to-undo")
        if not self._undos:
            return No("no-undo-left")
        self._undos -= 1
        self._go_to(self._done[:-1])
        return None

    def _rescue(self) -> No | None:
        if not self._blocked():
            return No("not-blocked")
        if self._undos:
            return No("undo-first", {"undos": self._undos})
        self._lives -= 1
        done = self._done
        while done and not self._can_be_won(done):
            done = done[:-1]
        self._go_to(done)
        return None

    def _restart(self) -> No | None:
        if self._restarts == RESTARTS:
            return No("no-restart-left")
        self._restarts += 1
        self._from_the_start()
        return None

    def _hint(self) -> No | None:
        if self._hint_step == HINT_STEPS:
            return No("no-more-hints")
        self._hint_step += 1
        self._hints += 1
        return None

    def _winnable(self) -> No | None:
        if self._answered:
            return No("already-answered")
        self._answered = True
        self._hints += 1
        return None

    def _solved(self) -> bool:
        return not self._there and len(self._grid) == 81

    def _blocked(self) -> bool:
        if self._solved() or (sum(self._tray.values()) + 2 <= TRAY and self._stack.pairs(self._there)):
            return False
        held = [digit for digit, count in self._tray.items() if count]
        empty = [(row, col) for row in range(9) for col in range(9) if (row, col) not in self._grid]
        return not any(self._conflict(digit, *cell) is None for digit in held for cell in empty)

    def _can_be_won(self, done: list[Done]) -> bool:
        pairs, placed = _parted(done)
        if any(int(self._stack.level["solution"][9 * row + col]) != digit for digit, row, col in placed):
            return False
        return self._stack.clears(frozenset(range(len(self._stack.digit))) - {tile for pair in pairs for tile in pair})


def _parted(done: list[Done]) -> tuple[list[tuple[int, int]], list[Done]]:
    """The removals, and the placements."""
    return [(a, b) for a, b, last in done if last < 0], [step for step in done if step[2] >= 0]
