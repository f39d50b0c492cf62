"""What is asked of both Pythons: games that are played, and what the engines say. Question and answer are JSON."""

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any, get_args

import msgspec
from msgspec import to_builtins

from parlour.core.bot import Thinking
from parlour.core.kit import Kit
from parlour.core.replay import verify
from parlour.core.session import decode_session, encode_session
from parlour.core.solver import Effort
from parlour.games import kits
from parlour.games.dots_and_boxes.rules import DotsAndBoxes
from parlour.games.stackdoku.levels.level import Difficulty
from parlour.games.ten_exorcism.rules import board_from_seed, has_rectangle, rectangles
from parlour.testing.players import some_game
from tests.contract import KITS
from tests.playthroughs.record import games as golden_games

TABLE_MEGABYTES = 32
ITERATIONS = 2000


def main(text: str) -> str:
    """The answers to what is asked: seeds of the contract's games, of boards and of deals, and positions."""
    asked = json.loads(text)
    chosen = list(kits().values())
    answers = {
        "contract": contract(KITS, asked["seeds"]),
        "golden": golden(chosen),
        "boards": [board(seed) for seed in range(asked["boards"])],
        "positions": positions(asked["positions"]),
        "bots": bots(asked["bots"]),
        "deals": {
            difficulty: [deal(difficulty, seed) for seed in range(asked["deals"])] for difficulty in difficulties()
        },
    }
    return json.dumps(answers)


def contract(chosen: Sequence[Kit], seeds: Sequence[int]) -> dict[str, list[Any]]:
    """The contract test's games: each log, what a replay says of it, and what everybody may see at the end."""
    return {kit.game.id: [_played(kit, seed) for seed in seeds] for kit in chosen}


def golden(chosen: Sequence[Kit]) -> dict[str, str]:
    """The logs of the golden games."""
    return {name: encode_session(play().session).decode() for name, _, play in golden_games(chosen)}


def board(seed: int) -> list[Any]:
    """The rectangles of a board, and for some what a short search finds."""
    from parlour.games.ten_exorcism.solver import best_line

    cells = board_from_seed(seed)
    found: list[Any] = [has_rectangle(cells), *map(list, rectangles(cells))]
    if seed % 20 == 0:
        best = best_line(cells, Effort(seed, None, ITERATIONS))
        found += [best.freed, best.bound, list(map(list, best.line))]
    return found


def positions(asked: Sequence[int]) -> list[list[Any]]:
    """The exact values of two-player positions, all best lines, and how many nodes that took."""
    from parlour.games.dots_and_boxes.engine import Engine

    engine = Engine(TABLE_MEGABYTES)
    known = [engine.evaluate(undrawn, None) for undrawn in asked]
    return [[each.low, each.high, each.best, each.nodes] for each in known]


def bots(asked: Mapping[str, int]) -> list[Any]:
    """The first lines that the bots without a clock draw, with two players and with three."""
    game = DotsAndBoxes()
    levels = [bot for bot in kits()[game.id].bots if bot.level != "master"]
    return [
        to_builtins(bot.choose(game.start(game.options(), 0, seats), 0, Thinking(seed)))
        for bot in levels
        for seats in (2, 3)
        for seed in range(asked["seeds"])
    ]


def difficulties() -> tuple[Difficulty, ...]:
    found: tuple[Difficulty, ...] = get_args(Difficulty)
    return found


def deal(difficulty: Difficulty, seed: int) -> list[Any]:
    """A level with its certificate, and the hints at its start and half-way through."""
    from parlour.games.stackdoku.actions import Place, Remove
    from parlour.games.stackdoku.hints.hint import hint
    from parlour.games.stackdoku.levels import dealing
    from parlour.games.stackdoku.position import Position

    level = dealing.deal(difficulty, seed)
    done: list[Place | Remove] = []
    for step in level.certificate:
        if step.pair is not None:
            done.append(Remove(*step.pair))
        if step.place is not None:
            done.append(Place(step.place.digit, step.place.row, step.place.col))
    hints = [to_builtins(hint(Position(level, tuple(done[:count])))) for count in (0, len(done) // 2)]
    return [level.id, sha256(msgspec.json.encode(level)).hexdigest(), hints]


def _played(kit: Kit, seed: int) -> list[Any]:
    last = some_game(kit, seed)[-1]
    log = encode_session(last.session)
    verdict = verify(kit.game, decode_session(kit.game, log))
    return [log.decode(), to_builtins(verdict), to_builtins(kit.game.view(last.state, 0))]
