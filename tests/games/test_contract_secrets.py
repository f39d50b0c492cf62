"""No view tells its seed before the end, over every registered game and the template."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.core.kit import Kit
from parlour.core.match import AnyMatch
from parlour.core.mulberry32 import mulberry32
from parlour.games import kits
from tests import alone, nim
from tests.players import all_options, begin, pick, random_game
from tests.seed_spellings import LEAST, U32, told

every_kit = pytest.mark.parametrize("kit", [*kits().values(), nim.kit, alone.kit], ids=lambda kit: kit.game.id)
LARGE_SEEDS = st.integers(LEAST, U32 - 1) | st.integers(LEAST, 2**52)
few = settings(max_examples=4)


def played(kit: Kit, seed: int) -> list[AnyMatch]:
    """Every fifth position of blind players, with options and seats that follow from the seed modulo 2^32."""
    numbers = mulberry32(seed)
    start = begin(kit.game, seed, pick(numbers, all_options(kit.game)), pick(numbers, kit.game.seats))
    return [start, *random_game(start, numbers)][::5]


def views(kit: Kit, match: AnyMatch) -> list[bytes]:
    """What each seat and a spectator see, and what a terminal draws of it."""
    seen = [kit.game.view(match.state, seat) for seat in (None, *range(match.session.seats))]
    return [msgspec.json.encode(view) + kit.text.draw(view).encode() for view in seen]


@every_kit
@few
@given(LARGE_SEEDS)
def test_no_view_tells_the_seed_before_the_end(kit: Kit, seed: int) -> None:
    for match in played(kit, seed):
        if match.outcome is None:
            assert [told(seed, view) for view in views(kit, match)] == [[]] * (match.session.seats + 1)


@every_kit
@few
@given(st.integers(0, U32 - 1), st.integers(1, 2**20 - 1))
def test_seeds_that_give_the_same_game_give_the_same_views(kit: Kit, seed: int, turns: int) -> None:
    """A seed is taken modulo 2^32: which of those that are alike there it was is nothing that can be seen."""
    one, other = played(kit, seed), played(kit, seed + turns * U32)
    assert len(one) == len(other)
    for mine, theirs in zip(one, other, strict=True):
        assert views(kit, mine) == views(kit, theirs)


@every_kit
@few
@given(st.integers(0, U32 - 1))
def test_who_hides_nothing_shows_everybody_the_same(kit: Kit, seed: int) -> None:
    if kit.hides_nothing:
        for match in played(kit, seed):
            assert len(set(views(kit, match))) == 1


@every_kit
def test_a_game_says_whether_the_seed_changes_anything(kit: Kit) -> None:
    """Nobody is shown a number that means nothing, or asked for one."""
    options = all_options(kit.game)[0]
    starts = [begin(kit.game, seed, options, kit.game.seats.start).state for seed in (1, 2, 3)]
    assert kit.seeded == any(start != starts[0] for start in starts)
