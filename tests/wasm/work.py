"""What the compiled functions are asked for: games, boards, positions and deals, as a game asks for them."""

import random
from collections.abc import Iterable
from types import ModuleType

import pytest

from parlour.core.arrays import float64_zeros, int64_array_of, int64_zeros
from parlour.core.kit import Kit
from parlour.core.mulberry32 import mulberry32
from parlour.core.replay import verify
from parlour.games.dots_and_boxes import compiled as dots
from parlour.games.dots_and_boxes import engine
from parlour.games.dots_and_boxes.kernels.constants import NODE, NODE_OF_MANY, POSITION
from parlour.games.dots_and_boxes.tree import random_state
from parlour.games.stackdoku import compiled as stackdoku
from parlour.games.stackdoku.hints import hint, marks, winnable
from parlour.games.stackdoku.levels import dealing, grading, sudoku
from parlour.games.stackdoku.levels.level import Difficulty
from parlour.games.stackdoku.position import Position
from parlour.games.ten_exorcism import compiled as ten
from parlour.games.ten_exorcism import packing, rules, search
from parlour.testing.players import some_game
from tests.playthroughs.record import games as golden_games
from tests.wasm.transcript import Transcript

TABLE_MEGABYTES = 32
TREE_NODES = 1 << 15
CALLED: dict[str, tuple[ModuleType, ...]] = {
    "dots-and-boxes": (dots, engine),
    "stackdoku": (stackdoku, dealing, grading, sudoku, hint, marks, winnable),
    "ten-exorcism": (ten, packing, search),
}
"""A game's declarations, and the modules that call what they declare."""


def recorded(patch: pytest.MonkeyPatch, declarations: ModuleType, *callers: ModuleType) -> Transcript:
    """A transcript of what these modules call of a game's functions from now on."""
    transcript = Transcript(declarations.COMPILED)
    for declared in declarations.COMPILED.declared:
        recording = transcript.recording(declared.name, getattr(declarations, declared.name))
        for module in (declarations, *callers):
            if hasattr(module, declared.name):
                patch.setattr(module, declared.name, recording)
    return transcript


def games(patch: pytest.MonkeyPatch, kit: Kit, seeds: Iterable[int], *, golden: bool) -> Transcript:
    """The contract's games of a kit by these seeds, and its golden ones: each played, and its log replayed."""
    transcript = recorded(patch, *CALLED[kit.game.id])
    for seed in seeds:
        assert verify(kit.game, some_game(kit, seed)[-1].session).ok
    if golden:
        for _, _, play in golden_games([kit]):
            assert verify(kit.game, play().session).ok
    return transcript


def boards(patch: pytest.MonkeyPatch, seeds: Iterable[int], iterations: int) -> Transcript:
    """Boards of Ten Exorcism: all rectangles, and a line improved so many times for the first board of each ten."""
    transcript = recorded(patch, *CALLED["ten-exorcism"])
    for number, seed in enumerate(seeds):
        board = rules.board_from_seed(seed)
        found = rules.rectangles(board)
        rules.has_rectangle(board)
        rules.has_rectangle(rules.exorcise(board, found[0]))
        packed = packing.packing_of(board)
        if number % 10 == 0:
            search.Search(board, packed, seed).run(None, iterations)
    return transcript


def positions(
    patch: pytest.MonkeyPatch, count: int, lines: range, simulations: int, trees_every: int = 50
) -> Transcript:
    """Positions of Dots and Boxes with so many undrawn lines: exact value, chains and gifts of each, trees of a few."""
    transcript = recorded(patch, *CALLED["dots-and-boxes"])
    chosen = random.Random(7)
    exact = engine.Engine(TABLE_MEGABYTES)
    for number in range(count):
        undrawn = sum(1 << line for line in chosen.sample(range(60), chosen.choice(lines)))
        exact.evaluate(undrawn, None)
        engine.chains_and_loops(undrawn)
        engine.least_gifts(undrawn)
        engine.captures_in(undrawn)
        if simulations and number % trees_every == 0:
            _trees(number, sum(1 << line for line in chosen.sample(range(60), 50)), simulations)
    return transcript


def _trees(seed: int, undrawn: int, simulations: int) -> None:
    two, many = int64_zeros(TREE_NODES, NODE), int64_zeros(TREE_NODES, NODE_OF_MANY)
    two[0, POSITION], many[0, POSITION] = dots.captured(undrawn), undrawn
    for grow, first, tree in ((dots.grow_two, 0, two), (dots.grow_many, int64_zeros(3), many)):
        visits, rewards = int64_zeros(TREE_NODES), float64_zeros(TREE_NODES)
        grow(first, simulations, tree, visits, rewards, int64_array_of((1, 0)), random_state(seed))


def deals(patch: pytest.MonkeyPatch, difficulties: Iterable[Difficulty], seeds: Iterable[int]) -> Transcript:
    """Levels of Stackdoku: each dealt, and looked at as a player may who asks for help at once."""
    transcript = recorded(patch, *CALLED["stackdoku"])
    for seed in seeds:
        for difficulty in difficulties:
            level = dealing.fresh_deal(difficulty, seed)
            position = Position(level, ())
            sudoku.solution_count(level.givens)
            winnable.winnable(position)
            marks.pencil_marks(position, level.tier)
            grading.bot_win_rate(level, 5, next(mulberry32(seed)))
    return transcript
