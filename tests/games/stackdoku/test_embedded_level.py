"""A session carries its level: one from elsewhere is either a level or refused, quickly and with the reason."""

import time
from collections.abc import Callable

import pytest
from msgspec import structs

from parlour.core.match import AnyMatch
from parlour.core.mulberry32 import mulberry32
from parlour.core.replay import resume, verify
from parlour.core.session import AnySession, decode_session, encode_session
from parlour.games.stackdoku.hints import hint
from parlour.games.stackdoku.level import EMPTY, Level, Step, Tile
from parlour.games.stackdoku.levels import GENERATOR, certificate_of, deal
from parlour.games.stackdoku.rules import Options, Stackdoku
from tests.games.stackdoku.strategies import with_two_solutions
from tests.players import begin, random_game

GAME = Stackdoku()
SEED = 11
HARDEST_GIVENS = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
HARDEST_SOLUTION = "812753649943682175675491283154237896369845721287169534521974368438526917796318452"
"""Made to be hard on a program that searches."""


def of_another_generator(level: Level) -> Level:
    return structs.replace(level, generator=GENERATOR + 1, id=f"{level.difficulty}-{level.seed}-g{GENERATOR + 1}")


def session_with(level: Level) -> AnySession:
    """A blind game of the seed's own level, then told as if it had been played on this one."""
    *_, match = random_game(begin(GAME, SEED, Options("medium")), mulberry32(SEED))
    return structs.replace(match.session, options=Options("medium", level))


def recoloured(level: Level) -> Level:
    one, *rest = level.tiles
    return structs.replace(level, tiles=(structs.replace(one, digit=one.digit % 9 + 1), *rest))


def renumbered(level: Level) -> Level:
    one, two, *rest = level.tiles
    return structs.replace(level, tiles=(structs.replace(one, id=1), structs.replace(two, id=0), *rest))


def reordered(level: Level) -> Level:
    return structs.replace(level, tiles=level.tiles[::-1])


def floating(level: Level) -> Level:
    *rest, top = level.tiles
    return structs.replace(level, tiles=(*rest, structs.replace(top, z=top.z + 3)))


def without_tiles(level: Level) -> Level:
    return structs.replace(level, tiles=())


def with_another_solution(level: Level) -> Level:
    return structs.replace(level, solution=deal("medium", SEED + 1).solution)


def with_the_certificate_of_another(level: Level) -> Level:
    return structs.replace(level, certificate=deal("medium", SEED + 1).certificate)


def with_half_its_certificate(level: Level) -> Level:
    steps = deal("medium", SEED).certificate
    return structs.replace(level, certificate=steps[: len(steps) // 2])


def with_a_step_that_is_nothing(level: Level) -> Level:
    return structs.replace(level, certificate=(Step(),) * 200)


def of_another_difficulty(level: Level) -> Level:
    return structs.replace(level, difficulty="hard")


hostile = pytest.mark.parametrize(
    ("tamper", "reason"),
    [
        (recoloured, "wrong-tiles"),
        (renumbered, "numbered from 0"),
        (reordered, "numbered from 0"),
        (floating, "tile-unsupported"),
        (without_tiles, "wrong-tiles"),
        (with_another_solution, "wrong-solution"),
        (with_two_solutions, "not-unique"),
        (of_another_difficulty, "a level of difficulty hard, not medium"),
        (with_the_certificate_of_another, "certificate"),
        (with_half_its_certificate, "stack-left"),
        (with_a_step_that_is_nothing, "malformed-step"),
    ],
    ids=lambda case: getattr(case, "__name__", ""),
)


@hostile
def test_a_hostile_level_is_refused_with_its_reason(tamper: Callable[[Level], Level], reason: str) -> None:
    level = tamper(of_another_generator(deal("medium", SEED).unproved))
    with pytest.raises(ValueError, match=reason):
        GAME.settled(Options("medium", level), SEED)
    verdict = verify(GAME, session_with(level))
    assert (verdict.ok, verdict.code) == (False, "cannot-start")
    assert verdict.reason is not None
    assert reason in verdict.reason


@hostile
def test_a_hostile_level_that_claims_today_s_generator_is_not_the_one_that_is_dealt(
    tamper: Callable[[Level], Level],
    reason: str,  # noqa: ARG001
) -> None:
    level = tamper(deal("medium", SEED).unproved)
    with pytest.raises(ValueError, match="not the level that is dealt for medium and seed 11"):
        GAME.settled(Options("medium", level), SEED)


@pytest.mark.parametrize(("difficulty", "seed"), [("medium", SEED + 1), ("hard", SEED)])
def test_a_true_level_of_another_seed_or_difficulty_is_refused(difficulty: str, seed: int) -> None:
    level = deal(difficulty, seed).unproved
    with pytest.raises(ValueError, match="not the level that is dealt"):
        GAME.settled(Options("medium", level), SEED)


def hard_to_search() -> Level:
    """A famous Sudoku with every digit given an odd number of times, all its tiles side by side."""
    givens, solution = list(HARDEST_GIVENS), HARDEST_SOLUTION
    for digit in "123456789":
        if givens.count(digit) % 2 == 0:
            givens[next(cell for cell in range(81) if givens[cell] == EMPTY and solution[cell] == digit)] = digit
    missing = [int(solution[cell]) for cell in range(81) if givens[cell] == EMPTY]
    tiles = tuple(Tile(number, 4 * (number % 20), 2 * (number // 20), 0, digit) for number, digit in enumerate(missing))
    return Level("x", GENERATOR + 1, "medium", SEED, "x", 4, "".join(givens), solution, tiles)


@pytest.mark.parametrize("make", [hard_to_search, lambda: with_two_solutions(hard_to_search())])
def test_a_level_that_is_hard_to_search_is_judged_within_a_tenth_of_a_second(make: Callable[[], Level]) -> None:
    level = make()
    began = time.process_time()
    try:
        GAME.settled(Options("medium", level), SEED)
    except ValueError as refused:
        assert "not-unique" in str(refused)  # noqa: PT017
    assert time.process_time() - began < 0.1


def played(level: Level) -> AnyMatch:
    *_, match = random_game(begin(GAME, SEED, Options("medium", level)), mulberry32(SEED))
    return match


def test_a_session_of_another_generator_replays_from_the_level_in_it() -> None:
    level = of_another_generator(deal("medium", SEED + 5).unproved)
    live = played(level)
    session = decode_session(GAME, encode_session(live.session))
    assert session.options.level == level
    assert verify(GAME, session).ok
    assert resume(GAME, session) == live


def test_hints_of_another_generator_use_its_certificate_if_it_brings_one_and_do_without_if_not() -> None:
    dealt = of_another_generator(deal("medium", SEED + 5))
    assert certificate_of(dealt) == dealt.certificate
    assert certificate_of(dealt.unproved) == ()
    for level in (dealt, dealt.unproved):
        state = GAME.start(GAME.settled(Options("medium", level), SEED), SEED, 1)
        assert hint(state.position).kind in ("place", "remove")
