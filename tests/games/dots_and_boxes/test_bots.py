"""The five levels: legal everywhere, repeatable, obedient, and each better than the one below."""

import threading
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import pytest

from parlour.batch.arena import play_games, standings
from parlour.core.bot import Bot, Thinking
from parlour.core.mulberry32 import mulberry32
from parlour.games.dots_and_boxes import kit
from parlour.games.dots_and_boxes.bots import EXPERT, LEVELS, MASTER, SKILLED
from parlour.games.dots_and_boxes.rules import LINE_OF, DotsAndBoxes, Options, State, dots_of
from parlour.testing.players import begin, random_game
from tests.games.dots_and_boxes.clocks import SearchClock, searches_by

GAME = DotsAndBoxes()

UNHURRIED = replace(MASTER, simulations=1500, exact_lines=30, seconds=None)
"""The strongest level without a clock, so that a busy machine cannot decide a test."""

every_level = pytest.mark.parametrize("bot", LEVELS, ids=lambda bot: bot.level)


def positions(seats: int, seed: int) -> Iterator[State]:
    """Every third position of a game of blind players, the middles of chains among them."""
    match = begin(GAME, seed, seats=seats)
    played = [match, *random_game(match, mulberry32(seed))]
    return (match.state for match in played[::3] if match.outcome is None)


def drawn(*names: str, seats: int = 2) -> State:
    """The state after these lines, whoever drew them."""
    state = GAME.start(Options(), 0, seats)
    for name in names:
        state = GAME.apply(state, state.turn, dots_of(LINE_OF[name]), 0)
    return state


@every_level
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_bot_chooses_a_legal_line_at_every_position(bot: Bot, seats: int) -> None:
    for seed in (1, 2):
        for state in positions(seats, seed):
            action = bot.choose(state, state.turn, Thinking(seed, 0.003))
            assert action in GAME.legal_actions(state, state.turn)


@pytest.mark.parametrize("bot", [bot for bot in LEVELS if bot != MASTER], ids=lambda bot: bot.level)
def test_where_no_clock_is_read_the_same_seed_gives_the_same_line(bot: Bot) -> None:
    for seats in (2, 3, 4):
        for state in positions(seats, 5):
            chosen = {bot.choose(state, state.turn, Thinking(9)) for _ in range(2)}
            assert len(chosen) == 1


def test_different_seeds_open_differently() -> None:
    start = GAME.start(Options(), 0, 2)
    assert len({EXPERT.choose(start, 0, Thinking(seed)) for seed in range(8)}) > 1


@every_level
def test_whoever_is_told_to_stop_answers(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    searches_by(SearchClock(step=0.1), monkeypatch)
    stop = threading.Event()
    stop.set()
    for seats in (2, 4):
        state = GAME.start(Options(), 0, seats)
        assert bot.choose(state, 0, Thinking(1, 600.0, stop)) in GAME.legal_actions(state, 0)


def test_the_strongest_thinks_for_a_second_unless_told_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    assert MASTER.seconds == 1.0
    state = GAME.start(Options(), 0, 2)
    readings = {}
    for seconds in (None, 1.0, 2.0):
        clock = searches_by(SearchClock(step=0.01), monkeypatch)
        MASTER.choose(state, 0, Thinking(1, seconds))
        readings[seconds] = clock.readings
    assert readings[None] == readings[1.0] < readings[2.0]


@pytest.mark.parametrize("bot", [SKILLED, EXPERT, UNHURRIED], ids=lambda bot: bot.level)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_an_offered_box_is_taken_when_nothing_speaks_against_it(bot: Bot, seats: int) -> None:
    state = drawn("h00", "v00", "h10", seats=seats)
    assert bot.choose(state, state.turn, Thinking(1)) == dots_of(LINE_OF["v01"])


@pytest.mark.parametrize("bot", [SKILLED, EXPERT], ids=lambda bot: bot.level)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_no_box_is_offered_in_the_opening(bot: Bot, seats: int) -> None:
    state = drawn("h00", "v00", "h54", "v45", seats=seats)
    bad = {dots_of(LINE_OF[name]) for name in ("h10", "v01", "h44", "v44")}
    assert not bad & {bot.choose(state, state.turn, Thinking(seed)) for seed in range(10)}


LADDER: tuple[Bot, ...] = (*LEVELS[:-1], UNHURRIED)


@pytest.mark.parametrize("pair", list(pairwise(LADDER)), ids=lambda pair: pair[1].level)
def test_each_level_beats_the_one_below(pair: tuple[Bot, Bot]) -> None:
    weaker, stronger = standings(pair, list(play_games(kit, pair, 12, seconds=None, seed=50)))
    assert stronger.points > weaker.points


@pytest.mark.parametrize("seats", [3, 4])
def test_the_strongest_wins_more_than_its_share_among_several(seats: int) -> None:
    bots: list[Bot] = [UNHURRIED] + [SKILLED for _ in range(seats - 1)]
    strongest, *_ = standings(bots, list(play_games(kit, bots, 12, seconds=None, seed=70)))
    assert strongest.share > 1 / seats
