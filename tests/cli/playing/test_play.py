"""Playing in the terminal: through a pipe, and through a real one."""

import json
import os
import pty
import re
import select
import sys
import time
from pathlib import Path

from tests.cli.program import Program
from tests.patience import WAIT_S


def test_a_game_is_played_logged_and_holds(program: Program, tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    ran = program("play", "ten-exorcism", "--seed", 42, "--save", file, stdin=b"\na1 b1\na9 b9\nquit\n")
    assert ran.code == 0
    assert "sum not ten (sum 11)" in ran.out
    assert "score 2   ghosts 168" in ran.out
    assert "left (2)" in ran.out
    session = json.loads(file.read_bytes())
    assert [entry.get("refused", {}).get("code") for entry in session["entries"]] == [None, "sum-not-ten", None]
    assert session["entries"][0]["action"] == {"do": "ready"}
    assert program("verify", file).code == 0


def test_a_session_is_kept_even_when_nobody_says_where(program: Program, tmp_path: Path) -> None:
    program("play", "ten-exorcism", "--seed", 42, stdin=b"\na9 b9\n")
    [file] = (tmp_path / "data" / "parlour" / "sessions").iterdir()
    assert program("verify", file).code == 0


def test_what_is_not_an_action_is_explained_and_not_logged(program: Program, tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    ran = program("play", "ten-exorcism", "--seed", 42, "--save", file, stdin=b"\nwhat\na1 b99\nhelp\n\n")
    assert "does not name two cells; write for example: b3 d4" in ran.out
    assert "rows go from 1 to 17" in ran.out
    assert [entry["action"] for entry in json.loads(file.read_bytes())["entries"]] == [{"do": "ready"}]


def test_the_board_is_covered_until_the_candle_is_lit(program: Program, tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    ran = program("play", "ten-exorcism", "--seed", 42, "--save", file, stdin=b"a9 b9\nhelp\nquit\n")
    assert ran.code == 0
    assert "Press Enter to light the candle" in ran.out
    assert "not begun" in ran.out
    assert "ghosts 170" not in ran.out
    assert "left before it began: nothing is kept" in ran.out
    assert not file.exists()


def test_a_game_played_alone_can_be_finished(program: Program, tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    ran = program("play", "ten-exorcism", "--seed", 42, "--save", file, stdin=b"\na9 b9\nfinish\n")
    assert "over (finished): 2" in ran.out
    assert program("verify", file, "--json").json["complete"]
    shown = program("replay", file).out
    assert "player 1: ready" in shown
    assert "player 1: finish" in shown


def test_a_game_of_several_is_not_finished_by_one(program: Program) -> None:
    ran = program("play", "dots-and-boxes", "--json", stdin=b"h00\nfinish\nquit\n")
    assert len(ran.json["entries"]) == 1
    assert ran.json["outcome"] is None


def test_a_session_that_was_left_goes_on(program: Program, tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    program("play", "ten-exorcism", "--seed", 42, "-o", "mode=endless", "--save", file, stdin=b"a9 b9\nquit\n")
    ran = program("play", "--resume", file, "--json", stdin=b"a9 c9\nquit\n")
    assert ran.code == 0
    assert len(ran.json["entries"]) == 2
    assert json.loads(file.read_bytes()) == ran.json
    assert program("verify", file).code == 0


def test_playing_without_a_game_asks_which(program: Program) -> None:
    ran = program("play", stdin=b"2\nquit\n")
    assert ran.code == 0
    assert "Dots and Boxes" in ran.out
    ran = program("play", stdin=b"")
    assert ran.code == 2
    assert "say which game" in ran.err


def test_a_place_that_cannot_be_written_to_is_named(program: Program, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    ran = program("play", "ten-exorcism", "--save", tmp_path / "file" / "mine.json", stdin=b"quit\n")
    assert ran.code == 2
    assert "mine.json" in ran.err or "file" in ran.err


def test_several_people_take_turns(program: Program) -> None:
    ran = program("play", "dots-and-boxes", "--seats", 3, "--json", stdin=b"h00\nh01\nh02\nh03\nquit\n")
    assert [entry["seat"] for entry in ran.json["entries"]] == [0, 1, 2, 0]


def test_bots_cannot_take_every_seat_and_unknown_levels_are_named(program: Program) -> None:
    ran = program("play", "dots-and-boxes", "--seats", 2, "--bot", "x", "--bot", "y")
    assert ran.code == 2
    assert "parlour arena" in ran.err
    ran = program("play", "ten-exorcism", "--bot", "x")
    assert ran.code == 2


def test_resuming_never_overwrites_a_file_with_more_in_it(program: Program, tmp_path: Path) -> None:
    one = tmp_path / "one.json"
    program("play", "ten-exorcism", "--seed", 42, "-o", "mode=endless", "--save", one, stdin=b"a9 b9\nquit\n")
    two, foreign = tmp_path / "two.jsonl", tmp_path / "v1.json"
    two.write_bytes(one.read_bytes() * 2)
    foreign.write_text(program("convert", one, "--to", "ten-exorcism-v1").out)
    for file in (two, foreign):
        before = file.read_bytes()
        assert program("play", "--resume", file, stdin=b"quit\n").code == 0
        assert file.read_bytes() == before


def test_saving_never_overwrites_something_else(program: Program, tmp_path: Path) -> None:
    precious = tmp_path / "precious.txt"
    precious.write_text("mine")
    for place in (precious, tmp_path):
        ran = program("play", "ten-exorcism", "--save", place, stdin=b"quit\n")
        assert ran.code == 2
        assert "something else already" in ran.err
    assert precious.read_text() == "mine"


def test_time_at_the_table_counts_even_when_nothing_was_tried(program: Program, tmp_path: Path) -> None:
    from parlour.core.session import encode_session
    from parlour.games.ten_exorcism.rules import TenExorcism
    from parlour.testing.players import begin

    file = tmp_path / "left.json"
    file.write_bytes(encode_session(begin(TenExorcism(), 42).close(60_000).session))
    ran = program("play", "--resume", file, stdin=b"quit\n")
    [left] = re.findall(r"\n(\d+) s >", ran.out)
    assert int(left) <= 60


def test_a_tile_that_cannot_be_is_refused_and_the_session_stays_readable(program: Program, tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    program("play", "stackdoku", "--seed", 1, "--save", file, stdin=b"\n98 99\nhint\nhint\nhint\nquit\n")
    assert program("verify", file).code == 0


def test_resume_takes_no_game_and_no_options(program: Program, tmp_path: Path) -> None:
    ran = program("play", "ten-exorcism", "--resume", tmp_path / "x.json")
    assert ran.code == 2
    assert "--resume takes game" in ran.err


def test_a_session_that_cannot_go_on_says_why(program: Program, tmp_path: Path) -> None:
    broken = tmp_path / "broken.json"
    broken.write_text("{")
    ran = program("play", "--resume", broken)
    assert ran.code == 2
    assert str(broken) in ran.err


def test_a_whole_game_in_text_ends_with_its_outcome(program: Program, tmp_path: Path) -> None:
    from parlour.games.ten_exorcism.rules import TenExorcism
    from parlour.games.ten_exorcism.text import TenExorcismText
    from parlour.testing.players import begin

    match = begin(TenExorcism(), 7)
    lines = []
    while match.outcome is None:
        action = TenExorcism().legal_actions(match.state, 0)[0]
        lines.append(TenExorcismText().write(action))
        match, _ = match.submit(0, action, 0)
    file = tmp_path / "mine.json"
    ran = program("play", "ten-exorcism", "--seed", 7, "--save", file, stdin="\n".join(["", *lines]).encode())
    assert f"over (no rectangle left): {match.state.score}" in ran.out
    assert program("verify", file, "--json").json["complete"]
    ran = program("play", "--resume", file)
    assert ran.code == 2
    assert "this game is over" in ran.err


def test_in_a_terminal_the_clock_ends_the_game_without_a_key(tmp_path: Path) -> None:
    """Two minutes are a long test: the session goes on half a second before its limit."""
    from msgspec import structs

    from parlour.core.session import encode_session
    from parlour.games.ten_exorcism.rules import Select, TenExorcism
    from parlour.testing.players import begin

    match, _ = begin(TenExorcism(), 42).submit(0, Select(0, 0, 0, 0), 119_500)
    file = tmp_path / "late.json"
    file.write_bytes(encode_session(structs.replace(match.session, ended=None)))
    child, terminal = pty.fork()
    if child == 0:
        os.execv(sys.executable, [sys.executable, "-m", "parlour", "play", "--resume", str(file)])
    seen = b""
    until = time.monotonic() + WAIT_S
    while b"kept in" not in seen and time.monotonic() < until:
        if select.select([terminal], [], [], 0.2)[0]:
            try:
                seen += os.read(terminal, 65536)
            except OSError:
                break
    os.waitpid(child, 0)
    os.close(terminal)
    assert b"over (time up): 0" in seen
    assert json.loads(file.read_bytes())["outcome"]["reason"] == "time-up"


def test_a_person_plays_dots_and_boxes_against_a_bot(program: Program, tmp_path: Path) -> None:
    """The person draws whatever line is first in the book; attempts at drawn lines are refused and cost nothing."""
    from parlour.games.dots_and_boxes.rules import LINE_NAMES

    file = tmp_path / "mine.json"
    lines = "\n".join(name for name in LINE_NAMES for _ in range(2))
    ran = program("play", "dots-and-boxes", "--bot", "skilled", "--save", file, stdin=lines.encode())
    assert ran.code == 0
    assert "player 2 (skilled): " in ran.out
    assert "already drawn" in ran.out
    assert "over (all boxes owned)" in ran.out
    verdict = program("verify", file, "--json").json
    assert verdict["complete"]
    assert sum(verdict["scores"]) == 25


def test_two_bots_join_a_table_of_three(program: Program, tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    ran = program("play", "dots-and-boxes", "--bot", "novice", "--bot", "casual", "--save", file, stdin=b"h00\nquit\n")
    assert ran.code == 0
    assert "player 2 (novice): " in ran.out
    assert "player 3 (casual): " in ran.out
    assert json.loads(file.read_bytes())["seats"] == 3


def test_a_game_against_bots_goes_on_against_them_by_the_line_that_is_offered(program: Program, tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    ran = program("play", "dots-and-boxes", "--bot", "casual", "--bot", "novice", "--save", file, stdin=b"h00\nquit\n")
    [offered] = re.findall(r"go on with: parlour (.+(?:\n.+)*)", ran.out)
    assert offered.split() == ["play", "--resume", str(file), "--bot", "casual", "--bot", "novice"]
    # The two bots have drawn a line each: one of three others is free.
    ran = program(*offered.split(), stdin=b"v00\nv22\nh44\nquit\n")
    assert "player 2 (casual): " in ran.out
    assert "player 3 (novice): " in ran.out


def test_more_bots_than_seats_are_explained(program: Program) -> None:
    ran = program("play", "dots-and-boxes", "--seats", 2, "--bot", "novice", "--bot", "novice")
    assert ran.code == 2
    assert "parlour arena" in ran.err
