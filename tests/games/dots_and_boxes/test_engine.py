"""Choices: legal, within their limits, repeatable, and never giving up value."""

import random
import threading

import pytest

from parlour.games.dots_and_boxes.engine import Engine, captures_in, least_gifts, offered_by
from parlour.games.dots_and_boxes.kernels.chains import captured
from parlour.games.dots_and_boxes.rules import LINE_OF
from parlour.games.dots_and_boxes.tree import Limit
from tests.games.dots_and_boxes import oracle
from tests.games.dots_and_boxes.clocks import SearchClock, searches_by


@pytest.fixture(scope="module")
def engine() -> Engine:
    made = Engine(megabytes=64)
    made.warm()
    return made


def positions(count: int, seed: str) -> list[int]:
    rng = random.Random(seed)
    kinds = (oracle.random_position, oracle.careful_position, oracle.greedy_position)
    return [rng.choice(kinds)(rng.randint(1, 60), rng) for _ in range(count)]


def test_a_choice_is_an_undrawn_line(engine: Engine) -> None:
    for undrawn in positions(120, "legal"):
        for exact_lines in (0, 20):
            chosen = engine.choose(undrawn, 0, seed=1, limit=Limit(simulations=40), exact_lines=exact_lines)
            assert undrawn >> chosen.line & 1
        for scores in ((0, 0, 0), (4, 1, 0, 2)):
            assert undrawn >> engine.choose_many(undrawn, 1, scores, seed=1, limit=Limit(simulations=40)).line & 1


def test_the_same_seed_without_a_clock_chooses_the_same_line(engine: Engine) -> None:
    limit = Limit(simulations=200)
    for undrawn in positions(20, "same"):
        assert len({engine.choose(undrawn, -1, seed=5, limit=limit, exact_lines=20).line for _ in range(3)}) == 1
        assert len({engine.choose_many(undrawn, 0, (0, 1, 2, 0), seed=5, limit=limit).line for _ in range(3)}) == 1


def test_a_limit_in_seconds_ends_every_search(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    hard = [(1 << 32) - 1, oracle.FULL, *positions(12, "budget")]
    searches_by(SearchClock(step=0.005), monkeypatch)
    for undrawn in hard:
        engine.choose(undrawn, -9, seed=1, limit=Limit(seconds=0.05))
        engine.choose_many(undrawn, 0, (0, 1, 2), seed=1, limit=Limit(seconds=0.05))


def test_no_time_at_all_still_gives_a_line(engine: Engine) -> None:
    for undrawn in positions(40, "no time"):
        assert undrawn >> engine.choose(undrawn, 0, seed=1, limit=Limit(seconds=0.0)).line & 1
        assert undrawn >> engine.choose_many(undrawn, 0, (0, 0, 0), seed=1, limit=Limit(seconds=0.0)).line & 1


def test_whoever_is_told_to_stop_answers_without_waiting_for_the_clock(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    searches_by(SearchClock(step=0.1), monkeypatch)
    stop = threading.Event()
    stop.set()
    for undrawn in (oracle.FULL, oracle.safe_position(44, random.Random(1))):
        assert undrawn >> engine.choose(undrawn, 0, seed=1, limit=Limit(seconds=600.0, stop=stop)).line & 1
        limit = Limit(seconds=600.0, stop=stop)
        assert undrawn >> engine.choose_many(undrawn, 0, (0, 0, 0), seed=1, limit=limit).line & 1


class StopsWhenAskedAgain:
    """Lets a search begin, and stops it when it asks for the third time."""

    asked = 0

    def is_set(self) -> bool:
        self.asked += 1
        return self.asked > 2


def test_an_evaluation_that_is_stopped_on_its_way_claims_nothing_that_is_not_proven(engine: Engine) -> None:
    stop = StopsWhenAskedAgain()
    known = engine.evaluate(oracle.FULL, 600.0, stop)
    assert stop.asked == 3
    assert not known.complete
    assert known.best == ()


def test_a_losing_side_still_draws_a_best_line(engine: Engine) -> None:
    rng = random.Random("losing")
    for _ in range(60):
        undrawn = oracle.careful_position(rng.randint(6, 18), rng)
        chosen = engine.choose(undrawn, -30, seed=3, limit=Limit(simulations=1))
        assert chosen.exact
        assert chosen.line in oracle.solve(undrawn)[1]


def test_a_losing_side_leaves_the_fewest_right_replies(engine: Engine) -> None:
    rng = random.Random("traps")
    quiet = (int(captured(oracle.random_position(24, rng))) for _ in range(400))
    for undrawn in [position for position in quiet if 6 <= position.bit_count() <= 14][:20]:
        _, best = oracle.solve(undrawn)
        right = {line: len(oracle.solve(undrawn & ~(1 << line))[1]) for line in best}
        chosen = engine.choose(undrawn, -30, seed=3, limit=Limit(simulations=1)).line
        assert right[chosen] == min(right.values())


def test_with_a_chain_to_take_the_tree_search_captures_or_gives_back_but_never_plays_elsewhere(engine: Engine) -> None:
    rng = random.Random("captures")
    seen = 0
    while seen < 20:
        undrawn = oracle.random_position(rng.randint(33, 40), rng)
        captures = captures_in(undrawn)
        if captures:
            seen += 1
            line = engine.choose(undrawn, 0, seed=2, limit=Limit(simulations=50), exact_lines=0).line
            assert line in captures or oracle.gives(undrawn, line)


def test_the_smallest_gift_is_the_one_that_offers_the_fewest_boxes() -> None:
    chain_of_two, chain_of_three = ("h00", "v10", "h10"), ("h54", "h44", "h34", "v25")
    undrawn = sum(1 << LINE_OF[name] for name in (*chain_of_two, *chain_of_three))
    assert offered_by(undrawn, LINE_OF["h10"]) == 2
    assert offered_by(undrawn, LINE_OF["h44"]) == 3
    assert set(least_gifts(undrawn)) == {LINE_OF[name] for name in chain_of_two}
