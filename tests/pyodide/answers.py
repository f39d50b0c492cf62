"""What is asked of both Pythons: a program and its answer as JSON."""

import json
from collections.abc import Sequence
from typing import Any

from msgspec import to_builtins

from parlour.core.kit import Kit
from parlour.core.replay import verify
from parlour.core.session import decode_session, encode_session
from parlour.games import kits
from tests.players import some_game
from tests.playthroughs.record import games as golden_games


def main(text: str) -> str:
    """The answers to what is asked: which games, and with which seeds the contract's blind players play them."""
    asked = json.loads(text)
    chosen = [kits()[game] for game in asked["games"]]
    return json.dumps({"contract": contract(chosen, asked["seeds"]), "golden": golden(chosen)})


def contract(chosen: Sequence[Kit], seeds: Sequence[int]) -> dict[str, list[Any]]:
    """The contract test's games: each log, what a replay says of it, and what everybody may see at the end."""
    return {kit.game.id: [_played(kit, seed) for seed in seeds] for kit in chosen}


def golden(chosen: Sequence[Kit]) -> dict[str, str]:
    """The logs of the golden games."""
    return {name: encode_session(play().session).decode() for name, _, play in golden_games(chosen)}


def _played(kit: Kit, seed: int) -> list[Any]:
    last = some_game(kit, seed)[-1]
    log = encode_session(last.session)
    verdict = verify(kit.game, decode_session(kit.game, log))
    return [log.decode(), to_builtins(verdict), to_builtins(kit.game.view(last.state, 0))]
