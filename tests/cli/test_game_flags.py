"""A command that takes a GAME has that game's own flags, from the types of its options, whoever wrote the game."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.shell_completion import ShellComplete

from parlour.cli.app import app
from parlour.games import kits
from tests.cli.program import Program
from tests.games.test_registry import install


@pytest.fixture(autouse=True)
def _stones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A game that another package adds."""
    folder = tmp_path / "installed"
    folder.mkdir()
    install(folder, "my_stones", "from tests.stones import kit\n", "my_stones:kit")
    monkeypatch.syspath_prepend(folder)
    kits.cache_clear()
    yield
    kits.cache_clear()


def options_of(program: Program, *flags: object) -> dict[str, object]:
    options: dict[str, object] = program("board", "stones", "--seed", 1, "--json", *flags).json["options"]
    return options


def test_a_flag_sets_its_option_and_the_others_keep_their_defaults(program: Program) -> None:
    defaults = {"stones": 3, "double_points": False, "first": "take", "most": 2, "share": 1.0, "seats": 0}
    defaults |= {"pause_ms": 500, "side": None}
    assert options_of(program) == defaults
    flags = ("--stones", 5, "--double-points", "--first", "pass", "--most", 1, "--share", "0.5")
    chosen = {"stones": 5, "double_points": True, "first": "pass", "most": 1, "share": 0.5}
    assert options_of(program, *flags) == defaults | chosen


def test_a_bool_can_be_switched_off_and_a_flag_beats_the_general_form(program: Program) -> None:
    assert options_of(program, "-o", "double_points=true", "-o", "stones=4") == options_of(
        program, "--double-points", "--stones", 4
    )
    assert options_of(program, "-o", "double_points=true", "--no-double-points") == options_of(program)


def test_an_option_that_may_be_empty_takes_none(program: Program) -> None:
    chosen = options_of(program, "--pause-ms", "none", "--side", "left")
    assert (chosen["pause_ms"], chosen["side"]) == (None, "left")
    assert options_of(program, "--pause-ms", 20, "--side", "none") == options_of(program) | {"pause_ms": 20}
    assert options_of(program, "-o", "pause_ms=null") == options_of(program) | {"pause_ms": None}
    assert options_of(program, "-o", "pause_ms=none") == options_of(program) | {"pause_ms": None}
    shown = program("board", "stones", "--help").out
    assert "--pause-ms [integer|none]" in shown
    assert "--side [none|left|right]" in shown


def test_flags_may_stand_before_the_game(program: Program) -> None:
    ran = program("board", "--first", "pass", "--seed", 1, "stones", "--json")
    assert ran.json["options"]["first"] == "pass"


def test_a_flag_of_the_command_is_not_taken_by_the_game(program: Program) -> None:
    assert program("board", "stones", "--seats", 2).code == 2
    assert options_of(program, "-o", "seats=2") == options_of(program) | {"seats": 2}


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        (["--stones", "12"], "12 is not in the range 1<=x<=9"),
        (["--stones", "few"], "'few' is not a valid integer."),
        (["-o", "stones=few"], "stones is 'few'; what it can be: integer from 1 to 9"),
        (["-o", "stones=12"], "stones is '12'; what it can be: integer from 1 to 9"),
        (["-o", "most=3"], "most is '3'; what it can be: 1 | 2"),
        (["-o", "pause_ms=-1"], "pause_ms is '-1'; what it can be: integer from 0 | none"),
        (["--first", "leave"], "'leave' is not one of 'take', 'pass'"),
        (["--most", "3"], "'3' is not one of '1', '2'"),
        (["--share", "0"], "is not in the range"),
        (["--share", "inf"], "option share is inf, which is no number that can be written down"),
        (
            ["-o", "seats=9007199254740992"],
            "option seats is 9007199254740992; an integer lies between -9007199254740991 and 9007199254740991",
        ),
        (["-o", f"seats={10**30}"], "option seats is too large; an integer lies between"),
        (["--pause-ms", "-1"], "-1 is not in the range x>=0"),
        (["--stones", "none"], "'none' is not a valid integer"),
        (["--double-points=yes"], "does not take a value"),
        (["--mode", "endless"], "No such option '--mode'"),
    ],
    ids=" ".join,
)
def test_a_wrong_value_is_answered_with_what_would_be_right(program: Program, flags: list[str], said: str) -> None:
    ran = program("board", "stones", *flags)
    assert ran.code == 2
    assert said in ran.err


def test_a_game_that_there_is_not_is_named_whatever_flags_stand_beside_it(program: Program) -> None:
    ran = program("board", "chess", "--clock", 5)
    assert ran.code == 2
    assert "no game 'chess'; there is ten-exorcism" in ran.err


@pytest.mark.parametrize("command", ["play", "board", "deal", "solve", "arena"])
def test_help_shows_the_flags_of_the_game_that_is_named(program: Program, command: str) -> None:
    ran = program(command, "stones", "--help")
    assert ran.code == 0
    assert "--double-points / --no-double-points" in ran.out
    assert "Every stone counts twice" in ran.out
    assert "--first [take|pass]" in ran.out
    assert "[default: take]" in ran.out
    assert "--mode [" not in ran.out


def test_help_says_no_bounds_of_a_number_that_has_none(program: Program) -> None:
    shown = " ".join(program("solve", "stones", "--help").out.split())
    assert "--seats INTEGER" in shown
    assert "None" not in shown


@pytest.mark.parametrize("command", ["play", "board"])
def test_a_seed_is_shown_and_offered_where_it_changes_something_and_taken_everywhere(
    program: Program, tmp_path: Path, command: str
) -> None:
    assert "--seed INTEGER" in program(command, "--help").out
    for game, seeded in {"ten-exorcism": True, "dots-and-boxes": False}.items():
        kept = ["--save", tmp_path / f"{game}.json"] if command == "play" else []
        assert ("--seed INTEGER" in program(command, game, "--help").out) == seeded
        ran = program(command, game, "--seed", 42, *kept, stdin=b"quit\n")
        assert ran.code == 0
        assert ("seed 42" in ran.out) == seeded
    assert program("board", "dots-and-boxes", "--seed", 42, "--json").json["seed"] == 42


@pytest.mark.parametrize("command", ["play", "board", "deal"])
def test_a_seed_is_completed_where_it_changes_something(command: str) -> None:
    def completed(*words: str) -> list[str]:
        shell = ShellComplete(app, {}, "parlour", "_PARLOUR_COMPLETE")
        return [item.value for item in shell.get_completions([command, *words], "--seed")]

    others = ["--seeds"] if command == "deal" else []
    assert completed() == completed("ten-exorcism") == ["--seed", *others]
    assert completed("dots-and-boxes") == others


def test_the_list_of_games_names_the_flags(program: Program) -> None:
    listed = program("games").out
    assert "    --stones integer from 1 to 9  [default: 3]\n" in listed
    assert "    --double-points/--no-double-points  [default: false]\n" in listed


def test_a_game_is_played_with_its_flags(program: Program) -> None:
    ran = program("play", "stones", "--stones", 2, "--double-points", "--json", stdin=b"2\n")
    assert ran.json["outcome"]["scores"] == [4]


def test_a_solution_keeps_the_types_of_its_actions(program: Program) -> None:
    found = program("solve", "stones", "--seed", 1, "--stones", 5, "--first", "pass", "--json").json
    assert found["moves"] == [{"do": "pass"}, [2], [2], [1]]
    assert "pass  2  2  1" in program("solve", "stones", "--seed", 1, "--stones", 5, "--first", "pass").out


def test_a_position_is_given_by_the_flag_that_the_evaluator_names(program: Program) -> None:
    assert program("evaluate", "stones", "--left", 4, "--json").json == {"points": 4}
    assert "worth 4" in program("evaluate", "stones", "--position", 4).out
    lines = program("evaluate", "stones", "--left", "-", stdin=b"2\nx\n").json_lines
    assert lines == [{"points": 2}, {"error": "'x\\n' is no number of stones"}]
    assert "How many stones are left." in program("evaluate", "stones", "--help").out
    assert "'--left' / '--position'" in program("evaluate", "stones").err


def test_levels_are_dealt_by_the_options_and_graded_by_the_game_that_is_named(program: Program) -> None:
    dealt = program("deal", "stones", "--seeds", "1:3", "--stones", 7, "--json")
    assert dealt.json_lines == [{"stones": 7, "seed": 1}, {"stones": 7, "seed": 2}]
    graded = program("grade", "-", "--game", "stones", "--json", stdin=dealt.out.encode())
    assert graded.code == 0
    assert graded.json_lines == dealt.json_lines
    assert program("grade", "-", "--game", "stones", stdin=b'{"stones":10,"seed":1}').code == 1
    assert "say --game" in program("grade", "-", stdin=dealt.out.encode()).err


def test_the_catalogue_lists_the_options_by_kind(program: Program) -> None:
    [stones] = [game for game in program("games", "--json").json if game["id"] == "stones"]
    assert [(option["name"], option["kind"]) for option in stones["options"]] == [
        ("stones", "integer"),
        ("double_points", "bool"),
        ("first", "choice"),
        ("most", "choice"),
        ("share", "number"),
        ("seats", "integer"),
        ("pause_ms", "integer"),
        ("side", "choice"),
    ]
    assert json.dumps(stones["options"][3]["choices"][0]["value"]) == "1"
