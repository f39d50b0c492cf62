"""Small levels and positions made by hand, and blind play into trouble."""

import pytest

from parlour.core.errors import IllegalAction, Refusal
from parlour.core.match import AnyMatch
from parlour.core.mulberry32 import mulberry32
from parlour.games.stackdoku.actions import Action, Place, Remove, Rescue, Undo
from parlour.games.stackdoku.levels.dealing import deal
from parlour.games.stackdoku.levels.level import Difficulty, Level, Tile
from parlour.games.stackdoku.rules import Options, Stackdoku, State
from parlour.testing.players import begin, pick

GAME = Stackdoku()
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


def level_with(cells: dict[int, str], tiles: list[tuple[int, int, int, int]]) -> Level:
    """A small level: the solved grid with these cells emptied, and these tiles (x, y, z, digit)."""
    givens = "".join("." if cell in cells else digit for cell, digit in enumerate(SOLUTION))
    stack = tuple(Tile(index, *tile) for index, tile in enumerate(tiles))
    return Level("test", 0, "easy", 1, "test", 1, givens, SOLUTION, stack)


def emptied(count_by_digit: dict[int, int]) -> dict[int, str]:
    """The last so many cells of each digit."""
    cells: dict[int, str] = {}
    for digit, count in count_by_digit.items():
        found = [cell for cell, here in enumerate(SOLUTION) if here == str(digit)]
        cells |= dict.fromkeys(found[-count:], str(digit))
    return cells


def row_of_pairs(digits: str) -> list[tuple[int, int, int, int]]:
    """Tiles far apart, so that every one is free."""
    return [(4 * index, 0, 0, int(digit)) for index, digit in enumerate(digits)]


def playing(level: Level, *done: Action) -> State:
    state = State(level)
    for action in done:
        state = GAME.apply(state, 0, action, 0)
    return state


def refusal_of(state: State, action: Action) -> Refusal:
    with pytest.raises(IllegalAction) as refused:
        GAME.apply(state, 0, action, 0)
    return refused.value.refusal


def certified_actions(level: Level) -> list[Action]:
    actions: list[Action] = []
    for step in level.certificate:
        if step.pair is not None:
            actions.append(Remove(*step.pair))
        elif step.place is not None:
            actions.append(Place(step.place.digit, step.place.row, step.place.col))
    return actions


def cells_of(digit: int) -> list[int]:
    return [cell for cell, here in enumerate(SOLUTION) if here == str(digit)]


def place_truly(level: Level, digit: int, number: int = 0) -> Place:
    """A token of this digit into one of the empty cells where it belongs."""
    cells = [cell for cell in cells_of(digit) if level.givens[cell] == "."]
    return Place(digit, *divmod(cells[number], 9))


def stuck_level() -> Level:
    """Two pairs fill the tray; after two wrong placements nothing fits."""
    return level_with(emptied({1: 4, 2: 2}), row_of_pairs("111122"))


def blind_until_blocked(difficulty: Difficulty, seed: int) -> AnyMatch:
    """A blind player who only removes and places, until nothing is possible."""
    match = begin(GAME, seed, Options(difficulty=difficulty))
    numbers = mulberry32(seed)
    while GAME.view(match.state, None).blocked is None and match.outcome is None:
        legal = [a for a in GAME.legal_actions(match.state, 0) if isinstance(a, Remove | Place)]
        match, refusal = match.submit(0, pick(numbers, legal), match.last_ms + 10)
        assert refusal is None
    return match


def blind_line(difficulty: Difficulty, seed: int) -> list[Action]:
    """What a blind player does who goes on by undos, then by lives, until the level is solved or lost."""
    match = begin(GAME, seed, Options(difficulty=difficulty))
    numbers = mulberry32(seed)
    line: list[Action] = []
    while match.outcome is None:
        legal = GAME.legal_actions(match.state, 0)
        moves = [action for action in legal if isinstance(action, Remove | Place)]
        back = Undo() if Undo() in legal else Rescue()
        line.append(pick(numbers, moves) if moves else back)
        match, refusal = match.submit(0, line[-1], match.last_ms + 10)
        assert refusal is None
    return line


def some_blocked(kind: str) -> AnyMatch:
    for seed in range(200):
        match = blind_until_blocked("hard", seed)
        if GAME.view(match.state, None).blocked == kind:
            return match
    raise AssertionError(f"no blind game came to {kind}")


def solved(seed: int, *before: Action, pause_ms: int = 5_000) -> AnyMatch:
    """An easy level played to its end by its proof, after something else was done."""
    match = begin(GAME, seed, Options(difficulty="easy"))
    for action in (*before, *certified_actions(deal("easy", seed))):
        match, refusal = match.submit(0, action, match.last_ms + pause_ms)
        assert refusal is None
    return match
