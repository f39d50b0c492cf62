"""Deals: the same everywhere, in the grade, and playable as certified."""

import hashlib

import msgspec
import pytest
from hypothesis import given, settings

from parlour.games.stackdoku.levels.certificate import check
from parlour.games.stackdoku.levels.dealing import GRADES, certificate_of, deal, fresh_deal
from parlour.games.stackdoku.levels.grading import bot_win_rate, grade, tray_need
from parlour.games.stackdoku.levels.level import DIFFICULTIES, EMPTY, Difficulty, Level
from parlour.games.stackdoku.stack import NAMES
from tests.games.stackdoku.strategies import LEVELS


@settings(max_examples=40)
@given(level=LEVELS)
def test_every_deal_is_accepted_by_the_checker(level: Level) -> None:
    verdict = check(level)
    assert verdict.ok, verdict


@settings(max_examples=40)
@given(level=LEVELS)
def test_a_deal_keeps_to_its_grade(level: Level) -> None:
    asked = GRADES[level.difficulty]
    empty = level.givens.count(EMPTY)
    assert asked.fewest_givens <= 81 - empty <= asked.most_givens
    assert asked.easiest_tier <= level.tier <= asked.hardest_tier
    assert len(level.tiles) == empty


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_the_same_seed_deals_the_same_bytes(difficulty: Difficulty) -> None:
    first, again = (msgspec.json.encode(fresh_deal(difficulty, 7)) for _ in range(2))
    assert first == again


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_the_dealt_bytes_are_those_of_this_generator_version(difficulty: Difficulty) -> None:
    digest = hashlib.sha256(msgspec.json.encode([deal(difficulty, seed) for seed in range(5)]))
    assert digest.hexdigest()[:16] == GOLDEN[difficulty]


def test_a_level_survives_json() -> None:
    dealt = deal("hard", 1)
    assert msgspec.json.decode(msgspec.json.encode(dealt), type=Level) == dealt


@pytest.mark.parametrize("seed", [5 + 2**32, 5 - 2**32])
def test_a_seed_counts_modulo_two_to_the_32(seed: int) -> None:
    assert deal("easy", seed) == deal("easy", 5)


def test_a_level_is_named_by_difficulty_seed_and_generator() -> None:
    assert deal("medium", 42).id == "medium-42-g1"


def test_a_level_without_its_certificate_finds_it_again() -> None:
    dealt = deal("medium", 42)
    assert dealt.unproved.certificate == ()
    assert certificate_of(dealt.unproved) == dealt.certificate


def test_every_layout_is_dealt() -> None:
    assert {deal("easy", seed).layout for seed in range(60)} == set(NAMES)


@pytest.mark.parametrize(
    ("difficulty", "least", "most"),
    [("easy", 0.95, 1.0), ("medium", 0.55, 0.80), ("hard", 0.25, 0.50), ("expert", 0.08, 0.30)],
)
def test_a_blind_bot_wins_as_often_as_the_difficulty_promises(
    difficulty: Difficulty, least: float, most: float
) -> None:
    rates = [bot_win_rate(deal(difficulty, seed), 100, seed=777) for seed in range(40)]
    assert least <= sum(rates) / len(rates) <= most


@pytest.mark.parametrize("difficulty", ["medium", "hard"])
def test_three_levels_in_ten_need_a_third_slot(difficulty: Difficulty) -> None:
    needs = [tray_need(deal(difficulty, seed), 2000) for seed in range(60)]
    assert sum(need.at_least >= 3 for need in needs) >= 18


def test_the_bounds_on_the_tray_are_in_order_and_fit_the_tray() -> None:
    for seed in range(10):
        need = tray_need(deal("hard", seed), 50)
        assert 2 <= need.at_least <= need.at_most <= 5


def test_a_grading_says_what_the_level_is() -> None:
    dealt = deal("hard", 3)
    found = grade(dealt)
    assert found.id == dealt.id
    assert found.certificate.ok
    assert (found.tier, found.tiles, found.givens) == (dealt.tier, len(dealt.tiles), 81 - len(dealt.tiles))
    assert found.figures is not None
    assert found.figures.layers == 1 + max(tile.z for tile in dealt.tiles)
    assert 0 < found.figures.bot_wins < 1


GOLDEN = {
    "easy": "3d4e11dfc5fd0512",
    "medium": "046e13f9d883b1f4",
    "hard": "bcdbdcc3d901737c",
    "expert": "1858ed7a15cb3ba4",
}
