"""Matches that wait until every seat is ready, and games that their player finishes."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import UNSET, structs

from parlour.core.errors import Refusal
from parlour.core.game import CLOCK, Finish, Ready, TimeUp
from parlour.core.match import AnyMatch, Match
from parlour.core.mulberry32 import mulberry32
from parlour.core.pace import pace_of
from parlour.core.replay import reopened, replay, resume, verify
from parlour.core.session import AnySession, Branch, Entry, decode_session, encode_session
from parlour.core.waiting import began_ms, without_waiting
from parlour.games import kit_of, kits
from parlour.games.stackdoku.levels.dealing import deal
from parlour.games.ten_exorcism.export import V1
from parlour.games.ten_exorcism.rules import CLASSIC_MS, Ask, Options, Select, TenExorcism
from parlour.testing.players import all_options, begin, slow_game
from tests.games.stackdoku.building import certified_actions
from tests.nim import Nim, Take
from tests.nim import Options as NimOptions

TEN = TenExorcism()
NIM = Nim()
START = 1_700_000_000_000


def waiting(seed: int = 42) -> AnyMatch:
    return begin(TEN, seed).waiting_if_needed()


def lit(at_ms: int = 60_000) -> AnyMatch:
    match, refusal = waiting().submit(0, Ready(), at_ms)
    assert refusal is None
    return match


def race(seats: int = 2) -> AnyMatch:
    return Match.begin(
        NIM, id="race", seed=1, started=START, options=NimOptions(turn_seconds=1), seats=seats, waits=True
    )


def a_rectangle(match: AnyMatch) -> Select:
    return next(one for one in TEN.legal_actions(match.state, 0) if isinstance(one, Select))


def test_a_match_waits_if_it_is_played_alone_and_its_time_counts_or_is_limited_from_its_first_moment() -> None:
    waits = [
        (game, options)
        for game, kit in kits().items()
        for options in all_options(kit.game)
        if begin(kit.game, 1, options).waiting_if_needed().covered
    ]
    levels = [("stackdoku", options) for options in all_options(kit_of("stackdoku").game)]
    assert waits == [("ten-exorcism", Options("classic")), *levels]


def test_the_time_that_a_level_counts_begins_when_its_player_is_ready() -> None:
    stackdoku = kit_of("stackdoku").game
    level = deal("easy", 1)
    plain, waited = begin(stackdoku, 1), begin(stackdoku, 1).waiting_if_needed().submit(0, Ready(), 600_000)[0]
    for at_ms, action in enumerate(certified_actions(level)):
        plain, _ = plain.submit(0, action, at_ms)
        waited, _ = waited.submit(0, action, 600_000 + at_ms)
    assert plain.outcome is not None
    assert waited.outcome == plain.outcome
    assert verify(stackdoku, waited.session).complete


def test_until_it_is_lit_no_time_runs_and_nothing_else_is_heard_or_logged() -> None:
    match = waiting()
    assert (match.covered, match.began_ms, match.due_ms, match.to_move) == (True, None, None, (0,))
    for action in (a_rectangle(match), Ask(), Finish()):
        after, refusal = match.submit(0, action, 5_000_000)
        assert refusal == Refusal("not-begun")
        assert after == match
    assert match.until(5_000_000) == match


def test_the_two_minutes_run_from_the_last_who_is_ready() -> None:
    match = lit(60_000)
    assert (match.covered, match.began_ms, match.due_ms, match.to_move) == (False, 60_000, 60_000 + CLASSIC_MS, (0,))
    match, refusal = match.submit(0, a_rectangle(match), 60_000 + CLASSIC_MS - 1)
    assert refusal is None
    assert match.played_ms == CLASSIC_MS - 1
    match = match.until(10_000_000)
    assert match.outcome is not None
    assert match.outcome.reason == "time-up"
    assert match.session.ended == START + 60_000 + CLASSIC_MS
    assert verify(TEN, match.session).ok


def test_being_ready_twice_or_where_nobody_waits_is_refused_and_not_logged() -> None:
    for match in (lit(), begin(TEN, 42), begin(NIM, 1)):
        after, refusal = match.submit(0, Ready(), 70_000)
        assert refusal == Refusal("already-ready")
        assert after == match


def test_a_race_waits_for_every_seat() -> None:
    match, _ = race(3).submit(1, Ready(), 10)
    assert match.to_move == (0, 2)
    assert match.submit(1, Ready(), 20) == (match, Refusal("already-ready"))
    match, _ = match.submit(0, Ready(), 20)
    assert match.submit(0, Take(0, 1), 5_000) == (match, Refusal("not-begun"))
    match, _ = match.submit(2, Ready(), 6_000)
    assert (match.began_ms, match.due_ms, match.to_move) == (6_000, 7_000, (0,))
    assert match.until(7_500).last == Entry(7_000, CLOCK, TimeUp())


def test_it_is_taken_up_again_at_any_moment() -> None:
    for match in (waiting(), lit(), lit().submit(0, Ask(), 61_000)[0]):
        text = encode_session(match.session)
        session = decode_session(TEN, text)
        assert encode_session(session) == text
        for again in (resume(TEN, session), reopened(TEN, session)):
            assert again == match
            assert (again.began_ms, again.due_ms, again.covered) == (match.began_ms, match.due_ms, match.covered)
    part = race().submit(1, Ready(), 10)[0]
    assert resume(NIM, part.session).to_move == (0,)


def test_a_session_that_does_not_wait_is_written_as_ever() -> None:
    assert b"waits" not in encode_session(begin(TEN, 42).session)
    assert b'"waits":true' in encode_session(waiting().session)


def entries_of(match: AnyMatch, *entries: Entry[Any]) -> AnySession:
    return structs.replace(match.session, entries=entries)


@pytest.mark.parametrize(
    ("entries", "code", "entry"),
    [
        ((Entry(10, 0, Ready()), Entry(20, 0, Ready())), "already-ready", 1),
        ((Entry(10, 0, Ask()), Entry(20, 0, Ready())), "not-begun", 0),
        ((Entry(10, 0, Ask()),), "not-begun", 0),
        ((Entry(10, 0, Ask(), Refusal("not-begun")),), "not-begun", 0),
        ((Entry(10, 0, Finish()),), "not-begun", 0),
        ((Entry(10, CLOCK, Ready()),), "not-the-clock", 0),
        ((Entry(10, 1, Ready()),), "no-such-seat", 0),
        ((Entry(10, 0, Ready(), Refusal("already-ready")),), "result-differs", 0),
        ((Entry(CLASSIC_MS, CLOCK, TimeUp()),), "clock-not-due", 0),
        ((Entry(10, 0, Ready()), Entry(CLASSIC_MS, CLOCK, TimeUp())), "clock-not-due", 1),
        ((Entry(10, 0, Ready()), Entry(CLASSIC_MS + 10, 0, Ask())), "time-was-up", 1),
    ],
)
def test_a_forged_beginning_is_rejected(entries: tuple[Entry[Any], ...], code: str, entry: int) -> None:
    verdict = verify(TEN, entries_of(waiting(), *entries))
    assert (verdict.ok, verdict.code, verdict.entry) == (False, code, entry)


def test_nobody_is_ready_in_a_match_that_does_not_wait() -> None:
    verdict = verify(TEN, entries_of(begin(TEN, 42), Entry(10, 0, Ready())))
    assert (verdict.code, verdict.entry) == ("already-ready", 0)


def test_to_hide_that_a_match_waited_is_found_out() -> None:
    match = lit(60_000).until(10_000_000)
    verdict = verify(TEN, structs.replace(match.session, waits=UNSET))
    assert not verdict.ok
    plain = begin(TEN, 42).until(10_000_000)
    assert not verify(TEN, structs.replace(plain.session, waits=True)).ok


@given(st.integers(0, 2**32 - 1), st.integers(0, 10_000_000), st.integers(0, 5_000_000))
@settings(max_examples=15, deadline=None)
def test_a_waiting_match_is_the_plain_match_shifted_in_time(seed: int, waited: int, moves: int) -> None:
    """Property: the same states, scores and outcome, whenever the candle was lit."""
    plain, shifted = begin(TEN, seed), begin(TEN, seed).waiting_if_needed()
    shifted, _ = shifted.submit(0, Ready(), waited)
    for after in slow_game(plain, mulberry32(moves), pause_ms=4_000):
        last = after.last
        assert last is not None
        if last.seat == CLOCK:
            shifted = shifted.until(last.at_ms + waited)
        else:
            shifted, _ = shifted.submit(last.seat, last.action, last.at_ms + waited)
        assert shifted.state == after.state
        assert shifted.outcome == after.outcome
        plain = after
    session = shifted.session
    assert without_waiting(session) == structs.replace(
        plain.session, started=session.started + waited, ended=session.ended
    )
    assert verify(TEN, session) == verify(TEN, plain.session)
    assert [match.state for match in replay(TEN, session)][1:] == [match.state for match in replay(TEN, plain.session)]
    assert pace_of(session, 0, {}) == pace_of(plain.session, 0, {})
    assert V1().write(session) == V1().write(without_waiting(session))


def tried(plain: AnyMatch) -> AnyMatch:
    """A match of its own that goes on from where another is, and waits before."""
    branch = Branch("another", plain.count + 1, plain.count)
    return resume(TEN, structs.replace(plain.session, id="try", branch=branch)).waiting_if_needed()


def test_a_branch_waits_after_what_was_played_elsewhere_and_its_time_stands_still() -> None:
    plain, _ = begin(TEN, 42).submit(0, Ask(), 20_000)
    match = tried(plain)
    assert (match.covered, match.due_ms, match.to_move, match.played_ms) == (True, None, (0,), 20_000)
    assert match.submit(0, a_rectangle(match), 90_000) == (match, Refusal("not-begun"))
    assert match.until(5_000_000) == match
    lit, _ = match.submit(0, Ready(), 320_000)
    assert (lit.covered, lit.due_ms, lit.played_ms) == (False, 300_000 + CLASSIC_MS, 20_000)
    assert lit.submit(0, Ready(), 320_001) == (lit, Refusal("already-ready"))
    played, refusal = lit.submit(0, a_rectangle(lit), 330_000)
    assert refusal is None
    for after in (match, lit, played, played.until(10_000_000), match.close(400_000)):
        session = decode_session(TEN, encode_session(after.session))
        assert verify(TEN, session).ok
        for again in (resume(TEN, session), reopened(TEN, session)):
            assert again == after
            assert (again.began_ms, again.due_ms, again.covered) == (after.began_ms, after.due_ms, after.covered)
    assert [step.played_ms for step in replay(TEN, played.session)] == [0, 20_000, 20_000, 30_000]
    assert [entry.at_ms for entry in without_waiting(played.session).entries] == [20_000, 30_000]
    assert without_waiting(match.close(400_000).session).ended == START + 20_000


def test_a_branch_of_an_endless_game_goes_on_at_once() -> None:
    assert not tried(begin(TEN, 42, Options("endless")).submit(0, Ask(), 20_000)[0]).covered


@pytest.mark.parametrize(
    ("entries", "code", "entry"),
    [
        ((), "cannot-start", None),
        ((Entry(10, 0, Ready()),), "already-ready", 0),
        ((Entry(10, 0, Ask()), Entry(20, 0, Ask())), "not-begun", 1),
        ((Entry(10, 0, Ask()), Entry(CLASSIC_MS, CLOCK, TimeUp())), "clock-not-due", 1),
        ((Entry(10, 0, Ask()), Entry(20, 0, Ready()), Entry(30, 0, Ready())), "already-ready", 2),
        ((Entry(10, 0, Ask()), Entry(20, 0, Ready()), Entry(CLASSIC_MS + 10, 0, Ask())), "time-was-up", 2),
    ],
)
def test_a_forged_branch_is_rejected(entries: tuple[Entry[Any], ...], code: str, entry: int | None) -> None:
    branch = structs.replace(waiting().session, branch=Branch("another", 1, 1), entries=entries)
    verdict = verify(TEN, branch)
    assert (verdict.ok, verdict.code, verdict.entry) == (False, code, entry)


def test_a_branch_takes_over_no_more_than_the_other_match_had() -> None:
    branch = tried(begin(TEN, 42, Options("endless")).submit(0, Ask(), 20_000)[0]).session
    assert verify(TEN, branch).tried
    forged = structs.replace(branch, branch=Branch("another", 0, 1))
    assert (verify(TEN, forged).ok, verify(TEN, forged).code) == (False, "cannot-start")


def test_what_never_began_has_nothing_but_its_first_moment() -> None:
    left = waiting().close(900_000).session
    assert verify(TEN, left).ok
    assert began_ms(left) is None
    plain = without_waiting(left)
    assert (plain.entries, plain.ended) == ((), plain.started)
    assert verify(TEN, plain).ok


def test_the_specifications_own_json_counts_from_where_play_began() -> None:
    match = lit(60_000)
    match, _ = match.submit(0, a_rectangle(match), 61_500)
    text = V1().write(match.close(63_000).session)
    assert b'"start":1700000060000,"end":1700000063000,"actions":[{"t":1500' in text
    assert V1().write(V1().read(text, Options("classic"))) == text


def test_a_game_played_alone_is_finished_with_its_scores_as_they_are() -> None:
    match, _ = lit().submit(0, Finish(), 61_000)
    assert match.outcome is not None
    assert (match.outcome.reason, match.outcome.scores, match.outcome.winners) == ("finished", (0,), (0,))
    assert match.session.ended == START + 61_000
    assert verify(TEN, match.session).complete
    assert match.submit(0, Finish(), 62_000) == (match, Refusal("game-over"))


def test_a_level_that_is_not_cleared_is_lost_when_it_is_finished() -> None:
    match, _ = begin(kit_of("stackdoku").game, 1).submit(0, Finish(), 1_000)
    assert match.outcome is not None
    assert (match.outcome.reason, match.outcome.scores, match.outcome.winners) == ("finished", (0,), ())


def test_a_match_of_several_is_not_finished_by_one() -> None:
    match = begin(NIM, 1)
    assert match.submit(0, Finish(), 10) == (match, Refusal("not-alone", {"seats": 2}))
    verdict = verify(NIM, entries_of(match, Entry(10, 0, Finish())))
    assert (verdict.code, verdict.entry) == ("not-alone", 0)
