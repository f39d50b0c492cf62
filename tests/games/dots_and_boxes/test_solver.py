"""The compiled solver against the obvious one, and against itself turned around."""

import random

import pytest

from parlour.games.dots_and_boxes.engine import Engine
from tests.games.dots_and_boxes import oracle

POSITIONS_A_KIND = 520
TURNED_POSITIONS = 200


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(megabytes=64)


@pytest.mark.parametrize("kind", oracle.KINDS, ids=lambda kind: kind.__name__)
def test_margin_and_all_best_lines_agree_with_brute_force(engine: Engine, kind: oracle.Kind) -> None:
    rng = random.Random(f"brute {kind.__name__}")
    for _ in range(POSITIONS_A_KIND):
        undrawn = kind(rng.randint(4, 18), rng)
        known = engine.evaluate(undrawn, None)
        assert known.complete
        assert known.low == known.high
        assert (known.low, known.best) == oracle.solve(undrawn), hex(undrawn)


def test_a_position_keeps_its_margin_and_best_lines_under_all_symmetries(engine: Engine) -> None:
    rng = random.Random("turned")
    kinds = (oracle.careful_position, oracle.greedy_position, oracle.random_position)
    for i in range(TURNED_POSITIONS):
        undrawn = kinds[i % len(kinds)](rng.randint(24, 32), rng)
        known = engine.evaluate(undrawn, None)
        for symmetry in oracle.SYMMETRIES:
            turned = engine.evaluate(oracle.moved(undrawn, symmetry), None)
            assert turned.low == known.low, hex(undrawn)
            assert turned.best == tuple(sorted(symmetry[line] for line in known.best)), hex(undrawn)


def test_the_margin_survives_one_best_line_from_each_position(engine: Engine) -> None:
    rng = random.Random("steps")
    undrawn = oracle.safe_position(34, rng)
    while undrawn:
        known = engine.evaluate(undrawn, None)
        line = rng.choice(known.best)
        boxes = oracle.completes(undrawn, line)
        undrawn &= ~(1 << line)
        after = engine.evaluate(undrawn, None).low
        assert known.low == (boxes + after if boxes else -after)


def test_what_a_solver_says_when_it_is_stopped_is_true(engine: Engine) -> None:
    """Stopped at any moment, bounds hold the margin and every line called best is one."""
    rng = random.Random("stopped")
    for _ in range(40):
        undrawn = oracle.safe_position(34, rng)
        hurried = Engine(megabytes=32).evaluate(undrawn, rng.random() * 0.02)
        known = engine.evaluate(undrawn, None)
        assert hurried.low <= known.low <= hurried.high
        assert set(hurried.best) <= set(known.best)
        assert not hurried.complete or hurried.best == known.best
