"""Analyses of games whose blunders are known, and of sessions with gaps, refusals and clocks in them."""

from itertools import pairwise

import msgspec
import pytest

from parlour.core.match import AnyMatch
from parlour.games.dots_and_boxes import analyst
from parlour.games.dots_and_boxes.analyst import Analysis, DotsAndBoxesAnalyst
from parlour.games.dots_and_boxes.rules import LINE_NAMES, LINE_OF, Draw, Options
from parlour.testing.players import begin, finished
from tests.games.dots_and_boxes import oracle
from tests.games.dots_and_boxes.games import GAME, blundered_game, play, scripted

ANALYST = DotsAndBoxesAnalyst()


AMPLE = 60.0
"""Far more than the end of a game takes."""


@pytest.fixture(autouse=True)
def only_the_end_is_exact(monkeypatch: pytest.MonkeyPatch) -> None:
    """Positions that are solved in no time, so that a busy machine cannot decide which are."""
    monkeypatch.setattr(analyst, "MOST_LINES", 20)


def analysed(match: AnyMatch) -> Analysis:
    return ANALYST.analyse(match.session, AMPLE, lambda _: None)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_blunder_is_found_weighed_and_called_the_turning_point(seed: int) -> None:
    game = blundered_game(seed)
    found = analysed(game.match)
    move = found.moves[game.number - 1]
    assert (move.seat, move.lost) == (game.seat, game.lost)
    assert move.best == tuple(LINE_NAMES[line] for line in game.best)
    assert found.turning_point == game.number
    late = [other for other in found.moves if other.number > 42 and other.number != game.number]
    assert all(other.lost == 0 for other in late)
    assert "turning point" in ANALYST.describe(found)
    assert f"lost {game.lost}" in ANALYST.describe(found)


def test_progress_is_told_after_each_position_and_each_move_and_goes_in_small_steps() -> None:
    told: list[float] = [0.0]
    match = blundered_game(1).match
    ANALYST.analyse(match.session, AMPLE, told.append)
    assert told == sorted(told)
    assert told[-1] == 1
    assert len(told) > len(match.session.entries) + analyst.MOST_LINES
    assert max(after - before for before, after in pairwise(told)) < 0.05


def test_progress_with_more_than_two_players_is_that_of_the_moves() -> None:
    told: list[float] = []
    match = finished(GAME, 1, seats=3)
    ANALYST.analyse(match.session, AMPLE, told.append)
    assert told[0] == 1 / len(LINE_NAMES)
    assert told[-1] == 1


def test_mistakes_are_counted_for_each_player_with_the_costliest() -> None:
    found = analysed(blundered_game(1).match)
    plain = [msgspec.structs.replace(move, lost=0) for move in found.moves]

    def said(**costs: int) -> str:
        moves = [msgspec.structs.replace(move, lost=costs.get(f"m{move.number}", 0)) for move in plain]
        text = ANALYST.describe(msgspec.structs.replace(found, moves=tuple(moves), exact_from=1))
        [line] = [line for line in text.splitlines() if line.startswith("Exact from move 1 on. ")]
        return line.removeprefix("Exact from move 1 on. ")

    first, second = plain[0], plain[1]
    assert (first.seat, second.seat) == (0, 1)
    assert said() == "Player 1 made 0 mistakes; player 2 made 0 mistakes."
    assert said(m1=1) == "Player 1 made 1 mistake, the costliest 1 box of margin; player 2 made 0 mistakes."
    third = next(move.number for move in plain[1:] if move.seat == 0)
    assert said(**{"m1": 2, f"m{third}": 5, "m2": 3}) == (
        "Player 1 made 2 mistakes, the costliest 5 boxes of margin; "
        "player 2 made 1 mistake, the costliest 3 boxes of margin."
    )


def test_a_blunder_comes_with_the_best_play_that_was_there_instead() -> None:
    game = blundered_game(1)
    moves = analysed(game.match).moves
    better = [LINE_OF[name] for name in moves[game.number - 1].better]
    assert better[0] == game.best[0]
    assert len(better) == len(set(better)) > 1
    undrawn = oracle.FULL
    for move in moves[: game.number - 1]:
        undrawn &= ~(1 << LINE_OF[move.line])
    for line in better:
        if undrawn.bit_count() <= 14:
            assert line in oracle.solve(undrawn)[1]
        undrawn &= ~(1 << line)
    assert all(move.better == () for move in moves if move.lost == 0)


def test_values_agree_with_brute_force_and_with_the_final_score() -> None:
    found = analysed(blundered_game(4).match)
    undrawn = oracle.FULL
    for move in found.moves:
        line = LINE_OF[move.line]
        if undrawn.bit_count() <= 14:
            assert move.before == oracle.solve(undrawn)[0]
        undrawn &= ~(1 << line)
    assert found.moves[-1].forecast == found.scores
    assert found.exact_from is not None
    assert all(move.lost is not None and move.lost >= 0 for move in found.moves[found.exact_from - 1 :])


def test_chains_and_loops_are_named_when_the_safe_lines_end() -> None:
    """All is drawn but the rows 0 and 4, open from side to side, and a loop of four between them."""
    rows = [f"v{row}{col}" for row in (0, 4) for col in range(6)]
    loop = ["v22", "v32", "h31", "h32"]
    order = [line for name, line in LINE_OF.items() if name not in {*rows, *loop}]
    found = analysed(scripted(order))
    assert found.safe_end is not None
    shapes = sorted((shape.kind, shape.boxes) for shape in found.shapes)
    assert shapes == [("chain", 5), ("chain", 5), ("loop", 4)]
    assert {name for shape in found.shapes for name in shape.lines} == {*rows, *loop}
    assert (found.moves[-1].chains, found.moves[-1].loops) == ((5, 5), (4,))


def test_offers_are_counted_in_a_game_of_three() -> None:
    match = scripted([LINE_OF[name] for name in ("h00", "v00", "h10", "v01")], seats=3)
    found = analysed(match)
    assert [(move.seat, move.boxes, move.offered, move.needless) for move in found.moves] == [
        (0, 0, 0, 0),
        (1, 0, 0, 0),
        (2, 0, 1, 1),
        (0, 1, 0, 0),
    ]
    assert found.needless == (0, 0, 1)
    assert found.lost == ()
    assert all(move.before is None for move in found.moves)
    assert found.leads_from == 4
    assert "player 3 offered 1" in ANALYST.describe(found)


def test_an_unfinished_session_is_analysed_as_far_as_it_goes() -> None:
    found = analysed(scripted([0, 7, 20]))
    assert not found.complete
    assert len(found.moves) == 3
    assert found.exact_from is None
    assert "unfinished" in ANALYST.describe(found)


def test_a_session_without_a_move_has_an_analysis() -> None:
    found = analysed(begin(GAME, 1, seats=2))
    assert (found.moves, found.turning_point, found.leads_from, found.safe_end) == ((), None, None, None)
    assert ANALYST.describe(found)


def test_refused_actions_are_counted_and_left_out() -> None:
    match = scripted([0])
    match, refusal = match.submit(1, Draw(0, 0, 0, 1), match.last_ms)
    assert refusal is not None
    match = play(match, 7)
    found = analysed(match)
    assert found.refused == 1
    assert [(move.number, move.entry) for move in found.moves] == [(1, 0), (2, 2)]
    assert "1 refused" in ANALYST.describe(found)


def test_lines_that_the_clock_drew_are_marked() -> None:
    match = begin(GAME, 1, Options(turn_seconds=1), 2).until(2500)
    found = analysed(match)
    assert [(move.seat, move.line, move.by_clock) for move in found.moves] == [(0, "h00", True), (1, "h01", True)]
    assert "by the clock" in ANALYST.describe(found)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_any_game_has_an_analysis_that_is_json_and_text(seats: int) -> None:
    match = finished(GAME, seats, Options(turn_seconds=1) if seats == 3 else None, seats)
    parts: list[float] = []
    found = ANALYST.analyse(match.session, AMPLE, parts.append)
    assert msgspec.json.decode(msgspec.json.encode(found), type=Analysis) == found
    assert found.scores == match.outcome.scores  # type: ignore[union-attr]
    assert sum(move.boxes for move in found.moves) == 25
    assert parts == sorted(parts)
    assert parts[-1] == 1.0
    assert ANALYST.describe(found)
