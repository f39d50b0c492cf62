"""The laws of CLOCK, over every registered game in which a time limit can run, and the template."""

from itertools import count, pairwise
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from parlour.core.errors import Refusal
from parlour.core.game import CLOCK, AnyGame, TimeUp
from parlour.core.match import AnyMatch
from parlour.core.mulberry32 import mulberry32
from parlour.core.replay import replay, resume, verify
from parlour.core.session import AnySession, Entry, action_type
from parlour.games import kits
from tests import nim
from tests.players import begin, everybody, pick, random_action, slow_game, timed_options

GAMES: list[AnyGame] = [*(kit.game for kit in kits().values()), nim.kit.game]
OPTIONS = {game.id: timed_options(game) for game in GAMES}
every_timed_game = pytest.mark.parametrize(
    "game", [game for game in GAMES if OPTIONS[game.id]], ids=lambda game: game.id
)
SEEDS = st.integers(-(2**32), 2**32)
few = settings(max_examples=8)


def clocked(game: AnyGame, seed: int) -> AnyMatch:
    """A whole game of slow players: the first from this seed on in which the clock acts."""
    for tried in count(seed):
        numbers = mulberry32(tried)
        start = begin(game, tried, pick(numbers, OPTIONS[game.id]), pick(numbers, game.seats))
        *_, match = slow_game(start, numbers)
        if clock_entries(match.session):
            return match
    raise AssertionError("seeds do not run out")


def clock_entries(session: AnySession) -> list[int]:
    """Where in the log the clock acts."""
    return [index for index, entry in enumerate(session.entries) if entry.seat == CLOCK]


def with_entries(session: AnySession, start: int, stop: int, *entries: Entry[Any]) -> AnySession:
    """The session with other entries in place of those from start to stop."""
    return structs.replace(session, entries=(*session.entries[:start], *entries, *session.entries[stop:]))


@every_timed_game
@few
@given(SEEDS)
def test_the_clock_acts_exactly_at_the_deadline_and_nobody_acts_in_its_place(game: AnyGame, seed: int) -> None:
    for before, after in pairwise(replay(game, clocked(game, seed).session)):
        assert after.last is not None
        if after.last.seat == CLOCK:
            assert (after.last_ms, after.last.action, after.last.refused) == (before.due_ms, TimeUp(), None)
        else:
            assert before.due_ms is None or after.last_ms < before.due_ms


@every_timed_game
@few
@given(SEEDS)
def test_a_deadline_lies_after_whatever_happened_before_it(game: AnyGame, seed: int) -> None:
    for match in replay(game, clocked(game, seed).session):
        assert match.due_ms is None or match.due_ms > match.last_ms
        assert match.due_ms is None or match.outcome is None


@every_timed_game
@few
@given(SEEDS)
def test_an_action_at_the_deadline_comes_after_the_clock_has_acted(game: AnyGame, seed: int) -> None:
    numbers = mulberry32(seed)
    for match in replay(game, clocked(game, seed).session):
        if match.due_ms is None:
            continue
        acted = match.until(match.due_ms)
        seat = pick(numbers, game.to_move(match.state))
        action = pick(numbers, game.legal_actions(match.state, seat))
        late, refusal = match.submit(seat, action, match.due_ms)
        assert (late, refusal) == acted.submit(seat, action, match.due_ms)
        assert late.session.entries[match.count] == acted.session.entries[match.count]


@every_timed_game
@few
@given(SEEDS)
def test_after_the_clock_the_game_is_over_or_goes_on_at_that_moment(game: AnyGame, seed: int) -> None:
    steps = replay(game, clocked(game, seed).session)
    for acted in (step for step in steps if step.last is not None and step.last.seat == CLOCK):
        for seat in everybody(acted):
            for action in game.legal_actions(acted.state, seat)[:10]:
                assert acted.submit(seat, action, acted.last_ms)[1] is None
        if acted.outcome is not None:
            refused = acted.submit(0, random_action(game, mulberry32(seed)), acted.last_ms)
            assert refused == (acted, Refusal("game-over"))


@every_timed_game
def test_no_player_can_act_as_the_clock(game: AnyGame) -> None:
    match = begin(game, 1, OPTIONS[game.id][0])
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(msgspec.json.encode(TimeUp()), type=action_type(game))
    with pytest.raises(ValueError, match="nobody sits at seat -1"):
        match.submit(CLOCK, random_action(game, mulberry32(1)), 1)
    assert match.due_ms is not None
    for seat in everybody(match):
        forged = with_entries(match.until(match.due_ms).session, 0, 1, Entry(match.due_ms, seat, TimeUp()))
        verdict = verify(game, forged)
        assert (verdict.code, verdict.entry) == ("not-the-clock", 0)


@every_timed_game
@few
@given(SEEDS)
def test_a_log_in_which_the_clock_acts_replays_to_the_same_end(game: AnyGame, seed: int) -> None:
    match = clocked(game, seed)
    verdict = verify(game, match.session)
    assert verdict.ok, verdict
    assert verdict.complete
    assert resume(game, match.session) == match


@every_timed_game
@few
@given(SEEDS)
def test_a_log_that_leaves_out_the_clock_is_rejected(game: AnyGame, seed: int) -> None:
    session = clocked(game, seed).session
    for index in clock_entries(session):
        verdict = verify(game, with_entries(session, index, index + 1))
        if index == len(session.entries) - 1:
            assert (verdict.code, verdict.entry) == ("clock-missing", None)
        else:
            assert verdict.code in ("time-was-up", "clock-not-due")
            assert verdict.entry == index


@every_timed_game
@few
@given(SEEDS)
@pytest.mark.parametrize("shift_ms", [-1, 1], ids=["early", "late"])
def test_a_log_in_which_the_clock_acts_early_or_late_is_rejected(shift_ms: int, game: AnyGame, seed: int) -> None:
    session = structs.replace(clocked(game, seed).session, ended=None)
    for index in clock_entries(session):
        entry = session.entries[index]
        moved = structs.replace(entry, at_ms=entry.at_ms + shift_ms)
        verdict = verify(game, with_entries(session, index, index + 1, moved))
        assert verdict.code in ("clock-not-due", "time-out-of-order")
        assert verdict.entry == index


@every_timed_game
@few
@given(SEEDS)
def test_a_log_in_which_the_clock_acts_twice_at_once_is_rejected(game: AnyGame, seed: int) -> None:
    session = clocked(game, seed).session
    for index in clock_entries(session):
        entry = session.entries[index]
        verdict = verify(game, with_entries(session, index, index + 1, entry, entry))
        assert verdict.code in ("clock-not-due", "after-the-end")
        assert verdict.entry == index + 1


def test_the_template_and_a_registered_game_have_a_time_limit() -> None:
    assert OPTIONS["nim"]
    assert any(OPTIONS[game_id] for game_id in kits())
