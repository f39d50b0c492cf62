"""The analyst of Stackdoku: it names the action that gave the level away, and no other."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Struct
from msgspec.structs import replace

from parlour.core.game import Ready
from parlour.core.match import AnyMatch, Match
from parlour.core.mulberry32 import mulberry32
from parlour.core.session import encode_session
from parlour.games.stackdoku import analyst
from parlour.games.stackdoku.actions import AskHint, AskWinnable, Done, Place, Remove, Restart, Undo
from parlour.games.stackdoku.analysis import Analysis
from parlour.games.stackdoku.analyst import StackdokuAnalyst
from parlour.games.stackdoku.hints import winnable as winnable_module
from parlour.games.stackdoku.levels.dealing import deal
from parlour.games.stackdoku.levels.level import Difficulty
from parlour.games.stackdoku.position import Position
from parlour.games.stackdoku.rules import Options
from parlour.server.work import tasks
from parlour.testing.players import begin, pick
from tests.games.stackdoku.building import GAME, blind_line, certified_actions

LATE = 4
"""Pairs that are left when blind play begins: all that can come of it can be tried."""


def played(difficulty: Difficulty, seed: int, line: Sequence[Struct]) -> AnyMatch:
    match = begin(GAME, seed, Options(difficulty=difficulty))
    for action in line:
        match, refusal = match.submit(0, action, match.last_ms + 1_000)
        assert refusal is None
    return match


def analysed(match: AnyMatch, seconds: float = 1) -> Analysis:
    return StackdokuAnalyst().analyse(match.session, seconds, lambda _part: None)


def wrong_placement(match: AnyMatch) -> Place:
    """A legal placement that is not the solution's."""
    position: Position = match.state.position
    return next(place for place in position.placements() if int(position.level.solution[place.cell]) != place.digit)


def position_at(match: AnyMatch, length: int) -> AnyMatch:
    """The match after its first so many entries."""
    return played(match.state.level.difficulty, match.session.seed, [e.action for e in match.session.entries[:length]])


def until_wrong(seed: int) -> tuple[AnyMatch, Place]:
    """A level played by its proof up to where a wrong placement is possible, and that placement."""
    line = certified_actions(deal("medium", seed))
    for length in range(1, len(line)):
        match = played("medium", seed, line[:length])
        if any(int(match.state.level.solution[p.cell]) != p.digit for p in match.state.position.placements()):
            return match, wrong_placement(match)
    raise AssertionError("no wrong placement is possible")


def test_a_wrong_placement_is_named_with_its_reason_and_something_better() -> None:
    match, wrong = until_wrong(1)
    match, _ = match.submit(0, wrong, match.last_ms + 1)
    found = analysed(match)
    assert found.turning_point == len(found.moves) == found.losses[-1]
    loss = found.moves[-1].loss
    assert loss is not None
    assert (loss.certain, loss.recovered) == (True, None)
    assert loss.why[0].code in {"wrong-placement", "cell-without-digit", "digit-without-cell"}
    assert loss.instead is not None
    assert loss.instead_why
    before = position_at(match, len(match.session.entries) - 1)
    assert GAME.apply(before.state, 0, loss.instead, 0).position.mistakes == ()


def test_a_pair_after_which_tiles_stay_behind_is_named() -> None:
    for seed in range(100):
        match, numbers = begin(GAME, seed, Options(difficulty="hard")), mulberry32(seed)
        while legal := _true_moves(match):
            match, _ = match.submit(0, pick(numbers, legal), match.last_ms + 1)
        if match.outcome is None:
            break
    found = analysed(match)
    assert found.turning_point is not None
    lost = found.moves[found.turning_point - 1]
    assert isinstance(lost.action, Remove)
    assert lost.loss is not None
    assert [saying.code for saying in lost.loss.why] == ["tiles-stay-behind"]
    assert all(move.after == "no" for move in found.moves[found.turning_point - 1 :])


def _true_moves(match: AnyMatch) -> list[Done]:
    position: Position = match.state.position
    solution = position.level.solution
    true = [place for place in position.placements() if int(solution[place.cell]) == place.digit]
    return [*true, *position.removals()]


def test_what_was_taken_back_is_a_loss_that_was_made_up_for() -> None:
    match, wrong = until_wrong(1)
    count = len(match.session.entries)
    for action in (wrong, AskWinnable(), Undo(), wrong, Restart(), AskHint()):
        match, _ = match.submit(0, action, match.last_ms + 1)
    found = analysed(match)
    assert found.losses == (count + 1, count + 4)
    first, second = (found.moves[number - 1].loss for number in found.losses)
    assert first is not None
    assert second is not None
    assert (first.recovered, second.recovered) == (count + 3, count + 5)
    assert (found.undos, found.rescues, found.restarts, found.hints) == (1, 0, 1, 2)
    assert [move.restarts for move in found.moves[-3:]] == [0, 0, 1]


def test_a_game_by_the_proof_could_be_won_all_the_time() -> None:
    found = analysed(played("easy", 3, certified_actions(deal("easy", 3))))
    assert (found.solved, found.losses, found.turning_point) == (True, (), None)
    assert {move.after for move in found.moves} == {"yes"}
    assert "It could be won all the time." in StackdokuAnalyst().describe(found)


def exhaustively_winnable(position: Position, known: dict[tuple[object, ...], bool]) -> bool:
    """By trying everything: the obvious version of what the analyst asks."""
    key = (position.removed, position.grid)
    if key not in known:
        moves: list[Done] = [*position.removals(), *position.placements()]
        known[key] = position.solved or any(
            exhaustively_winnable(Position(position.level, (*position.done, move)), known) for move in moves
        )
    return known[key]


@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 500), game=st.integers(0, 2**32 - 1))
def test_the_first_losing_action_is_the_one_that_exhaustive_search_finds(seed: int, game: int) -> None:
    proof = certified_actions(deal("easy", seed))
    pairs = [index for index, action in enumerate(proof) if isinstance(action, Remove)]
    match, numbers = played("easy", seed, proof[: pairs[-LATE]]), mulberry32(game)
    while legal := [*match.state.position.removals(), *match.state.position.placements()]:
        match, _ = match.submit(0, pick(numbers, legal), match.last_ms + 1)
    found = analysed(match)
    known: dict[tuple[object, ...], bool] = {}
    late = [move for move in found.moves if move.number > pairs[-LATE]]
    winnable = [exhaustively_winnable(position_at(match, move.number).state.position, known) for move in late]
    assert [move.after == "yes" for move in late] == winnable
    expected = next((move.number for move, won in zip(late, winnable, strict=True) if not won), None)
    assert (found.turning_point, found.losses) == (expected, () if expected is None else (expected,))


@settings(max_examples=10, deadline=None)
@given(seed=st.integers(0, 500), at=st.integers(1, 30))
def test_no_action_is_blamed_after_which_a_win_was_found_by_playing_on(seed: int, at: int) -> None:
    proof = certified_actions(deal("easy", seed))
    match = played("easy", seed, [*proof[:at], Undo(), *proof[at - 1 :]])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(winnable_module, "CLEAR_POSITIONS", 0)
        patch.setattr(analyst, "MOST_POSITIONS", 0)
        found = analysed(match, 0)
    assert found.losses == ()
    assert {move.after for move in found.moves} == {"yes"}, "even if nothing could be looked at"


def test_what_cannot_be_told_is_unknown_and_nobody_is_blamed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(winnable_module, "CLEAR_POSITIONS", 0)
    monkeypatch.setattr(analyst, "MOST_POSITIONS", 0)
    match = played("medium", 2, certified_actions(deal("medium", 2))[:6])
    found = analysed(match, 0)
    assert [move.after for move in found.moves] == ["unknown"] * 6
    assert found.losses == ()
    assert "No action is known to have given it away." in StackdokuAnalyst().describe(found)


def test_progress_goes_up_to_the_whole() -> None:
    told: list[float] = []
    session = played("easy", 1, blind_line("easy", 1)).session
    StackdokuAnalyst().analyse(session, 0, told.append)
    assert told == sorted(told)
    assert told[-1] == 1
    assert sum(part < 1 for part in told) > len(session.entries), "what a move cost is looked for before it is all done"


def test_a_report_tells_moves_losses_and_help_in_words() -> None:
    match, wrong = until_wrong(1)
    for action in (wrong, AskHint(), Undo()):
        match, _ = match.submit(0, action, match.last_ms + 1)
    found = analysed(match)
    told = StackdokuAnalyst().describe(found)
    assert "medium, unfinished, 1 undo, 1 request for help" in told
    assert "From here on it could not be won." in told
    assert "Better: " in told
    assert f"It could be won again after move {len(found.moves)}." in told
    assert f"The first action after which it could not be won: move {found.turning_point}." in told


def test_a_worker_makes_the_report() -> None:
    match, wrong = until_wrong(1)
    match, _ = match.submit(0, wrong, match.last_ms + 1)
    session = replace(match.session, ended=match.session.started + match.last_ms)
    made = tasks.report(lambda _part: None, "stackdoku", encode_session(session), 0.1)
    assert f'"turning_point":{len(session.entries)}'.encode() in made


def test_times_are_told_from_where_play_began() -> None:
    line = certified_actions(deal("easy", 1))
    match: AnyMatch = Match.begin(GAME, id="m", seed=1, started=0, options=Options(difficulty="easy"), waits=True)
    for action, at_ms in ((Ready(), 60_000), (line[0], 61_000)):
        match, refusal = match.submit(0, action, at_ms)
        assert refusal is None
    assert [move.at_ms for move in analysed(match).moves] == [1_000]
