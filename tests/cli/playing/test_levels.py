"""Dealing and grading levels from the command line."""

import json
from pathlib import Path

import pytest

from tests.cli.program import Program


def test_a_level_is_dealt_with_all_that_is_needed_to_play_and_to_prove_it(program: Program) -> None:
    level = program("deal", "stackdoku", "--seed", 7, "--difficulty", "hard", "--json").json
    assert level["id"] == "hard-7-g1"
    assert len(level["givens"]) == len(level["solution"]) == 81
    assert set(level["givens"]) <= set("123456789.")
    assert set(level["tiles"][0]) == {"id", "x", "y", "z", "digit"}
    assert level["tier"] in (3, 4)
    kinds = {tuple(step) for step in level["certificate"]}
    assert kinds == {("pair",), ("place",)}
    places = [step["place"] for step in level["certificate"] if "place" in step]
    assert set(places[0]) == {"digit", "row", "col", "why"}
    assert len(places) == len(level["tiles"])


def test_a_range_of_seeds_gives_json_lines(program: Program) -> None:
    levels = program("deal", "stackdoku", "--seeds", "3:6", "--json").json_lines
    assert [level["id"] for level in levels] == ["easy-3-g1", "easy-4-g1", "easy-5-g1"]


def test_the_same_seed_gives_the_same_bytes(program: Program) -> None:
    words = ("deal", "stackdoku", "--seed", -5, "--difficulty", "medium", "--json")
    assert program(*words).out == program(*words).out


def test_a_level_is_told_in_words(program: Program) -> None:
    ran = program("deal", "stackdoku", "--seed", 7)
    assert "easy-7-g1" in ran.out
    assert "givens" in ran.out


def test_dealt_levels_are_proved_and_graded(program: Program) -> None:
    dealt = program("deal", "stackdoku", "--seeds", "0:3", "--json").out
    ran = program("grade", "-", "--json", stdin=dealt.encode())
    assert ran.code == 0
    assert all(grading["certificate"]["ok"] and grading["tier"] == 1 for grading in ran.json_lines)
    assert "can be done without guessing" in program("grade", "-", stdin=dealt.encode()).out


def test_a_level_whose_proof_fails_is_rejected_with_the_step(program: Program, tmp_path: Path) -> None:
    level = program("deal", "stackdoku", "--seed", 1, "--json").json
    level["certificate"] = level["certificate"][1:]
    file = tmp_path / "level.json"
    file.write_text(json.dumps(level))
    ran = program("grade", file, "--json")
    assert ran.code == 1
    assert not ran.json["certificate"]["ok"]
    assert "not proved" in program("grade", file).out


def test_a_level_whose_stack_does_not_fit_gets_a_verdict_and_no_figures(program: Program) -> None:
    level = program("deal", "stackdoku", "--seed", 1, "--json").json
    flat = [{"id": i, "x": 4 * (i % 20), "y": 2 * (i // 20), "z": 0, "digit": 1} for i in range(54)]
    for tiles in (flat, []):
        ran = program("grade", "-", "--json", stdin=json.dumps(level | {"tiles": tiles, "id": "[/foo]"}).encode())
        assert ran.code == 1
        assert ran.json["certificate"]["reason"] == "wrong-tiles"
        assert ran.json["figures"] is None
        assert program("grade", "-", stdin=json.dumps(level | {"tiles": tiles, "id": "[/foo]"}).encode()).code == 1


@pytest.mark.parametrize("text", [b"{}", b"[1]", b"{", b'{"id":5}', b"[" * 100_000], ids=lambda text: str(text[:8]))
def test_what_is_no_level_is_unreadable(program: Program, text: bytes) -> None:
    ran = program("grade", "-", stdin=text)
    assert ran.code == 2
    assert "unreadable" in ran.out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["deal", "ten-exorcism", "--seed", "1"], "has no levels to deal"),
        (["deal", "stackdoku", "--seeds", "5"], "no range of seeds"),
        (["deal", "stackdoku", "--seeds", "5:5"], "1 to 10,000,000 seeds"),
        (["deal", "stackdoku", "--seeds", "0:99999999999999999999999"], "1 to 10,000,000 seeds"),
        (["arena", "dots-and-boxes", "--bots", "novice,novice", "--seed", str(10**30)], "a seed lies between"),
        (["deal", "stackdoku", "--difficulty", "mean"], "'mean' is not one of 'easy', 'medium', 'hard', 'expert'"),
        (["deal", "stackdoku", "--seed", str(2**60)], "a seed lies between"),
        (["grade", "x.json", "--game", "ten-exorcism"], "has no levels to grade"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_a_wrong_call_says_what_would_be_right(program: Program, words: list[str], said: str) -> None:
    ran = program(*words)
    assert ran.code == 2
    assert said in ran.err
