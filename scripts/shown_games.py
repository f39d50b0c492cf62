"""Games worth a picture: played as by people who know them."""

from collections.abc import Iterator, Sequence
from typing import Any

from tests.games.stackdoku.building import certified_actions

from parlour.core.bot import Thinking
from parlour.core.game import Seat
from parlour.core.match import AnyMatch, Match
from parlour.core.solver import Effort
from parlour.games import bot_of, kits
from parlour.games.stackdoku.levels.dealing import deal
from parlour.games.stackdoku.levels.level import Difficulty
from parlour.games.ten_exorcism.rules import Select, board_from_seed
from parlour.games.ten_exorcism.solver import best_line

Line = Sequence[tuple[Seat, Any]]
"""Who does what, in order."""
ITERATIONS = 20_000
THINKING_S = 0.05
MOST_MOVES = 200


def ghosts(seed: int, count: int | None = None) -> Line:
    """Ten Exorcism: the first so many rectangles of a good line, or all of it."""
    return ghosts_of(board_from_seed(seed), count)


def ghosts_of(board: bytes, count: int | None = None) -> Line:
    """The same on a board that is seen, whatever its seed."""
    best = best_line(board, Effort(iterations=ITERATIONS))
    return [(0, Select(*rectangle)) for rectangle in best.line[:count]]


def drawn_lines(levels: Sequence[str], seed: int, count: int = MOST_MOVES) -> Line:
    """Dots and Boxes between bots of these levels, for so many lines."""
    kit = kits()["dots-and-boxes"]
    bots = [bot_of(kit, level) for level in levels]
    state = kit.game.start(kit.game.options(), seed, len(levels))
    line: list[tuple[Seat, Any]] = []
    while len(line) < count and (turn := kit.game.to_move(state)):
        [seat] = turn
        action = bots[seat].choose(state, seat, Thinking(seed + len(line), THINKING_S))
        state = kit.game.apply(state, seat, action, 0)
        line.append((seat, action))
    return line


def stack(difficulty: Difficulty, seed: int, count: int | None = None) -> Line:
    """Stackdoku: the first so many steps of the proof that a level can be solved, or all of them."""
    return [(0, action) for action in certified_actions(deal(difficulty, seed))[:count]]


STARTED = 1_790_000_000_000
"""When the shown games began, in Unix milliseconds: an evening in September 2026."""


def played(game_id: str, seed: int, options: Any, line: Line, pause_ms: int = 3_000) -> Iterator[AnyMatch]:
    """The match before each action of a line, and after the last."""
    kit = kits()[game_id]
    seats = max((seat for seat, _ in line), default=0) + 1
    match: AnyMatch = Match.begin(
        kit.game, id="picture", seed=seed, started=STARTED, seats=max(seats, kit.game.seats.start), options=options
    )
    yield match
    for step, (seat, action) in enumerate(line):
        match, _ = match.submit(seat, action, pause_ms * step)
        yield match
