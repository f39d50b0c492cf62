"""Hints in every position of play, right and wrong; and what they rest on."""

import json
from importlib.resources import files
from itertools import islice
from typing import get_args

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.core.match import AnyMatch
from parlour.core.mulberry32 import mulberry32
from parlour.games.stackdoku.actions import Done, Place, Remove
from parlour.games.stackdoku.hints.hint import Hint, hint
from parlour.games.stackdoku.hints.marks import pencil_marks
from parlour.games.stackdoku.hints.sayings import HintPlace, HintReason, HintStep, Saying, Technique
from parlour.games.stackdoku.hints.techniques import reasons
from parlour.games.stackdoku.hints.text import SENTENCES, sentence
from parlour.games.stackdoku.hints.winnable import winnable
from parlour.games.stackdoku.kernels.constants import BOARD_SIZE, MARKS
from parlour.games.stackdoku.kernels.logic import start_board
from parlour.games.stackdoku.levels.dealing import deal
from parlour.games.stackdoku.levels.level import DIFFICULTIES, EMPTY, Difficulty, Level
from parlour.games.stackdoku.levels.sudoku import parse
from parlour.games.stackdoku.position import Position
from parlour.games.stackdoku.rules import Options, Stackdoku, State
from parlour.languages import LANGUAGES
from parlour.testing.players import begin, random_game
from tests.games.stackdoku.building import emptied, level_with, place_truly
from tests.games.stackdoku.strategies import GAMES, LEVELS, paired_puzzle, play

GAME = Stackdoku()
CODES = {code for codes in (HintPlace, HintReason, HintStep) for code in get_args(codes)}
CATALOGUES = files("parlour.languages")


def meant(said: Hint) -> Done | None:
    """The action that a hint asks for; None for an undo or when nothing is left."""
    action = said.place or said.remove
    assert (action is not None) == (said.kind in ("place", "remove"))
    return action


@settings(max_examples=20)
@given(level=LEVELS, game=GAMES)
def test_a_hint_in_a_right_position_is_a_legal_true_move(level: Level, game: int) -> None:
    for position in play(level, game, wrong=0):
        said = hint(position)
        action = meant(said)
        assert said.why
        assert all(sentence(saying) for saying in (said.where, *said.why, said.what))
        assert action is None or action in (*position.removals(), *position.placements())
        if isinstance(action, Place):
            assert action.digit == int(level.solution[action.cell])
        assert (said.kind == "undo") == (winnable(position) == "no")


@settings(max_examples=20)
@given(level=LEVELS, game=GAMES)
def test_after_a_wrong_placement_the_hint_is_to_undo(level: Level, game: int) -> None:
    for position in play(level, game, wrong=30):
        if position.mistakes and 0 in position.grid:
            assert hint(position).kind == "undo"
            assert winnable(position) == "no"


@settings(max_examples=20)
@given(level=LEVELS, game=GAMES, wrong=st.sampled_from([0, 10]))
def test_a_hint_to_undo_names_the_first_action_after_which_the_level_is_known_to_be_lost(
    level: Level, game: int, wrong: int
) -> None:
    for position in play(level, game, wrong):
        said = hint(position)
        if said.kind != "undo":
            assert said.undos == 0
            continue
        kept = len(position.done) - said.undos
        assert winnable(Position(level, position.done[: kept + 1])) == "no"
        assert all(winnable(Position(level, position.done[:count])) != "no" for count in range(kept + 1))
        blamed = position.done[kept]
        if isinstance(blamed, Remove):
            assert said.what == Saying("undo-removal", (level.tiles[blamed.a].digit,), tiles=(blamed.a, blamed.b))
        else:
            assert said.what == Saying("undo-placement", (blamed.digit,), (blamed.cell,))


def test_where_no_pair_is_left_and_the_tray_is_empty_a_hint_says_so() -> None:
    tiles = [(0, 0, 0, 1), (4, 0, 0, 1), (4, 0, 1, 2), (8, 0, 0, 2), (8, 0, 1, 1), (12, 0, 0, 1)]
    level = level_with(emptied({1: 4, 2: 2}), tiles)
    done = (Remove(0, 5), place_truly(level, 1), place_truly(level, 1, 1))
    said = hint(Position(level, done))
    assert (said.kind, said.why, said.undos) == ("undo", (Saying("nothing-free"),), 3)


@settings(max_examples=20)
@given(level=LEVELS, game=GAMES, wrong=st.sampled_from([0, 2, 10, 50]))
def test_what_a_hint_asks_for_is_accepted_in_every_position_of_half_sensible_play(
    level: Level, game: int, wrong: int
) -> None:
    for position in play(level.unproved, game, wrong):
        assert_playable(State(position.level, position.done))


@settings(max_examples=6)
@given(difficulty=st.sampled_from(DIFFICULTIES), seed=st.integers(0, 40), game=GAMES)
def test_what_a_hint_asks_for_is_accepted_in_every_position_of_blind_play(
    difficulty: Difficulty, seed: int, game: int
) -> None:
    start: AnyMatch = begin(GAME, seed, Options(difficulty))
    for match in islice(random_game(start, mulberry32(game)), 0, 300, 6):
        if match.outcome is None:
            assert_playable(match.state)


def assert_playable(state: State) -> None:
    """The rules take the hint's action; and the view, with all three steps shown, names it."""
    action = meant(hint(state.position))
    if action is not None:
        GAME.apply(state, 0, action, 0)
    shown = GAME.view(msgspec.structs.replace(state, hint_step=3), 0).hint
    assert shown is not None
    assert shown.what is not None
    assert (shown.place or shown.remove) == action


@pytest.mark.parametrize("seed", range(8, 13))
@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_following_hints_from_the_start_clears_the_level(difficulty: Difficulty, seed: int) -> None:
    level = deal(difficulty, seed)
    position = Position(level, ())
    while (action := meant(said := hint(position))) is not None:
        assert "solution" not in said.techniques
        position = Position(level, (*position.done, action))
    assert said.kind == "done"
    assert position.solved
    assert "".join(map(str, position.grid)) == level.solution


@settings(max_examples=40)
@given(seed=st.integers(0, 2**32 - 1), tier=st.sampled_from([3, 4]))
def test_explained_eliminations_are_those_of_the_kernel(seed: int, tier: int) -> None:
    givens, solution = paired_puzzle(seed, 27)
    board = np.empty(BOARD_SIZE, np.int64)
    start_board(board, parse(givens), 1)
    masks = board[MARKS : MARKS + 81].tolist()
    marks = [{digit for digit in range(1, 10) if mask >> (digit - 1) & 1} for mask in masks]
    reasons(marks, tier)
    start_board(board, parse(givens), tier)
    assert [sum(1 << (digit - 1) for digit in cell) for cell in marks] == board[MARKS : MARKS + 81].tolist()
    assert all(int(true) in cell for true, cell in zip(solution, marks, strict=True) if cell)


@pytest.mark.parametrize("tier", [1, 2, 3, 4])
def test_pencil_marks_are_empty_for_filled_cells_and_hold_the_truth(tier: int) -> None:
    level = deal("hard", 2)
    marks = pencil_marks(Position(level, ()), tier)
    for given_digit, true, mask in zip(level.givens, level.solution, marks, strict=True):
        assert bool(mask >> (int(true) - 1) & 1) == (given_digit == EMPTY)
        assert (mask == 0) == (given_digit != EMPTY)


def test_a_dealt_level_is_winnable_and_no_budget_is_unknown() -> None:
    start = Position(deal("hard", 2), ())
    assert winnable(start) == "yes"
    assert winnable(start, budget=0) == "unknown"


def test_a_hint_survives_json() -> None:
    said = hint(Position(deal("easy", 1), ()))
    assert msgspec.json.decode(msgspec.json.encode(said), type=Hint) == said


def test_every_saying_has_a_sentence_in_the_terminal() -> None:
    assert set(SENTENCES) == CODES


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_saying_and_technique_has_words_in_the_client(language: str) -> None:
    words = json.loads(CATALOGUES.joinpath(language, "games", "stackdoku.json").read_text())["hint"]
    assert set(words["text"]) == CODES
    assert set(words["technique"]) == set(get_args(Technique))


def test_a_sentence_names_its_facts_in_their_order() -> None:
    wing = Saying("x-wing", digits=(4,), cells=(0, 8, 72, 80), units=(0, 8, 9, 17))
    assert sentence(wing) == (
        "In row 1 and row 9 the 4 stands in the same two lines, so nowhere else in column 1 and column 9 (X-wing)."
    )
    triple = Saying("naked-triple", digits=(1, 2, 3), cells=(18, 19, 20), units=(18,))
    assert sentence(triple) == (
        "In box 1 the cells r3c1, r3c2 and r3c3 share the digits 1, 2 and 3, so no other cell there takes them "
        "(naked triple)."
    )
