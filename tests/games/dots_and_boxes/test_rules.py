"""Every scenario of the specification; the docstring of its test names it."""

import pytest

from parlour.core.errors import IllegalAction, Refusal
from parlour.core.game import Outcome
from parlour.core.match import AnyMatch
from parlour.core.mulberry32 import mulberry32
from parlour.games.dots_and_boxes.rules import (
    BOXES_BESIDE,
    LINE_NAMES,
    LINE_OF,
    DotsAndBoxes,
    Draw,
    Options,
    State,
    dots_of,
    line_between,
    sides_of,
)
from parlour.games.dots_and_boxes.text import DotsAndBoxesText
from parlour.testing.players import begin, finished, random_game

GAME = DotsAndBoxes()
TEXT = DotsAndBoxesText()


def played(lines: str, seats: int = 2) -> AnyMatch:
    """The match after these lines, each drawn by whose turn it is."""
    match = begin(GAME, 1, seats=seats)
    for name in lines.split():
        match, refusal = match.submit(match.state.turn, TEXT.read(name), match.last_ms + 1)
        assert refusal is None, name
    return match


def refused(match: AnyMatch, draw: Draw) -> Refusal:
    after, refusal = match.submit(match.state.turn, draw, match.last_ms)
    assert refusal is not None
    assert after.state == match.state
    return refusal


class TestBoardRendering:
    def test_the_board_begins_with_36_dots_no_lines_and_25_empty_boxes(self) -> None:
        """Scenario: Initial board display"""
        view = GAME.view(GAME.start(Options(), 1, 2), None)
        assert [len(row) for row in view.h] == [5] * 6
        assert [len(row) for row in view.v] == [6] * 5
        assert [len(row) for row in view.boxes] == [5] * 5
        assert not any(owner is not None for rows in (view.h, view.v, view.boxes) for row in rows for owner in row)
        assert TEXT.draw(view).count("•") == 36

    def test_two_neighbouring_dots_name_their_line_in_either_direction(self) -> None:
        """Scenario: Dots are tappable targets"""
        for line, name in enumerate(LINE_NAMES):
            dots = dots_of(line)
            assert line_between(dots) == line == LINE_OF[name]
            assert line_between(Draw(dots.r1, dots.c1, dots.r0, dots.c0)) == line


class TestLineDrawing:
    def test_a_line_that_is_drawn_keeps_its_owner(self) -> None:
        """Scenario: Valid line placement"""
        match = played("h00 v12")
        view = GAME.view(match.state, None)
        assert view.h[0][0] == 0
        assert view.v[1][2] == 1
        assert view.last == "v12"
        assert match.state.lines.count(None) == 58

    def test_a_line_that_is_drawn_already_is_refused(self) -> None:
        """Scenario: Invalid line placement (already exists)"""
        match = played("h00")
        assert refused(match, TEXT.read("h00")) == Refusal("already-drawn", {"owner": 0})

    def test_a_diagonal_is_refused(self) -> None:
        """Scenario: Invalid line placement (diagonal)"""
        match = played("h00")
        assert refused(match, Draw(0, 0, 1, 1)) == Refusal("not-adjacent")
        assert refused(match, Draw(3, 3, 2, 4)) == Refusal("not-adjacent")

    @pytest.mark.parametrize("draw", [Draw(0, 0, 0, 0), Draw(0, 0, 0, 2), Draw(5, 5, 0, 0), Draw(1, 1, 4, 1)])
    def test_dots_that_are_no_neighbours_are_refused(self, draw: Draw) -> None:
        assert refused(played(""), draw) == Refusal("not-adjacent")

    def test_dots_that_are_not_there_are_refused(self) -> None:
        assert refused(played(""), Draw(5, 5, 6, 5)) == Refusal("no-such-dot")
        assert refused(played(""), Draw(-1, 0, 0, 0)) == Refusal("no-such-dot")


class TestBoxCompletion:
    def test_the_fourth_side_gives_the_box_and_a_point_to_whoever_draws_it(self) -> None:
        """Scenario: Box completed"""
        match = played("h00 v00 v01 h10")
        assert match.state.boxes[0] == 1
        assert GAME.scores(match.state) == (0, 1)

    def test_one_line_may_close_the_boxes_on_both_of_its_sides(self) -> None:
        """Scenario: Multiple boxes completed"""
        match = played("h00 v00 h10 h01 h11 v02")
        assert GAME.scores(match.state) == (0, 0)
        match, _ = match.submit(0, TEXT.read("v01"), 99)
        assert GAME.scores(match.state) == (2, 0)
        assert match.state.boxes[:2] == (0, 0)

    def test_a_box_belongs_to_whoever_closed_it_not_to_whoever_drew_most(self) -> None:
        match = played("h00 h55 v00".replace("h55", "h54") + " v45 v01 h10")
        assert match.state.boxes[0] == 1


class TestTurnManagement:
    @pytest.mark.parametrize("seats", [2, 3, 4])
    def test_players_take_turns_in_their_order_while_no_box_is_closed(self, seats: int) -> None:
        """Scenario: Normal turn progression"""
        match = begin(GAME, 1, seats=seats)
        for number, name in enumerate(["h00", "h02", "h04", "h20", "h22", "h24", "h40", "h42"]):
            assert match.state.turn == number % seats
            match, _ = match.submit(match.state.turn, TEXT.read(name), number)

    def test_whoever_closes_a_box_draws_again(self) -> None:
        """Scenario: Extra turn on box completion"""
        match = played("h00 v00 v01 h10")
        assert match.state.turn == 1
        match, _ = match.submit(1, TEXT.read("h30"), 50)
        assert match.state.turn == 0

    def test_the_view_says_whose_turn_it_is_and_all_scores(self) -> None:
        """Scenario: Current player indication"""
        view = GAME.view(played("h00 v00 v01 h10", seats=3).state, None)
        assert view.turn == 0
        assert view.scores == (1, 0, 0)
        assert "→ " in TEXT.draw(view)
        assert all(f"player {seat + 1}" in TEXT.draw(view) for seat in range(3))

    def test_a_player_out_of_turn_is_refused(self) -> None:
        _, refusal = played("h00").submit(0, TEXT.read("h01"), 9)
        assert refusal == Refusal("not-your-turn")


class TestGameOver:
    def test_the_game_ends_with_the_last_of_25_boxes_and_the_highest_score_wins(self) -> None:
        """Scenario: All boxes filled"""
        match = finished(GAME, 5)
        assert match.outcome is not None
        assert sum(match.outcome.scores) == 25
        assert match.outcome.winners == (match.outcome.scores.index(max(match.outcome.scores)),)
        assert GAME.to_move(match.state) == ()
        _, refusal = match.submit(0, TEXT.read("h00"), 10**6)
        assert refusal == Refusal("game-over")

    def test_all_who_share_the_highest_score_win_together(self) -> None:
        """Scenario: Tie game"""
        boxes = (0,) * 10 + (1,) * 10 + (2,) * 5
        state = State((0,) * 60, boxes, (10, 10, 5), 0, 0, 0, 0, 0)
        assert GAME.outcome(state) == Outcome("all-boxes-owned", (10, 10, 5), (0, 1))
        boxes = (0,) * 8 + (1,) * 1 + (2,) * 8 + (3,) * 8
        state = State((0,) * 60, boxes, (8, 1, 8, 8), 0, 0, 0, 0, 0)
        assert GAME.outcome(state) == Outcome("all-boxes-owned", (8, 1, 8, 8), (0, 2, 3))
        assert GAME.view(state, None).winners == (0, 2, 3)

    @pytest.mark.parametrize("seed", range(20))
    def test_every_game_has_sixty_lines_and_every_box_one_owner(self, seed: int) -> None:
        match = finished(GAME, seed, seats=2 + seed % 3)
        accepted = [entry for entry in match.session.entries if entry.refused is None]
        assert len(accepted) == 60
        assert None not in match.state.boxes


class TestGeometry:
    def test_every_box_has_four_sides_and_every_line_one_or_two_boxes(self) -> None:
        assert all(len(set(sides_of(box))) == 4 for box in range(25))
        assert sorted(map(len, BOXES_BESIDE)) == [1] * 20 + [2] * 40

    def test_the_names_of_the_lines_are_all_different_and_in_range(self) -> None:
        horizontal = {f"h{row}{col}" for row in range(6) for col in range(5)}
        vertical = {f"v{row}{col}" for row in range(5) for col in range(6)}
        assert set(LINE_NAMES) == horizontal | vertical

    def test_a_box_is_owned_exactly_when_its_four_sides_are_drawn(self) -> None:
        for match in random_game(begin(GAME, 3, seats=4), mulberry32(3)):
            for box, owner in enumerate(match.state.boxes):
                closed = all(match.state.lines[side] is not None for side in sides_of(box))
                assert closed == (owner is not None)
            assert match.state.free == match.state.boxes.count(None)
            assert match.state.scores == tuple(match.state.boxes.count(seat) for seat in range(4))


class TestTurnClock:
    def test_without_a_limit_no_clock_runs(self) -> None:
        assert GAME.deadline(GAME.start(Options(), 1, 2)) is None

    def test_when_time_is_up_the_first_line_left_is_drawn_for_the_player(self) -> None:
        match = begin(GAME, 1, Options(turn_seconds=10))
        match, _ = match.submit(0, TEXT.read("h00"), 4000)
        assert match.due_ms == 14_000
        match = match.until(14_000)
        assert match.state.lines[LINE_OF["h01"]] == 1
        assert match.state.turn == 0
        assert match.due_ms == 24_000

    def test_a_line_drawn_by_the_clock_may_close_a_box_and_keeps_the_turn(self) -> None:
        match = begin(GAME, 1, Options(turn_seconds=10))
        for name in ("v00", "v01", "h10"):
            match, _ = match.submit(match.state.turn, TEXT.read(name), 1)
        match = match.until(10_001)
        assert GAME.scores(match.state) == (0, 1)
        assert match.state.turn == 1


def test_apply_refuses_by_itself_without_a_match() -> None:
    with pytest.raises(IllegalAction, match="not-your-turn"):
        GAME.apply(GAME.start(Options(), 1, 2), 1, Draw(0, 0, 0, 1), 0)
