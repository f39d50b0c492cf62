"""Sessions in, analyses out."""

import json
from pathlib import Path

import pytest

from parlour import games
from parlour.core.session import encode_session
from parlour.games.dots_and_boxes import analyst
from parlour.games.stackdoku.rules import Stackdoku
from parlour.games.ten_exorcism.rules import Options, TenExorcism
from parlour.testing.players import begin, finished
from tests import nim
from tests.cli.program import Program
from tests.games.dots_and_boxes.games import blundered_game, scripted
from tests.games.stackdoku.building import blind_line


def test_a_game_with_a_blunder_is_analysed_in_words_and_as_json(
    program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analyst, "MOST_LINES", 20)  # what is solved in no time, on a busy machine too
    game = blundered_game(7)
    file = tmp_path / "game.json"
    file.write_bytes(encode_session(game.match.session))
    told = program("analyse", file, "--budget", 60)
    assert told.code == 0
    assert f"move {game.number} gave a won game away" in told.out
    assert "Safe lines ended" in told.out
    found = program("analyse", file, "--budget", 60, "--json").json
    assert found["turning_point"] == game.number
    assert found["moves"][game.number - 1]["lost"] == game.lost


def test_an_unfinished_session_comes_through_a_pipe(program: Program) -> None:
    ran = program("analyse", "-", "--budget", 0, "--json", stdin=encode_session(scripted([0, 30, 5], seats=4).session))
    assert ran.code == 0
    assert not ran.json["complete"]
    assert len(ran.json["moves"]) == 3


def test_a_forged_session_is_rejected(program: Program) -> None:
    session = json.loads(encode_session(scripted([0, 30]).session))
    session["entries"][1]["seat"] = 0
    ran = program("analyse", "-", stdin=json.dumps(session).encode())
    assert ran.code == 1
    assert "rejected" in ran.err


def test_a_solo_game_is_measured_against_the_best_line_found(program: Program) -> None:
    session = encode_session(finished(TenExorcism(), 1, Options(mode="endless")).session)
    told = program("analyse", "-", "--budget", 0, stdin=session)
    assert told.code == 0
    found = program("analyse", "-", "--budget", 0, "--json", stdin=session).json
    assert found["best"] >= found["score"] == found["moves"][-1]["score"]
    assert f"Best line found: {found['best']}" in told.out


def test_the_action_after_which_a_level_could_not_be_won_is_told(program: Program) -> None:
    match = begin(Stackdoku(), 1)
    for action in blind_line("easy", 1):
        match, _ = match.submit(0, action, match.last_ms + 1)
    session = encode_session(match.session)
    found = program("analyse", "-", "--json", stdin=session).json
    told = program("analyse", "-", stdin=session)
    assert told.code == 0
    assert f"The first action after which it could not be won: move {found['turning_point']}." in told.out
    assert found["shown"]["text"]["en"] in told.out


def test_a_game_without_an_analyst_says_so(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "kits", lambda: {"nim": nim.kit})
    ran = program("analyse", "-", stdin=encode_session(begin(nim.Nim(), 1).session))
    assert ran.code == 2
    assert "no analysis" in ran.err
