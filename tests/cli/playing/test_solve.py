"""Boards in, lines out."""

from parlour.core.match import Match
from parlour.games.ten_exorcism.rules import Options, Select, TenExorcism
from tests.cli.program import Program

GAME = TenExorcism()


def replayed(seed: int, moves: list[list[int]]) -> int:
    state = GAME.start(Options(mode="endless"), seed, 1)
    for move in moves:
        state = GAME.apply(state, 0, Select(*move), 0)
    assert state.ended == "no-rectangle-left"
    return state.score


def test_a_board_is_solved_in_words_and_as_json(program: Program) -> None:
    told = program("solve", "ten-exorcism", "--seed", 42, "--iterations", 300)
    assert told.code == 0
    found = program("solve", "ten-exorcism", "--seed", 42, "--iterations", 300, "--json").json
    assert list(found) == ["seed", "score", "bound", "moves", "seconds"]
    assert replayed(42, found["moves"]) == found["score"] <= found["bound"] <= 170
    assert f"score {found['score']} of at most {found['bound']}" in told.out


def test_a_range_of_boards_is_solved_line_by_line_and_alike_by_more_workers(program: Program) -> None:
    words = ("solve", "ten-exorcism", "--seeds", "-2:2", "--iterations", 200)
    ran = program(*words)
    assert ran.code == 0
    assert [line["seed"] for line in ran.json_lines] == [-2, -1, 0, 1]
    assert all(replayed(line["seed"], line["moves"]) == line["score"] for line in ran.json_lines)
    by_two = program(*words, "--workers", 2).json_lines
    assert [line["moves"] for line in by_two] == [line["moves"] for line in ran.json_lines]


def test_several_workers_think_about_one_board(program: Program) -> None:
    found = program("solve", "ten-exorcism", "--seed", 7, "--iterations", 100, "--workers", 2, "--json").json
    assert replayed(7, found["moves"]) == found["score"]


def test_a_clock_can_be_the_limit_and_the_mode_be_told(program: Program) -> None:
    ran = program("solve", "ten-exorcism", "--seed", 7, "--budget", 0.01, "-o", "mode=endless", "--json")
    assert replayed(7, ran.json["moves"]) == ran.json["score"]


def test_a_wrong_call_says_what_would_be_right(program: Program) -> None:
    for words, said in (
        (("dots-and-boxes", "--seed", 1), "has no solver"),
        (("chess", "--seed", 1), "no game 'chess'"),
        (("ten-exorcism",), "either --seed or --seeds"),
        (("ten-exorcism", "--seed", 1, "--seeds", "1:2"), "either --seed or --seeds"),
        (("ten-exorcism", "--seeds", "5"), "no range of seeds"),
        (("ten-exorcism", "--seeds", "5:5"), "1 to 10,000,000 seeds"),
        (("ten-exorcism", "--seeds", "0:99999999"), "1 to 10,000,000 seeds"),
        (("ten-exorcism", "--seed", 2**53), "between -2^52 and 2^52"),
        (("ten-exorcism", "--seed", 1, "--budget", "-1"), "budget"),
        (("ten-exorcism", "--seed", 1, "-o", "mode=slow"), "options of ten-exorcism"),
    ):
        ran = program("solve", *words)
        assert ran.code == 2
        assert said in ran.err


def test_a_solved_line_is_a_session_that_verifies(program: Program) -> None:
    found = program("solve", "ten-exorcism", "--seed", 9, "--iterations", 100, "--json").json
    match = Match.begin(GAME, id="solved", seed=9, started=0, options=Options(mode="endless"))
    for move in found["moves"]:
        match, refusal = match.submit(0, Select(*move), 0)
        assert refusal is None
    assert match.outcome is not None
    assert match.outcome.scores == (found["score"],)
