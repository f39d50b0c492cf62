"""The checker refuses every kind of tampering, and names the reason."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from parlour.games.stackdoku.levels.certificate import check
from parlour.games.stackdoku.levels.dealing import deal
from parlour.games.stackdoku.levels.level import EMPTY, Level, Placement, Step
from tests.games.stackdoku.strategies import with_two_solutions


def first_place(dealt: Level) -> int:
    return next(i for i, step in enumerate(dealt.certificate) if step.place)


def with_step(dealt: Level, i: int, step: Step) -> Level:
    steps = dealt.certificate
    return replace(dealt, certificate=(*steps[:i], step, *steps[i + 1 :]))


def with_place(dealt: Level, **changes: Any) -> Level:
    i = first_place(dealt)
    place = dealt.certificate[i].place
    assert place
    return with_step(dealt, i, Step(place=replace(place, **changes)))


def with_pair(dealt: Level, first: int, second: int) -> Level:
    return with_step(dealt, 0, Step(pair=(first, second)))


def swap_solution_digits(dealt: Level) -> Level:
    return replace(dealt, solution=dealt.solution.translate(str.maketrans("12", "21")))


def break_solution(dealt: Level) -> Level:
    return replace(dealt, solution=dealt.solution[1] * 2 + dealt.solution[2:])


def lift_a_tile(dealt: Level) -> Level:
    top = max(dealt.tiles, key=lambda tile: tile.z)
    tiles = tuple(replace(t, z=t.z + 2) if t is top else t for t in dealt.tiles)
    return replace(dealt, tiles=tiles)


def drop_a_tile_on_another(dealt: Level) -> Level:
    one, two, *rest = dealt.tiles
    return replace(dealt, tiles=(one, replace(two, x=one.x + 1, y=one.y, z=one.z), *rest))


def recolour_a_tile(dealt: Level) -> Level:
    one, *rest = dealt.tiles
    return replace(dealt, tiles=(replace(one, digit=one.digit % 9 + 1), *rest))


def twin_a_tile(dealt: Level) -> Level:
    one, two, *rest = dealt.tiles
    return replace(dealt, tiles=(one, replace(two, id=one.id), *rest))


def drop_given(dealt: Level) -> Level:
    i = next(i for i, digit in enumerate(dealt.givens) if digit != EMPTY)
    return replace(dealt, givens=dealt.givens[:i] + EMPTY + dealt.givens[i + 1 :])


@pytest.mark.parametrize(
    ("tamper", "reason"),
    [
        (lambda v: replace(v, tier=5), "unknown-tier"),
        (lambda v: replace(v, givens=v.givens[:80]), "malformed-grid"),
        (lambda v: replace(v, solution="0" + v.solution[1:]), "malformed-grid"),
        (drop_given, "even-givens"),
        (break_solution, "wrong-solution"),
        (swap_solution_digits, "wrong-solution"),
        (with_two_solutions, "not-unique"),
        (lift_a_tile, "tile-unsupported"),
        (drop_a_tile_on_another, "tiles-overlap"),
        (recolour_a_tile, "wrong-tiles"),
        (twin_a_tile, "tiles-misnumbered"),
    ],
)
def test_a_tampered_level_is_refused(tamper: Callable[[Level], Level], reason: str) -> None:
    verdict = check(tamper(deal("hard", 3)))
    assert (verdict.ok, verdict.reason, verdict.step) == (False, reason, None)


def test_a_step_that_is_both_or_neither_is_malformed() -> None:
    dealt = deal("medium", 3)
    verdict = check(with_step(dealt, 2, Step()))
    assert (verdict.reason, verdict.step) == ("malformed-step", 2)


def test_unknown_and_equal_tiles_are_refused() -> None:
    dealt = deal("medium", 3)
    assert check(with_pair(dealt, 0, 99)).reason in ("no-such-tile", "tile-blocked")
    assert check(with_pair(dealt, 99, 0)).reason == "no-such-tile"
    assert check(with_pair(dealt, 5, 5)).reason == "same-tile"


def test_a_tile_cannot_be_removed_twice() -> None:
    dealt = deal("easy", 3)
    steps = dealt.certificate
    again = replace(dealt, certificate=(steps[0], steps[0], *steps[1:]))
    verdict = check(again)
    assert (verdict.reason, verdict.step) == ("tile-gone", 1)


def test_a_covered_tile_is_refused() -> None:
    dealt = deal("hard", 3)
    pairs = [step.pair for step in dealt.certificate if step.pair]
    reasons = {check(with_pair(dealt, *pair)).reason for pair in pairs[1:]}
    assert "tile-blocked" in reasons


def test_two_different_digits_are_refused() -> None:
    dealt = deal("easy", 3)
    free = sorted({t for step in dealt.certificate[:6] if step.pair for t in step.pair})
    reasons = {check(with_pair(dealt, a, b)).reason for a in free for b in free if a < b}
    assert "digits-differ" in reasons


def test_a_third_pair_does_not_fit_in_the_tray() -> None:
    dealt = deal("easy", 3)
    draws = tuple(step for step in dealt.certificate if step.pair)
    verdict = check(replace(dealt, certificate=draws))
    assert (verdict.reason, verdict.step) == ("tray-full", 2)


def test_placements_break_for_the_proper_reason() -> None:
    dealt = deal("easy", 3)
    place = dealt.certificate[first_place(dealt)].place
    assert place
    given = next(i for i, digit in enumerate(dealt.givens) if digit != EMPTY)
    assert check(with_place(dealt, row=9)).reason == "outside-grid"
    assert check(with_place(dealt, digit=place.digit % 9 + 1)).reason == "not-held"
    assert check(with_place(dealt, row=given // 9, col=given % 9)).reason == "cell-filled"
    assert check(with_place(dealt, why="naked-single")).reason == "beyond-tier"
    assert check(with_place(dealt, why="because")).reason == "malformed-step"


def test_a_cell_that_sees_the_digit_is_illegal_and_another_is_not_forced() -> None:
    dealt = deal("hard", 3)
    cells = [divmod(i, 9) for i, digit in enumerate(dealt.givens) if digit == EMPTY]
    reasons = {check(with_place(dealt, row=r, col=c)).reason for r, c in cells}
    assert {"illegal-placement", "not-forced"} <= reasons


def test_a_reason_that_does_not_hold_is_not_proof() -> None:
    dealt = deal("hard", 3)
    assert check(with_place(dealt, why="full-house")).reason == "not-forced"


def test_a_hard_certificate_is_not_proved_by_singles_alone() -> None:
    verdict = check(replace(deal("hard", 3), tier=2))
    assert verdict.reason == "not-forced"


def test_a_certificate_cut_short_is_refused() -> None:
    dealt = deal("medium", 3)
    steps = dealt.certificate
    assert check(replace(dealt, certificate=steps[:-1])).reason == "tokens-left"
    assert check(replace(dealt, certificate=())).reason == "stack-left"


def test_every_single_wrong_digit_in_a_certificate_is_found() -> None:
    dealt = deal("medium", 4)
    for i, step in enumerate(dealt.certificate):
        if step.place:
            other = Placement(step.place.digit % 9 + 1, step.place.row, step.place.col, step.place.why)
            verdict = check(with_step(dealt, i, Step(place=other)))
            assert (verdict.ok, verdict.step) == (False, i)
