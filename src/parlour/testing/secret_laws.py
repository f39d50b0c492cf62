"""No view tells its seed before the end."""

import msgspec
from msgspec import Struct

from parlour.core.kit import Kit
from parlour.core.match import AnyMatch
from parlour.core.mulberry32 import below, mulberry32
from parlour.testing.law import law
from parlour.testing.players import all_options, begin, pick, random_game
from parlour.testing.seed_spellings import LEAST, U32, told


def played(kit: Kit, seed: int) -> list[AnyMatch]:
    """Every fifth position of blind players, with options and seats that follow from the seed modulo 2^32."""
    numbers = mulberry32(seed)
    start = begin(kit.game, seed, pick(numbers, all_options(kit.game)), pick(numbers, kit.game.seats))
    return [start, *random_game(start, numbers)][::5]


def views(kit: Kit, match: AnyMatch) -> list[bytes]:
    """What each seat and a spectator see, and what a terminal draws of it."""
    seen = [kit.game.view(match.state, seat) for seat in (None, *range(match.session.seats))]
    return [msgspec.json.encode(view) + kit.text.draw(view).encode() for view in seen]


@law
def no_view_tells_the_seed_before_the_end(kit: Kit, seed: int) -> None:
    seed = seed if seed >= LEAST else LEAST + seed % (U32 - LEAST)
    for match in played(kit, seed):
        if match.outcome is None:
            assert [told(seed, view) for view in views(kit, match)] == [[]] * (match.session.seats + 1)


@law
def seeds_that_give_the_same_game_give_the_same_views(kit: Kit, seed: int) -> None:
    """A seed is taken modulo 2^32: which of those that are alike there it was is nothing that can be seen."""
    seed %= U32
    turns = 1 + below(next(mulberry32(seed)), 2**20 - 1)
    one, other = played(kit, seed), played(kit, seed + turns * U32)
    assert len(one) == len(other)
    for mine, theirs in zip(one, other, strict=True):
        assert views(kit, mine) == views(kit, theirs)


@law
def who_hides_nothing_shows_everybody_the_same(kit: Kit, seed: int) -> None:
    if kit.hides_nothing:
        for match in played(kit, seed):
            assert len(set(views(kit, match))) == 1


@law
def a_game_says_whether_the_seed_changes_anything(kit: Kit, seed: int) -> None:
    """Nobody is shown a number that means nothing, or asked for one. With some options it may mean nothing."""
    changes = any(_seed_changes(kit, options) for options in all_options(kit.game))
    assert kit.seeded == changes, f"the kit says seeded={kit.seeded}; whether the seed changes the start: {changes}"


def _seed_changes(kit: Kit, options: Struct) -> bool:
    """Whether two of the first seeds start differently with these options."""
    first, *others = range(1, 20)
    state = begin(kit.game, first, options, kit.game.seats.start).state
    return any(begin(kit.game, other, options, kit.game.seats.start).state != state for other in others)
