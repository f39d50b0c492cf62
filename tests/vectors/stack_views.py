"""Positions of Stackdoku as the client sees them, with the pairs that may be taken. Run it to rewrite the file."""

import json
from pathlib import Path

import msgspec

from parlour.games.stackdoku.levels.dealing import deal
from parlour.games.stackdoku.rules import Options, Stackdoku
from parlour.testing.players import begin
from tests.games.stackdoku.building import certified_actions

FILE = Path(__file__).with_name("stack_views.json")
GAME = Stackdoku()


def text() -> str:
    """Some moments of one easy game, each with its view and with every pair that may be taken."""
    match = begin(GAME, 4, Options())
    found = []
    for number, action in enumerate([None, *certified_actions(deal("easy", 4))]):
        if action is not None:
            match, refused = match.submit(0, action, 1000 * number)
            assert refused is None
        if number in (0, 1, 12, 30):
            view = msgspec.to_builtins(GAME.view(match.state, 0), str_keys=True)
            pairs = [[pair.a, pair.b] for pair in match.state.position.removals()]
            found.append({"view": view, "pairs": pairs})
    return json.dumps(found, separators=(",", ":")) + "\n"


if __name__ == "__main__":
    FILE.write_text(text())
