"""A session carries its level: one from elsewhere is either a level or refused, quickly and with the reason."""

from collections.abc import Callable

import pytest
from msgspec import structs

from parlour.core.match import AnyMatch
from parlour.core.mulberry32 import mulberry32
from parlour.core.replay import resume, verify
from parlour.core.session import AnySession, decode_session, encode_session
from parlour.games.stackdoku.hints.hint import hint
from parlour.games.stackdoku.levels import dealing
from parlour.games.stackdoku.levels.dealing import GENERATOR, certificate_of, deal
from parlour.games.stackdoku.levels.level import Difficulty, Level, Step
from parlour.games.stackdoku.rules import Options, Stackdoku
from parlour.testing.players import begin, random_game
from tests.games.stackdoku.strategies import with_two_solutions

GAME = Stackdoku()
SEED = 11


OLD = GENERATOR - 1


@pytest.fixture(autouse=True)
def an_earlier_generator(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if levels had been dealt in another way before."""
    monkeypatch.setattr(dealing, "RETIRED", frozenset({OLD}))


def of_another_generator(level: Level) -> Level:
    return structs.replace(level, generator=OLD, id=f"{level.difficulty}-{level.seed}-g{OLD}")


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
        (renumbered, "tiles-misnumbered"),
        (reordered, "tiles-misnumbered"),
        (floating, "tile-unsupported"),
        (without_tiles, "wrong-tiles"),
        (with_another_solution, "wrong-solution"),
        (with_two_solutions, "not-unique"),
        (of_another_difficulty, "a level of hard and seed 11, not of medium"),
        (with_the_certificate_of_another, "brings a certificate"),
        (with_half_its_certificate, "brings a certificate"),
        (with_a_step_that_is_nothing, "brings a certificate"),
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
def test_a_true_level_of_another_seed_or_difficulty_is_refused(difficulty: Difficulty, seed: int) -> None:
    level = deal(difficulty, seed).unproved
    with pytest.raises(ValueError, match="not the level that is dealt"):
        GAME.settled(Options("medium", level), SEED)


@pytest.mark.parametrize("generator", [OLD - 1, GENERATOR + 1, 10**30])
def test_a_level_of_a_generator_that_never_was_is_refused(generator: int) -> None:
    level = structs.replace(deal("medium", SEED).unproved, generator=generator)
    with pytest.raises(ValueError, match="no version of this program deals levels of generation"):
        GAME.settled(Options("medium", level), SEED)


def test_a_level_with_nothing_to_do_is_refused() -> None:
    solved = structs.replace(deal("medium", SEED).unproved, givens=deal("medium", SEED).solution, tiles=())
    with pytest.raises(ValueError, match="not a level"):
        GAME.settled(Options("medium", of_another_generator(solved)), SEED)


def test_an_easy_level_told_as_an_expert_one_is_refused() -> None:
    easy = structs.replace(deal("easy", SEED).unproved, difficulty="expert")
    with pytest.raises(ValueError, match="not a level of expert"):
        GAME.settled(Options("expert", of_another_generator(easy)), SEED)


def played(level: Level) -> AnyMatch:
    *_, match = random_game(begin(GAME, SEED, Options("medium", level)), mulberry32(SEED))
    return match


def test_a_session_of_another_generator_replays_from_the_level_in_it() -> None:
    level = of_another_generator(structs.replace(deal("medium", SEED + 5).unproved, seed=SEED))
    live = played(level)
    session = decode_session(GAME, encode_session(live.session))
    assert session.options.level == level
    assert verify(GAME, session).ok
    assert resume(GAME, session) == live


def test_hints_of_another_generator_do_without_a_certificate() -> None:
    level = of_another_generator(structs.replace(deal("medium", SEED + 5).unproved, seed=SEED))
    assert certificate_of(level) == ()
    state = GAME.start(GAME.settled(Options("medium", level), SEED), SEED, 1)
    assert hint(state.position).kind in ("place", "remove")
