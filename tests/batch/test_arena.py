"""Bots of the template game play each other."""

from dataclasses import dataclass

import pytest

from parlour.batch.arena import GameResult, play_games, standings, wilson
from parlour.core.bot import Thinking
from parlour.core.kit import Kit
from parlour.core.mulberry32 import mulberry32
from parlour.core.words import words
from parlour.testing.players import pick
from tests.nim import Nim, NimText, State, Take


@dataclass(frozen=True)
class Blind:
    level: str = "blind"

    def choose(self, state: State, seat: int, thinking: Thinking) -> Take:
        action: Take = pick(mulberry32(thinking.seed), Nim().legal_actions(state, seat))
        return action


@dataclass(frozen=True)
class Perfect:
    level: str = "perfect"

    def choose(self, state: State, seat: int, thinking: Thinking) -> Take:
        total = 0
        for heap in state.heaps:
            total ^= heap
        for heap, size in enumerate(state.heaps):
            if size ^ total < size:
                return Take(heap, size - (size ^ total))
        return Blind().choose(state, seat, thinking)


@dataclass(frozen=True)
class Cheat:
    level: str = "cheat"

    def choose(self, state: State, seat: int, thinking: Thinking) -> Take:  # noqa: ARG002
        return Take(0, 1000)


KIT = Kit(Nim(), words("Nim"), words(""), NimText(), bots=(Blind(), Perfect()))


def test_the_better_bot_wins_and_the_interval_says_how_surely() -> None:
    played = list(play_games(KIT, KIT.bots, 60, seconds=None, seed=1))
    blind, perfect = standings(KIT.bots, played)
    assert blind.points + perfect.points == 60
    assert perfect.share > 0.85
    low, high = perfect.share_interval
    assert low < perfect.share < high


def test_the_same_seed_gives_the_same_games() -> None:
    first, second = (list(play_games(KIT, KIT.bots, 10, seconds=None, seed=7)) for _ in range(2))
    assert first == second


def test_seats_rotate_and_results_stay_with_their_entrant() -> None:
    """A bot that wins whenever it begins in one heap would win half of its games if seats rotate."""
    played = list(play_games(KIT, (Perfect(), Perfect()), 40, seconds=None, seed=3))
    first, second = standings((Perfect(), Perfect()), played)
    assert 0.2 < first.share < 0.8
    assert first.points + second.points == 40


def test_three_bots_play_for_one_point_a_game() -> None:
    played = list(play_games(KIT, (Blind(), Blind(), Perfect()), 9, seconds=None, seed=3))
    assert all(sum(game.points) == 1 and len(game.scores) == 3 for game in played)


def test_a_bot_that_breaks_the_rules_is_named() -> None:
    with pytest.raises(AssertionError, match="bot cheat chose"):
        list(play_games(KIT, (Cheat(), Blind()), 1, seconds=None, seed=1))


def test_ties_are_shared_and_margins_are_against_the_best_other() -> None:
    levels = ("a", "b", "c")
    games = [GameResult(1, levels, (5, 5, 1), (0.5, 0.5, 0.0)), GameResult(2, levels, (9, 1, 1), (1.0, 0.0, 0.0))]
    first, second, third = standings((Blind("a"), Blind("b"), Blind("c")), games)
    assert (first.points, second.points, third.points) == (1.5, 0.5, 0.0)
    assert first.margin == pytest.approx(4.0)
    assert third.margin == pytest.approx(-6.0)


def test_the_interval_of_wilson_has_its_known_values() -> None:
    assert wilson(0, 10) == pytest.approx((0.0, 0.2775), abs=1e-3)
    assert wilson(50, 100) == pytest.approx((0.4038, 0.5962), abs=1e-3)
    assert wilson(10, 10)[1] == pytest.approx(1.0)
