"""Windfall: the contract of every game, and its own rules."""

import pytest
from parlour_windfall import kit
from parlour_windfall.advice import WindfallAdviser
from parlour_windfall.rules import CLEARED, ROWS, Ask, Pick, State, Windfall

from parlour.core.errors import IllegalAction
from parlour.testing import LAWS, SEEDS, Law

GROUND = ROWS - 1
"""The lowest row."""


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_contract(law: Law) -> None:
    for seed in SEEDS:
        law(kit, seed)


def test_what_hangs_above_falls_and_empty_columns_close_up() -> None:
    after = Windfall().apply(State(("012", "0", "21")), 0, Pick(GROUND, 0), 0)
    assert after.columns == ("12", "21")
    assert after.score == 2


def test_more_at_once_are_worth_more_and_an_empty_wall_most() -> None:
    after = Windfall().apply(State(("000", "00")), 0, Pick(GROUND - 1, 1), 0)
    assert after.score == 5 * 4 + CLEARED
    outcome = Windfall().outcome(after)
    assert outcome is not None
    assert outcome.reason == "cleared"


@pytest.mark.parametrize(("pick", "code"), [(Pick(GROUND, 1), "alone"), (Pick(0, 0), "nothing-there")])
def test_what_hangs_alone_or_is_not_there_cannot_be_picked(pick: Pick, code: str) -> None:
    with pytest.raises(IllegalAction) as refused:
        Windfall().apply(State(("00", "1")), 0, pick, 0)
    assert refused.value.refusal.code == code


def test_a_hint_can_be_followed_and_is_counted() -> None:
    state = Windfall().apply(Windfall().start(Windfall.options(), 5, 1), 0, Ask(), 0)
    advice = WindfallAdviser().advise(state, 0)
    assert advice is not None
    assert state.asked == 1
    assert Windfall().apply(state, 0, advice.pick, 0).score >= advice.count
