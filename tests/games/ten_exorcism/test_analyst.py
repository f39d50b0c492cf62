"""What an analysis says of a session, and what advice names."""

from collections.abc import Iterator
from typing import Literal

import msgspec
from hypothesis import example, given, settings

from parlour.core.match import AnyMatch
from parlour.core.mulberry32 import mulberry32
from parlour.games.ten_exorcism import kit
from parlour.games.ten_exorcism.advice import TenExorcismAdviser
from parlour.games.ten_exorcism.analyst import DECISIVE, MOST_SHOWN, TenExorcismAnalyst
from parlour.games.ten_exorcism.rules import (
    COLS,
    ROWS,
    TEN,
    Ask,
    Options,
    Rectangle,
    Select,
    State,
    TenExorcism,
    exorcise,
    ghosts_in,
    has_rectangle,
    powers_in,
    rectangles,
)
from parlour.testing.players import begin, pick
from tests.games.ten_exorcism.strategies import BOARDS, sparse

GAME = TenExorcism()
ANALYST = TenExorcismAnalyst()
ADVISER = TenExorcismAdviser()


def some_game(seed: int, moves: int, mode: Literal["classic", "endless"] = "endless") -> AnyMatch:
    """A match of a player who takes any rectangle, tries nonsense now and then, and asks once."""
    match = begin(GAME, seed, Options(mode=mode))
    numbers = mulberry32(seed)
    for number in range(moves):
        if match.outcome is not None:
            break
        match, _ = match.submit(0, Select(*pick(numbers, rectangles(match.state.board))), 1000 * number)
        if number == 1:
            match, _ = match.submit(0, Ask(), 1000 * number)
            match, _ = match.submit(0, Select(0, 0, 16, 9), 1000 * number)
    return match


def test_costs_add_up_to_what_the_best_line_is_ahead() -> None:
    told: list[float] = []
    match = some_game(3, 8)
    analysis = ANALYST.analyse(match.session, 0.0, told.append)
    assert [move.freed for move in analysis.moves] == [
        ghosts_in(powers_in(board, move.rectangle)) for board, move in zip(_boards(match), analysis.moves, strict=True)
    ]
    assert all(move.cost == move.before - move.after >= 0 for move in analysis.moves)
    assert all(move.decisive == (move.cost >= DECISIVE) for move in analysis.moves)
    assert [after.before for after in analysis.moves[1:]] == [move.after for move in analysis.moves[:-1]]
    assert analysis.best == analysis.moves[0].before
    assert analysis.best - sum(move.cost for move in analysis.moves) == analysis.score + analysis.left
    assert analysis.moves[-1].score == analysis.score == match.state.score
    assert (analysis.refused, analysis.hints) == (1, 1)
    assert told[-1] == 1.0
    assert told == sorted(told)


def test_a_move_that_cost_something_comes_with_what_the_best_line_does_with_its_ghosts() -> None:
    match = some_game(1, 20)
    analysis = ANALYST.analyse(match.session, 0.0, lambda _: None)
    assert any(move.cost for move in analysis.moves)
    for board, move in zip(_boards(match), analysis.moves, strict=True):
        assert bool(move.better) == bool(move.cost)
        taken = ghosts_at(board, move.rectangle)
        touches = [bool(taken & ghosts_at(board, rectangle)) for rectangle in move.better]
        assert any(touches) or len(touches) in (0, MOST_SHOWN)
        assert taken not in [ghosts_at(board, rectangle) for rectangle in move.better]


def test_what_is_better_can_be_played_from_there_in_its_order() -> None:
    lengths = set()
    for seed in range(1, 4):
        match = some_game(seed, 30)
        analysis = ANALYST.analyse(match.session, 0.0, lambda _: None)
        for board, move in zip(_boards(match), analysis.moves, strict=True):
            left = board
            for rectangle in move.better:
                assert sum(powers_in(left, rectangle)) == TEN, (seed, move.number)
                left = exorcise(left, rectangle)
            lengths.add(len(move.better))
    assert max(lengths) == MOST_SHOWN


def ghosts_at(board: bytes, rectangle: Rectangle) -> set[tuple[int, int]]:
    top, left, bottom, right = rectangle
    cells = {(row, col) for row in range(top, bottom + 1) for col in range(left, right + 1)}
    return {(row, col) for row, col in cells if board[row * COLS + col]}


def _boards(match: AnyMatch) -> Iterator[bytes]:
    """The board before each move."""
    state = GAME.start(match.session.options, match.session.seed, 1)
    for entry in match.session.entries:
        if isinstance(entry.action, Select) and entry.refused is None:
            yield state.board
            state = GAME.apply(state, 0, entry.action, entry.at_ms)


def test_the_best_line_is_played_from_the_start() -> None:
    match = some_game(5, 6)
    analysis = ANALYST.analyse(match.session, 0.0, lambda _: None)
    state = GAME.start(match.session.options, match.session.seed, 1)
    for rectangle in analysis.best_line:
        state = GAME.apply(state, 0, Select(*rectangle), 0)
    assert state.score == analysis.best <= analysis.bound
    assert not has_rectangle(state.board)


def test_a_session_cut_by_the_clock_says_what_was_left() -> None:
    match = some_game(7, 3, "classic").until(120_000)
    analysis = ANALYST.analyse(match.session, 0.0, lambda _: None)
    assert analysis.complete
    assert analysis.left > 50


def test_a_session_without_a_move_has_only_its_best_line() -> None:
    analysis = ANALYST.analyse(begin(GAME, 2).session, 0.0, lambda _: None)
    assert analysis.moves == ()
    assert analysis.best == analysis.left > 50


def test_an_analysis_is_json_and_words() -> None:
    analysis = ANALYST.analyse(some_game(3, 4).session, 0.0, lambda _: None)
    assert msgspec.json.decode(msgspec.json.encode(analysis))["moves"][0]["rectangle"] == list(
        analysis.moves[0].rectangle
    )
    told = ANALYST.describe(analysis)
    assert f"Best line found: {analysis.best} of at most {analysis.bound}" in told
    assert "1 hints" in told


@settings(max_examples=25)
@given(BOARDS)
@example(sparse({0: 8, 2 * COLS: 2}))
@example(sparse({0: 8, ROWS * COLS - 1: 2}))
def test_advice_names_a_rectangle_inside_its_area_unless_none_is_left(board: bytes) -> None:
    state = State(board, 3, None, None if has_rectangle(board) else "no-rectangle-left")
    advice = ADVISER.advise(state, 0)
    if state.ended:
        assert advice is None
        return
    assert advice is not None
    after = GAME.apply(state, 0, Select(*advice.rectangle), 0)
    assert after.score - state.score == advice.frees
    assert advice.found <= advice.bound
    assert _inside(advice.rectangle, advice.area)
    assert advice.rectangle != advice.area or advice.area == Rectangle(0, 0, ROWS - 1, COLS - 1)
    top, left, bottom, right = advice.rectangle
    sides = [
        (top, left, top, right),
        (bottom, left, bottom, right),
        (top, left, bottom, left),
        (top, right, bottom, right),
    ]
    assert all(any(powers_in(board, Rectangle(*side))) for side in sides)


def _inside(inner: Rectangle, outer: Rectangle) -> bool:
    return (
        outer.top <= inner.top <= inner.bottom <= outer.bottom <= 16
        and outer.left <= inner.left <= inner.right <= outer.right <= 9
        and min(outer.top, outer.left) >= 0
    )


def test_the_kit_offers_a_solver_an_analyst_and_an_adviser() -> None:
    assert kit.solver is not None
    assert kit.analyst is not None
    assert kit.adviser is not None
    assert isinstance(kit.adviser.asking, kit.help)
