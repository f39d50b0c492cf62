"""The laws of parlour.testing, over every registered game and the templates."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.core.kit import Kit
from parlour.games import kits
from parlour.testing import LAWS, Law
from parlour.testing.players import timed_options
from tests import alone, nim

every_kit = pytest.mark.parametrize("kit", [*kits().values(), nim.kit, alone.kit], ids=lambda kit: kit.game.id)
every_law = pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)


@every_kit
@every_law
@settings(max_examples=8)
@given(st.integers(-(2**52), 2**52))
def test_contract(law: Law, kit: Kit, seed: int) -> None:
    law(kit, seed)


def test_the_template_and_a_registered_game_have_a_time_limit() -> None:
    assert timed_options(nim.kit.game)
    assert any(timed_options(kit.game) for kit in kits().values())
