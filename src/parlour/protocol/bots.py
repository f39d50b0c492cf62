"""Which bot is to move in a match, and what it chooses; the same log always continues in the same way."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from parlour.core.bot import Stop, Thinking
from parlour.core.game import Ready, Seat
from parlour.core.kit import Kit
from parlour.core.match import AnyMatch
from parlour.games import bot_of
from parlour.protocol.submission import MOST_ENTRIES_LIVE, is_full

SEED_STEP = 0x9E3779B1
"""The difference of a bot's seeds from one move to the next."""


class Choice(Struct, frozen=True):
    """What a bot plays."""

    action: Any
    failure: Exception | None = None
    """The bot's error, if the action is the first legal one and not the bot's own; else None."""


def bot_name(level: str) -> str:
    """The name of a bot in lists of players."""
    return f"bot {level}"


def bot_to_move(
    match: AnyMatch, bots: Mapping[Seat, str], most_entries: int = MOST_ENTRIES_LIVE
) -> tuple[Seat, str] | None:
    """The first seat that is to move and that a bot holds, and its level."""
    if not bots or is_full(match, most_entries) or match.header.ended is not None:
        return None
    return next(((seat, bots[seat]) for seat in match.to_move if seat in bots), None)


def choice(kit: Kit, level: str, match: AnyMatch, seat: Seat, stop: Stop | None = None) -> Choice:
    """The action of a bot: a legal one, or Ready if the match waits for it.

    A bot that fails must not stop a match that people are in: it plays anything legal instead.
    """
    if match.covered:
        return Choice(Ready())
    seed = (match.header.seed + match.count * SEED_STEP) % 2**32
    try:
        action = bot_of(kit, level).choose(match.state, seat, Thinking(seed, stop=stop))
        kit.game.apply(match.state, seat, action, match.played_ms)
    except Exception as error:  # noqa: BLE001
        return Choice(kit.game.legal_actions(match.state, seat)[0], error)
    return Choice(action)
