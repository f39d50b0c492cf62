"""The laws of CLOCK, for games in which a time limit can run."""

from collections.abc import Callable
from functools import wraps
from itertools import count, pairwise, product
from typing import Any

import msgspec
from msgspec import structs

from parlour.core.errors import Refusal
from parlour.core.game import CLOCK, AnyGame, TimeUp
from parlour.core.kit import Kit
from parlour.core.match import AnyMatch
from parlour.core.mulberry32 import mulberry32
from parlour.core.replay import replay, resume, verify
from parlour.core.session import AnySession, Entry, action_type
from parlour.testing.law import Law, law, raised
from parlour.testing.players import (
    begin,
    can_vary_all_options,
    everybody,
    first_limited,
    pick,
    random_action,
    reckons_with_time,
    slow_game,
    timed_options,
)


def clock_law(check: Callable[[AnyGame, int], None]) -> Law:
    """A law of games in which a time limit can run; of others it says nothing."""

    @wraps(check)
    def of_timed_games(kit: Kit, seed: int) -> None:
        if timed_options(kit.game):
            check(kit.game, seed)

    return law(of_timed_games)


def clocked(game: AnyGame, seed: int) -> AnyMatch:
    """A whole game of slow players: the first from this seed on in which the clock acts."""
    options = timed_options(game)
    for tried in count(seed % 2**32):
        numbers = mulberry32(tried)
        start = begin(game, tried, pick(numbers, options), pick(numbers, game.seats))
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


@law
def a_time_limit_of_the_rules_runs_with_some_options(kit: Kit, seed: int) -> None:
    """Without such options no law would see the clock act. Rules without a limit have a deadline that returns None
    whatever it is given, and a time_up that changes nothing. Where an option is of a kind that is not varied, such as a
    tuple, the limit may lie in it."""
    found = timed_options(kit.game) or not can_vary_all_options(kit.game)
    assert found or not reckons_with_time(kit.game), (
        "the rules have a deadline or a time_up, but no limit runs in a whole game: not with the defaults, nor with "
        "one option or two at other values that their types name"
    )


@clock_law
def the_clock_acts_exactly_at_the_deadline_and_nobody_acts_in_its_place(game: AnyGame, seed: int) -> None:
    for before, after in pairwise(replay(game, clocked(game, seed).session)):
        assert after.last is not None
        if after.last.seat == CLOCK:
            assert (after.last_ms, after.last.action, after.last.refused) == (before.due_ms, TimeUp(), None)
        else:
            assert before.due_ms is None or after.last_ms < before.due_ms


@clock_law
def a_deadline_lies_after_whatever_happened_before_it(game: AnyGame, seed: int) -> None:
    for match in replay(game, clocked(game, seed).session):
        assert match.due_ms is None or match.due_ms > match.last_ms
        assert match.due_ms is None or match.outcome is None


@clock_law
def an_action_at_the_deadline_comes_after_the_clock_has_acted(game: AnyGame, seed: int) -> None:
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


@clock_law
def after_the_clock_the_game_is_over_or_goes_on_at_that_moment(game: AnyGame, seed: int) -> None:
    steps = replay(game, clocked(game, seed).session)
    for acted in (step for step in steps if step.last is not None and step.last.seat == CLOCK):
        for seat in everybody(acted):
            for action in game.legal_actions(acted.state, seat)[:10]:
                assert acted.submit(seat, action, acted.last_ms)[1] is None
        if acted.outcome is not None:
            refused = acted.submit(0, random_action(game, mulberry32(seed)), acted.last_ms)
            assert refused == (acted, Refusal("game-over"))


@clock_law
def no_player_can_act_as_the_clock(game: AnyGame, seed: int) -> None:
    options = timed_options(game)[0]
    match = first_limited(game, seed, options) or first_limited(game, 0, options)
    assert match is not None
    raised(
        msgspec.ValidationError,
        lambda: msgspec.json.decode(msgspec.json.encode(TimeUp()), type=action_type(game)),
    )
    said = raised(ValueError, lambda: match.submit(CLOCK, random_action(game, mulberry32(seed)), match.last_ms))
    assert "nobody sits at seat -1" in str(said)
    assert match.due_ms is not None
    for seat in everybody(match):
        acted, count = match.until(match.due_ms).session, match.count
        verdict = verify(game, with_entries(acted, count, count + 1, Entry(match.due_ms, seat, TimeUp())))
        assert (verdict.code, verdict.entry) == ("not-the-clock", count)


@clock_law
def a_log_in_which_the_clock_acts_replays_to_the_same_end(game: AnyGame, seed: int) -> None:
    match = clocked(game, seed)
    verdict = verify(game, match.session)
    assert verdict.ok, verdict
    assert verdict.complete
    assert resume(game, match.session) == match


@clock_law
def a_log_that_leaves_out_the_clock_is_rejected(game: AnyGame, seed: int) -> None:
    session = clocked(game, seed).session
    for index in clock_entries(session):
        verdict = verify(game, with_entries(session, index, index + 1))
        if index == len(session.entries) - 1:
            assert (verdict.code, verdict.entry) == ("clock-missing", None)
        else:
            assert verdict.code in ("time-was-up", "clock-not-due")
            assert verdict.entry == index


@clock_law
def a_log_in_which_the_clock_acts_early_or_late_is_rejected(game: AnyGame, seed: int) -> None:
    session = structs.replace(clocked(game, seed).session, ended=None)
    for index, shift_ms in product(clock_entries(session), (-1, 1)):
        entry = session.entries[index]
        moved = structs.replace(entry, at_ms=entry.at_ms + shift_ms)
        verdict = verify(game, with_entries(session, index, index + 1, moved))
        assert verdict.code in ("clock-not-due", "time-out-of-order")
        assert verdict.entry == index


@clock_law
def a_log_in_which_the_clock_acts_twice_at_once_is_rejected(game: AnyGame, seed: int) -> None:
    session = clocked(game, seed).session
    for index in clock_entries(session):
        entry = session.entries[index]
        verdict = verify(game, with_entries(session, index, index + 1, entry, entry))
        assert verdict.code in ("clock-not-due", "after-the-end")
        assert verdict.entry == index + 1
