"""Files in, verdicts out: what is accepted, what is rejected, what cannot be read."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from parlour.core.session import encode_session
from parlour.games.ten_exorcism.export import V1
from parlour.games.ten_exorcism.rules import Options, TenExorcism
from parlour.testing.players import finished
from tests.cli.program import Program

GAME = TenExorcism()


def own(seed: int = 1) -> bytes:
    return encode_session(finished(GAME, seed, Options(mode="endless")).session)


def v1(seed: int = 1) -> bytes:
    return V1().write(finished(GAME, seed, Options(mode="endless")).session)


def forged(seed: int = 1) -> bytes:
    session: dict[str, Any] = json.loads(v1(seed))
    return json.dumps(session | {"score": session["score"] + 1}).encode()


def test_one_session_of_either_format_holds(program: Program, tmp_path: Path) -> None:
    for text in (own(), v1()):
        file = tmp_path / "game.json"
        file.write_bytes(text)
        ran = program("verify", file)
        assert ran.code == 0
        assert ran.out.startswith("✓")


def test_a_line_of_an_export_is_readable_as_a_whole(program: Program) -> None:
    line = b'{"seated":[{"name":"%s"}],"session":' + own() + b"}"
    assert program("verify", "-", stdin=line % b"Ann").code == 0
    for name in (b"\xff", b"\\ud800", b"\x07"):
        assert program("verify", "-", stdin=line % name).code == 2


def test_a_session_spread_over_lines_holds(program: Program) -> None:
    spread = json.dumps(json.loads(own()), indent=2).encode()
    ran = program("verify", "-", "--json", stdin=b"\n\n" + spread)
    assert ran.code == 0
    assert ran.json["ok"]
    assert ran.json["line"] == 3


def test_an_array_is_judged_one_by_one_with_the_line_of_each(program: Program) -> None:
    text = b"[\n" + own(1) + b",\n" + forged(2) + b",\n\n" + v1(3) + b"\n]"
    ran = program("verify", "-", "--json", stdin=text)
    assert ran.code == 1
    assert [(verdict["line"], verdict["ok"]) for verdict in ran.json_lines] == [(2, True), (3, False), (5, True)]


def test_json_lines_are_judged_one_by_one_and_a_broken_line_costs_only_itself(program: Program) -> None:
    lines = [own(1), b"", v1(2), v1(3)[:-20], forged(4), own(5)]
    ran = program("verify", "-", "--json", stdin=b"\n".join(lines))
    assert ran.code == 2
    judged = [(verdict["line"], verdict["ok"], verdict["code"]) for verdict in ran.json_lines]
    assert judged == [
        (1, True, None),
        (3, True, None),
        (4, False, "unreadable"),
        (5, False, "score-differs"),
        (6, True, None),
    ]


def test_a_broken_first_line_costs_only_itself(program: Program) -> None:
    ran = program("verify", "-", "--json", stdin=b"\n".join([own(1)[:50], own(2), own(3)]))
    assert [verdict["ok"] for verdict in ran.json_lines] == [False, True, True]


def test_several_files_are_judged_and_the_worst_decides(program: Program, tmp_path: Path) -> None:
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_bytes(own())
    bad.write_bytes(forged())
    assert program("verify", good, good).code == 0
    ran = program("verify", bad, good)
    assert ran.code == 1
    assert f"✗ {bad}:1" in ran.out
    assert f"✓ {good}:1" in ran.out
    ran = program("verify", good, tmp_path / "none.json")
    assert ran.code == 2
    assert "No such file" in ran.out


def test_the_mode_of_a_v1_session_can_be_told(program: Program) -> None:
    session: dict[str, Any] = json.loads(v1())
    session["actions"][-1]["t"] += 120_000
    session["end"] += 120_000
    text = json.dumps(session).encode()
    assert program("verify", "-", stdin=text).code == 0
    ran = program("verify", "-", "-o", "mode=classic", "--json", stdin=text)
    assert ran.code == 1
    assert ran.json["code"] == "time-was-up"


def changed(**changes: Any) -> bytes:
    session: dict[str, Any] = json.loads(v1())
    return json.dumps(session | changes).encode()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"", "the input is empty"),
        (b"  \n \n", "the input is empty"),
        (v1()[:200], "truncated"),
        (b"[" + v1(), "truncated"),
        (b"[" * 10_000_000, "nested too deeply"),
        (b'{"v":1,"x":' + b"[" * 10_000_000, "nested too deeply"),
        (b'{"v":' + b'{"v":' * 2_000_000, "nested too deeply"),
        (v1().replace(b'"score":', b'"score":NaN,"x":'), "at 'NaN,"),
        (v1().replace(b'"seed":1', b'"seed":-Infinity'), "at 'Infinity"),
        (changed(seed=10**30), "$.seed"),
        (v1().replace(b'"seed":1', b'"seed":' + b"1" * 1_000_000), "$.seed"),
        (changed(v=2), "format version 2 is not known; this reads version 1"),
        (b"[]", "the array is empty"),
        (changed(id="\x1b[2J"), "$.id"),
        (own().replace(b'"at_ms":', b'"junk":1,"at_ms":', 1), "unknown field `junk`"),
        (own().replace(b'"r0":', b'"foo":1,"r0":', 1), "unknown field `foo`"),
        (b"null", "Expected `object`, got `null`"),
        (b"5", "Expected `object`, got `int`"),
        (b'"text"', "Expected `object`, got `str`"),
        (b"{}", "neither a field 'game' nor"),
        (b'{"game":"chess"}', "no game 'chess'"),
        (b'{"game":5}', "no game ''"),
        (b'{"game":"ten-exorcism"}', "missing required field"),
        (b"\xff\xfe\x00", "malformed"),
        (b"\x00" * 1000, "malformed"),
        (b'{"v":1,"id":"\xff"}', "UTF-8"),
        (b"PK\x03\x04 not json", "malformed"),
    ],
    ids=lambda value: str(value[:24]) if isinstance(value, bytes) else "",
)
def test_unreadable_input_says_where_and_why(program: Program, text: bytes, said: str) -> None:
    ran = program("verify", "-", stdin=text)
    assert ran.code == 2
    assert "✓" not in ran.out
    assert "standard input:" in ran.out
    assert said in ran.out


def test_our_own_json_of_another_version_is_rejected(program: Program) -> None:
    ran = program("verify", "-", "--json", stdin=own().replace(b'"parlour":1', b'"parlour":2'))
    assert ran.code == 1
    assert ran.json["code"] == "format-version"


def test_the_verdict_names_the_first_wrong_entry(program: Program) -> None:
    session: dict[str, Any] = json.loads(v1())
    index = next(i for i, action in enumerate(session["actions"]) if action["r"])
    session["actions"][index]["p"] += 1
    ran = program("verify", "-", stdin=json.dumps(session).encode())
    assert ran.code == 1
    assert f"entry {index} claims" in ran.out


def test_more_workers_say_the_same(program: Program) -> None:
    lines = [own(1), v1(2), b"", forged(4), v1(3)[:-20], v1(5), forged(6)]
    one, two = (program("verify", "-", "--json", "--workers", count, stdin=b"\n".join(lines)) for count in (1, 2))
    assert one.code == two.code == 2
    assert one.out == two.out
    assert len(one.json_lines) == len(lines) - 1


def test_options_told_for_one_format_leave_other_sessions_alone(program: Program) -> None:
    ran = program("verify", "-", "-o", "mode=classic", stdin=own())
    assert ran.code == 0


def test_streams_that_are_closed_or_narrow_bring_no_traceback(tmp_path: Path) -> None:
    def shell(line: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(["/bin/sh", "-c", f"{sys.executable} -m parlour {line}"], capture_output=True, text=True)

    for line in (
        "verify - <&-",
        "games --json >&-",
        "play ten-exorcism <&-",
        "verify --json \"$(printf '\\377').json\"",
    ):
        assert "Traceback" not in shell(line).stderr, line
    narrow = subprocess.run(
        [sys.executable, "-m", "parlour", "board", "stackdoku", "--seed", "1"],
        capture_output=True,
        env=os.environ | {"PYTHONIOENCODING": "ascii", "XDG_DATA_HOME": str(tmp_path)},
    )
    assert narrow.returncode == 0


def test_what_there_is_no_time_for_is_not_checked_and_never_holds(program: Program, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_bytes(own(1) + b"\n" + own(2) + b"\n")
    ran = program("verify", "--seconds", "0", file)
    assert ran.code == 3
    assert ran.out.count("not checked: the time for all sessions was over") == 2
    assert "✓" not in ran.out
    ran = program("verify", "--seconds-each", "0", "--json", file)
    assert ran.code == 3
    assert [json.loads(line)["code"] for line in ran.out.splitlines()] == ["not-checked"] * 2
    assert program("verify", "--seconds-each", "600", "--seconds", "600", file).code == 0


def test_there_is_no_time_either_for_what_is_judged_in_bulk(program: Program, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_bytes(b"\n".join([v1()] * 40 + [b"{}"]))
    ran = program("verify", "--workers", "1", "--seconds", "0", "--json", file)
    assert ran.code == 3
    assert [answer["code"] for answer in ran.json_lines] == ["not-checked"] * 40 + ["unreadable"]
