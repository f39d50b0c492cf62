"""A server with finished games in its store: what replays and analyses are looked at with."""

import subprocess
from pathlib import Path

from msgspec import structs

from parlour.core.match import AnyMatch
from parlour.core.mulberry32 import mulberry32
from parlour.core.session import encode_session
from parlour.games.stackdoku.actions import AskHint, Place, Remove
from parlour.games.stackdoku.rules import Options as Levels
from parlour.games.stackdoku.rules import Stackdoku
from parlour.games.ten_exorcism.rules import Options, Select, TenExorcism, rectangles
from parlour.testing.players import begin, pick
from tests.games.dots_and_boxes.games import blundered_game
from tests.newcomer.forked_program import forked_program
from tests.server.table import Server

DOTS = "blundered-lines"
GHOSTS = "careless-ghosts"
TILES = "careless-tiles"
HINTS = "hinted-tiles"


def careless_ghosts(seed: int = 1) -> AnyMatch:
    """Ten Exorcism, played to its end by somebody who takes any rectangle."""
    match = begin(TenExorcism(), seed, Options(mode="endless"))
    numbers = mulberry32(seed)
    while match.outcome is None:
        at_ms = match.last_ms + 1500
        match, _ = match.submit(0, Select(*pick(numbers, rectangles(match.state.board))), at_ms)
    return match


def careless_tiles(seed: int = 1, actions: int = 24) -> AnyMatch:
    """Stackdoku, played by somebody who takes and places anything, and left."""
    game = Stackdoku()
    match = begin(game, seed)
    numbers = mulberry32(seed)
    for _ in range(actions):
        steps = [one for one in game.legal_actions(match.state, 0) if isinstance(one, Place | Remove)]
        if not steps:
            break
        match, _ = match.submit(0, pick(numbers, steps), match.last_ms + 2000)
    return match.close(match.last_ms + 1000)


def hinted_tiles(seed: int = 8) -> AnyMatch:
    """Stackdoku with as wide a stack as there is, left after all that a hint about the stack says."""
    match = begin(Stackdoku(), seed, Levels(difficulty="expert"))
    for _ in range(3):
        match, _ = match.submit(0, AskHint(), match.last_ms + 2000)
    return match.close(match.last_ms + 1000)


def archive(folder: Path) -> Server:
    """The server, with each of these games under its name."""
    games = {DOTS: blundered_game(1).match, GHOSTS: careless_ghosts(), TILES: careless_tiles(), HINTS: hinted_tiles()}
    lines = folder / "games.jsonl"
    named = (structs.replace(match.session, id=name) for name, match in games.items())
    lines.write_bytes(b"\n".join(map(encode_session, named)))
    with forked_program() as parlour:
        command = [*parlour.split(), "import", str(lines), "--database", str(folder / "parlour.db")]
        subprocess.run(command, check=True, capture_output=True)
    return Server(folder)
