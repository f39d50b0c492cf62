"""Every sentence of the specification that can be tested, section by section, under its own name."""

from collections import Counter

import pytest
from msgspec import structs

from parlour.core.errors import Refusal
from parlour.core.match import Match
from parlour.games.stackdoku.actions import AskHint, AskWinnable, Place, Remove, Rescue, Restart, Undo
from parlour.games.stackdoku.levels.dealing import deal
from parlour.games.stackdoku.levels.level import DIFFICULTIES, Difficulty
from parlour.games.stackdoku.position import SEEN_FROM, TRAY, Position
from parlour.games.stackdoku.rules import RESTARTS, Options, State
from parlour.games.stackdoku.score import LIVES, UNDOS
from parlour.testing.players import begin, finished
from tests.games.stackdoku.building import (
    GAME,
    certified_actions,
    emptied,
    level_with,
    place_truly,
    playing,
    refusal_of,
    row_of_pairs,
    some_blocked,
    stuck_level,
)


class TestLevelSetup:
    """Section 1."""

    @pytest.mark.parametrize("difficulty", DIFFICULTIES)
    def test_a_level_is_a_nine_by_nine_sudoku_with_one_stack_tile_for_each_empty_cell(
        self, difficulty: Difficulty
    ) -> None:
        level = deal(difficulty, 7)
        assert len(level.givens) == len(level.solution) == 81
        assert len(level.tiles) == level.givens.count(".")
        missing = Counter(int(digit) for digit, given in zip(level.solution, level.givens, strict=True) if given == ".")
        assert Counter(tile.digit for tile in level.tiles) == missing

    def test_easy_has_more_givens_than_hard(self) -> None:
        fewest_easy = min(81 - deal("easy", seed).givens.count(".") for seed in range(10))
        most_hard = max(81 - deal("hard", seed).givens.count(".") for seed in range(10))
        assert fewest_easy > most_hard

    @pytest.mark.parametrize("difficulty", DIFFICULTIES)
    def test_every_digit_has_an_odd_number_of_givens(self, difficulty: Difficulty) -> None:
        level = deal(difficulty, 3)
        assert all(level.givens.count(digit) % 2 == 1 for digit in "123456789")

    def test_the_log_carries_the_level(self) -> None:
        match = begin(GAME, 5, Options(difficulty="medium"))
        assert match.session.options.level == deal("medium", 5).unproved
        assert match.session.options.level.id == "medium-5-g1"

    def test_a_level_that_is_not_the_one_of_its_seed_is_refused(self) -> None:
        other = deal("easy", 6).unproved
        with pytest.raises(ValueError, match="not the level that is dealt for easy and seed 5"):
            Match.begin(GAME, id="x", seed=5, started=0, options=Options(level=other))


class TestPairAndPlaceLoop:
    """Section 2."""

    @pytest.mark.parametrize("difficulty", DIFFICULTIES)
    def test_the_certificate_of_a_level_solves_it_through_the_rules(self, difficulty: Difficulty) -> None:
        level = deal(difficulty, 11)
        match = begin(GAME, 11, Options(difficulty=difficulty))
        for number, action in enumerate(certified_actions(level)):
            match, refusal = match.submit(0, action, number * 1000)
            assert refusal is None
        assert match.outcome is not None
        assert match.outcome.reason == "solved"

    def test_removing_and_placing_take_turns_as_the_player_likes(self) -> None:
        level = level_with(emptied({1: 2, 2: 2}), row_of_pairs("1122"))
        first = playing(level, Remove(0, 1), place_truly(level, 1), Remove(2, 3), place_truly(level, 2))
        second = playing(level, Remove(0, 1), Remove(2, 3), place_truly(level, 2), place_truly(level, 1))
        assert first.position.grid == second.position.grid


class TestFreeTiles:
    """Section 3."""

    LEVEL = level_with(
        emptied({1: 4, 2: 4}),
        [
            (0, 0, 0, 1),
            (2, 0, 0, 2),
            (4, 0, 0, 1),
            (1, 0, 1, 2),
            (20, 0, 0, 1),
            (30, 0, 0, 2),
            (40, 0, 0, 1),
            (50, 0, 0, 2),
        ],
    )

    def test_a_tile_with_another_on_top_is_not_free(self) -> None:
        assert refusal_of(State(self.LEVEL), Remove(0, 4)) == Refusal("tile-covered", {"tile": 0, "by": 3})

    def test_a_tile_between_two_others_is_not_free(self) -> None:
        state = playing(self.LEVEL, Remove(3, 5))
        assert refusal_of(state, Remove(1, 7)) == Refusal("tile-hemmed-in", {"tile": 1, "left": 0, "right": 2})

    def test_one_free_side_is_enough(self) -> None:
        state = playing(self.LEVEL, Remove(3, 5))
        assert playing(self.LEVEL, Remove(3, 5), Remove(0, 4)).position.removed == {0, 3, 4, 5}
        assert state.position.free >> 0 & 1

    def test_a_side_neighbour_on_another_layer_does_not_hem(self) -> None:
        level = level_with(emptied({1: 2, 2: 2}), [(0, 0, 0, 1), (2, 0, 0, 2), (2, 0, 1, 2), (20, 0, 0, 1)])
        assert State(level).position.free >> 2 & 1

    def test_a_neighbour_that_overlaps_by_half_a_tile_hems(self) -> None:
        level = level_with(emptied({1: 2, 2: 2}), [(0, 1, 0, 2), (2, 0, 0, 1), (4, 1, 0, 2), (20, 0, 0, 1)])
        assert refusal_of(State(level), Remove(1, 3)).code == "tile-hemmed-in"

    def test_only_matching_tiles_make_a_pair(self) -> None:
        level = level_with(emptied({1: 2, 2: 2}), row_of_pairs("1212"))
        assert refusal_of(State(level), Remove(0, 1)) == Refusal("digits-differ")

    def test_a_tile_is_no_pair_with_itself_and_must_be_there(self) -> None:
        level = level_with(emptied({1: 2, 2: 2}), row_of_pairs("1122"))
        assert refusal_of(State(level), Remove(0, 0)) == Refusal("same-tile")
        assert refusal_of(State(level), Remove(0, 9)) == Refusal("no-such-tile", {"tile": 9})
        assert refusal_of(playing(level, Remove(0, 1)), Remove(1, 0)) == Refusal("tile-gone", {"tile": 1})


class TestTray:
    """Section 4."""

    LEVEL = level_with(emptied({1: 2, 2: 2, 3: 2}), row_of_pairs("112233"))

    def test_a_pair_gives_two_identical_tokens(self) -> None:
        assert playing(self.LEVEL, Remove(0, 1)).position.tray == (1, 1)

    def test_the_order_of_the_two_tiles_does_not_matter(self) -> None:
        assert playing(self.LEVEL, Remove(1, 0)) == playing(self.LEVEL, Remove(0, 1))

    def test_the_tray_holds_five(self) -> None:
        assert TRAY == 5

    def test_a_pair_needs_two_free_slots(self) -> None:
        four = playing(self.LEVEL, Remove(0, 1), Remove(2, 3))
        assert refusal_of(four, Remove(4, 5)) == Refusal("tray-full", {"held": 4, "room": 1, "needed": 2})

    def test_placing_one_token_makes_room_again(self) -> None:
        three = playing(self.LEVEL, Remove(0, 1), Remove(2, 3), place_truly(self.LEVEL, 1))
        assert playing(
            self.LEVEL, Remove(0, 1), Remove(2, 3), place_truly(self.LEVEL, 1), Remove(4, 5)
        ).position.tray == (
            *three.position.tray,
            3,
            3,
        )


class TestPlacement:
    """Section 5."""

    LEVEL = level_with(emptied({1: 4, 2: 2}), row_of_pairs("111122"))

    def test_the_view_lists_all_legal_cells_of_a_token(self) -> None:
        state = playing(self.LEVEL, Remove(0, 1))
        targets = GAME.view(state, None).targets
        assert set(targets) == {1}
        grid = state.position.grid
        for cell in range(81):
            legal = grid[cell] == 0 and all(grid[other] != 1 for other in SEEN_FROM[cell])
            assert (cell in targets[1]) == legal

    def test_only_empty_cells_take_a_token(self) -> None:
        state = playing(self.LEVEL, Remove(0, 1))
        assert refusal_of(state, Place(1, 0, 0)) == Refusal("cell-filled", {"row": 0, "col": 0})

    @pytest.mark.parametrize(
        ("taken", "code"),
        [((0, 5), "same-digit-in-row"), ((5, 0), "same-digit-in-column"), ((1, 1), "same-digit-in-box")],
    )
    def test_no_digit_twice_in_a_row_a_column_or_a_box(self, taken: tuple[int, int], code: str) -> None:
        """The refusal points at the cell in the way."""
        row, col = taken
        givens = "".join("9" if cell == 9 * row + col else "." for cell in range(81))
        level = structs.replace(level_with({}, row_of_pairs("99")), givens=givens)
        state = playing(level, Remove(0, 1))
        assert refusal_of(state, Place(9, 0, 0)) == Refusal(code, {"row": row, "col": col})

    def test_only_a_token_that_is_held_can_be_placed(self) -> None:
        assert refusal_of(State(self.LEVEL), place_truly(self.LEVEL, 1)) == Refusal("no-such-token", {"digit": 1})

    def test_a_legal_but_wrong_placement_is_the_players(self) -> None:
        """Rule 5 only: the hidden solution does not decide."""
        level = deal("medium", 3)
        wrong = None
        state = State(level.unproved)
        for action in certified_actions(level):
            for target in state.position.placements():
                if int(level.solution[target.cell]) != target.digit:
                    wrong = target
                    break
            if wrong is not None:
                break
            state = GAME.apply(state, 0, action, 0)
        assert wrong is not None
        after = GAME.apply(state, 0, wrong, 0)
        assert after.position.mistakes == (wrong,)


class TestLivesAndUndo:
    """Section 6."""

    LEVEL = level_with(emptied({1: 2, 2: 2}), row_of_pairs("1122"))

    def test_a_level_starts_with_three_lives_and_three_undos(self) -> None:
        view = GAME.view(State(self.LEVEL), None)
        assert (view.lives, view.undos) == (3, 3) == (LIVES, UNDOS)

    def test_undo_takes_back_exactly_one_action(self) -> None:
        state = playing(self.LEVEL, Remove(0, 1), place_truly(self.LEVEL, 1))
        once = GAME.apply(state, 0, Undo(), 0)
        assert once.position == playing(self.LEVEL, Remove(0, 1)).position
        assert once.undos == 2
        twice = GAME.apply(once, 0, Undo(), 0)
        assert twice.position == State(self.LEVEL).position
        assert twice.undos == 1

    def test_undo_never_restores_undos_or_lives(self) -> None:
        state = playing(self.LEVEL, Remove(0, 1), Undo(), Remove(0, 1), Undo(), Remove(0, 1), Undo())
        assert state.undos == 0
        assert refusal_of(GAME.apply(state, 0, Remove(0, 1), 0), Undo()) == Refusal("no-undo-left")

    def test_with_nothing_to_take_back_undo_is_refused_and_costs_nothing(self) -> None:
        assert refusal_of(State(self.LEVEL), Undo()) == Refusal("nothing-to-undo")

    def test_looking_and_what_is_refused_are_no_actions(self) -> None:
        match = begin(GAME, 5)
        for action in (AskHint(), AskWinnable(), Remove(0, 0)):
            match, _ = match.submit(0, action, 0)
        assert match.state.actions == 0
        assert match.state.done == ()

    def test_there_is_no_redo(self) -> None:
        assert {kind.__struct_config__.tag for kind in GAME.actions} == {
            "remove", "place", "undo", "rescue", "restart", "hint", "winnable",
        }  # fmt: skip


class TestStuck:
    """Section 7, and what blocked means."""

    def test_stuck_when_full_no_pair_and_nothing_fits(self) -> None:
        match = some_blocked("stuck")
        position = match.state.position
        assert position.tray_is_full
        assert not list(position.placements())
        assert not list(position.removals())

    def test_a_dead_end_has_room_but_no_pair_and_nothing_fits(self) -> None:
        position = some_blocked("dead-end").state.position
        assert not position.tray_is_full
        assert not list(position.placements())
        assert not list(position.removals())

    def test_a_blocked_player_can_undo_or_restart(self) -> None:
        match = some_blocked("stuck")
        legal = GAME.legal_actions(match.state, 0)
        assert Undo() in legal
        assert Restart() in legal
        assert not any(isinstance(action, Remove | Place | Rescue) for action in legal)

    def test_a_rescue_comes_after_the_undos_only(self) -> None:
        assert refusal_of(some_blocked("stuck").state, Rescue()) == Refusal("undo-first", {"undos": 3})

    def test_a_rescue_is_for_the_blocked(self) -> None:
        assert refusal_of(State(stuck_level()), Rescue()) == Refusal("not-blocked")

    def test_without_an_undo_a_life_rewinds_to_the_last_winnable_position(self) -> None:
        from parlour.games.stackdoku.hints.winnable import winnable

        match = some_blocked("stuck")
        state = structs.replace(match.state, undos=0)
        after = GAME.apply(state, 0, Rescue(), 0)
        assert after.lives == 2
        assert after.undos == 0
        kept = len(after.done)
        assert after.done == state.done[:kept]
        assert winnable(after.position) == "yes"
        for longer in range(kept + 1, len(state.done) + 1):
            assert winnable(Position(state.level, state.done[:longer])) != "yes"
        assert not after.position.mistakes

    def test_blocked_without_undo_and_life_is_lost(self) -> None:
        state = structs.replace(some_blocked("stuck").state, undos=0, lives=0)
        outcome = GAME.outcome(state)
        assert outcome is not None
        assert outcome.reason == "out-of-lives"
        assert outcome.winners == ()
        assert outcome.scores == (0,)
        assert refusal_of(state, Rescue()) == Refusal("game-over")

    def test_a_restart_is_the_same_level_afresh_but_known_as_such(self) -> None:
        state = playing(stuck_level(), Remove(0, 1), Undo(), AskHint(), Remove(0, 1), Restart())
        assert state == State(stuck_level(), hints=1, restarts=1)

    def test_a_session_holds_ten_tries(self) -> None:
        state = playing(stuck_level(), *[Restart()] * RESTARTS)
        assert refusal_of(state, Restart()) == Refusal("no-restart-left")
        assert Restart() not in GAME.legal_actions(state, 0)

    @pytest.mark.parametrize("seed", range(6))
    def test_a_blind_player_rescued_and_rescued_is_never_left_without_a_way(self, seed: int) -> None:
        match = finished(GAME, seed, Options(difficulty="medium"))
        assert match.outcome is not None
        assert match.outcome.reason in {"solved", "out-of-lives"}


class TestVictory:
    """Section 8."""

    LEVEL = level_with(emptied({1: 2}), row_of_pairs("11"))

    def test_solved_when_all_cells_are_filled_and_the_stack_is_exhausted(self) -> None:
        state = playing(self.LEVEL, Remove(0, 1), place_truly(self.LEVEL, 1), place_truly(self.LEVEL, 1, 1))
        outcome = GAME.outcome(state)
        assert outcome is not None
        assert (outcome.reason, outcome.winners) == ("solved", (0,))
        assert refusal_of(state, Undo()) == Refusal("game-over")

    def test_an_exhausted_stack_alone_is_no_victory(self) -> None:
        assert GAME.outcome(playing(self.LEVEL, Remove(0, 1), place_truly(self.LEVEL, 1))) is None


class TestModes:
    """Section 9: hidden mode is rendering only."""

    def test_no_action_and_no_option_speaks_of_hidden_numbers(self) -> None:
        assert set(Options.__struct_fields__) == {"difficulty", "level"}

    def test_the_view_always_carries_the_numbers(self) -> None:
        view = GAME.view(begin(GAME, 1).state, None)
        assert all(1 <= tile.digit <= 9 for tile in view.tiles)
