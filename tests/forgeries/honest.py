"""Honest sessions to forge: every game with all its options and seats, short and whole, in every format."""

import json
from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Any

from msgspec import structs

from parlour.core.game import Finish, Ready
from parlour.core.kit import Kit
from parlour.core.match import AnyMatch, Match
from parlour.core.mulberry32 import below, mulberry32
from parlour.core.replay import last_of
from parlour.core.session import OWN_FORMAT, AnySession
from parlour.games import kits
from parlour.games.documents import write_session
from parlour.games.stackdoku.actions import Action, AskHint, AskWinnable, Restart, Undo
from parlour.games.stackdoku.levels.dealing import deal
from parlour.games.stackdoku.levels.level import Difficulty
from parlour.games.stackdoku.rules import Options
from parlour.testing.players import Numbers, all_options, begin, blind_action, pick, random_game, slow_game
from tests import nim
from tests.games.stackdoku.building import blind_line, certified_actions

KITS: dict[str, Kit] = dict(kits()) | {"nim": nim.kit}
SHORT = 12
"""Entries of most sessions: many short ones find more than a few long ones."""
LONGEST_WHOLE = 120
"""Whole games up to this length are among them; a blind player's Stackdoku takes hundreds."""
ROUNDS = 6
"""How often each choice of options and seats is played."""
EXPORTED = "export"
"""The name of a format here: a line of ``parlour export``."""


def formats_of(game: str) -> tuple[str, ...]:
    """All that sessions of a game come in."""
    return (OWN_FORMAT, EXPORTED, *(form.name for form in KITS[game].formats)) if game != "nim" else (OWN_FORMAT,)


@cache
def texts(game: str, format_name: str) -> tuple[bytes, ...]:
    """The same every time."""
    return tuple(_written(KITS[game], session, format_name) for session in sessions(game))


@cache
def sessions(game: str) -> tuple[AnySession, ...]:
    """Sessions of one game, finished, left and under way."""
    kit = KITS[game]
    numbers, of_waiting = mulberry32(sum(game.encode())), mulberry32(sum(game.encode()) + 1)
    found: list[AnySession] = []
    for round_number in range(ROUNDS):
        for options in all_options(kit.game):
            for seats in kit.game.seats:
                start = begin(kit.game, below(next(numbers), 2**31) - round_number % 2 * 2**30, options, seats)
                found += _cuts(start, numbers)
                found += _waited(start, of_waiting)
    if game == "stackdoku":
        found += _to_the_end(numbers)
    return tuple(found)


def _cuts(start: AnyMatch, numbers: Numbers) -> Iterator[AnySession]:
    """A match of blind players after a few moves, as left and as still played; and the whole of it, if it is short."""
    play = pick(numbers, (random_game, slow_game))
    moves = list(islice(play(start, numbers, pause_ms=pick(numbers, (400, 4000))), LONGEST_WHOLE))
    few = moves[: 1 + below(next(numbers), SHORT)][-1]
    yield few.session
    yield few.close(few.last_ms + below(next(numbers), 300)).session
    if moves[-1].outcome is not None:
        yield moves[-1].session
        yield _nearly(moves, numbers).session


def _waited(start: AnyMatch, numbers: Numbers) -> Iterator[AnySession]:
    """The same match begun when everybody is ready, which takes a while; alone it is finished after a few moves."""
    match = Match.taken_up(start.game, structs.replace(start.header, waits=True), start.state)
    if match.outcome is not None:
        return
    yield match.close(below(next(numbers), 200_000)).session
    while match.covered:
        match, _ = match.submit(pick(numbers, match.to_move), Ready(), match.last_ms + below(next(numbers), 90_000))
    few = islice(slow_game(match, numbers, pause_ms=4000), 1 + below(next(numbers), SHORT))
    match = last_of(few)
    yield match.session
    if match.outcome is None and match.header.seats == 1:
        yield match.submit(0, Finish(), match.last_ms + 1)[0].session


def _nearly(moves: list[AnyMatch], numbers: Numbers) -> AnyMatch:
    """The match shortly before its end, with a blind try or two more."""
    match = moves[max(0, len(moves) - 1 - below(next(numbers), 4))]
    for _ in range(2):
        if match.outcome is None:
            match = blind_action(match, numbers, match.last_ms)
    return match


def _to_the_end(numbers: Numbers) -> Iterator[AnySession]:
    """Levels solved by their certificate: at once, with undos, with help, at the second try; and lost ones."""
    solution = certified_actions(deal("easy", 0))
    yield _played("easy", 0, solution, numbers)
    yield _played("easy", 0, [solution[0], Undo(), solution[0], Undo(), *solution], numbers)
    yield _played("easy", 0, [AskHint(), AskHint(), *solution], numbers)
    yield _played("easy", 0, [AskWinnable(), *solution[:3], Restart(), *solution], numbers)
    yield _played("hard", 1, blind_line("hard", 1), numbers)
    yield _played("medium", 2, blind_line("medium", 2), numbers)


def _played(difficulty: Difficulty, seed: int, actions: list[Action], numbers: Numbers) -> AnySession:
    match = begin(KITS["stackdoku"].game, seed, Options(difficulty=difficulty))
    for action in actions:
        match, refusal = match.submit(0, action, match.last_ms + below(next(numbers), 4000))
        assert refusal is None
    assert match.outcome is not None
    return match.session


def _written(kit: Kit, session: AnySession, format_name: str) -> bytes:
    if format_name != EXPORTED:
        return write_session(kit, session, format_name)
    seated: list[dict[str, Any]] = [{"name": f"player {seat}", "player": None} for seat in range(session.seats)]
    return b'{"seated":%s,"session":%s}' % (json.dumps(seated).encode(), write_session(kit, session, OWN_FORMAT))
