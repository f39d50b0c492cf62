"""4,000 forged sessions of each game in each of its formats: what is said of each is true.

``PARLOUR_LOTS=25`` judges 25 times 4,000, of all kinds in turn.
"""

import os
import re
from pathlib import Path

import pytest

from parlour.core.session import OWN_FORMAT
from parlour.testing.players import timed_options
from tests.forgeries.changes import CHANGES
from tests.forgeries.honest import KITS, formats_of, texts
from tests.forgeries.lots import EACH_KIND, SIZE, V1, Lot, judge, lots
from tests.forgeries.naive_replay import answer_to
from tests.forgeries.rewritings import REWRITINGS

LOTS = lots(0, int(os.environ.get("PARLOUR_LOTS", EACH_KIND)))
LEAST = {"unreadable": 0.15, "holds": 0.15, "rejected": 0.3}
"""The part of every lot that must come out so: forgeries that all look alike prove nothing."""
CODES = {"result-differs", "time-out-of-order", "before-the-start", "after-the-end"}
OWN_CODES = CODES | {
    "outcome-differs", "score-differs", "clock-not-due", "not-the-clock", "no-such-seat", "end-missing",
    "rules-version", "format-version", "cannot-start", "not-begun", "already-ready",
}  # fmt: skip
V1_CODES = CODES | {"points-differ", "score-differs", "ends-before-start"}
TIMED_CODES = {"time-was-up", "clock-missing"}
"""Where a time limit runs."""
SEVERAL_CODES = {"not-alone"}
"""Where several play."""


def named(lot: Lot) -> str:
    return f"{lot.game}-{lot.format_name}-{lot.number}"


def expected_codes(lot: Lot) -> set[str]:
    """What every lot of the kind must be rejected for, now and then."""
    if lot.format_name == V1:
        return V1_CODES | ({"time-was-up"} if lot.mode == "classic" else set())
    game = KITS[lot.game].game
    several = game.seats.start > 1
    return OWN_CODES | (TIMED_CODES if timed_options(game) else set()) | (SEVERAL_CODES if several else set())


@pytest.mark.parametrize("lot", LOTS, ids=named)
def test_whatever_is_said_of_a_forged_session_is_true(lot: Lot) -> None:
    judged = judge(lot)
    assert judged.wrong == []
    assert judged.answers.total() == SIZE
    rejected = judged.answers.keys() - {"holds", "unreadable"}
    parts = {"rejected": sum(judged.answers[code] for code in rejected)} | judged.answers
    assert {kind: parts[kind] / SIZE for kind in LEAST if parts[kind] < LEAST[kind] * SIZE} == {}
    assert expected_codes(lot) - rejected == set()
    missing = {change.__name__ for change in (*CHANGES, *REWRITINGS)} - {change for change, _ in judged.by_change}
    assert missing <= {"undealt", "reseat"}, "most games are not dealt, and v1 has no seats"


def test_the_lots_are_of_all_games_and_formats() -> None:
    assert len(LOTS) >= EACH_KIND
    assert {(lot.game, lot.format_name) for lot in LOTS} == {(game, form) for game in KITS for form in formats_of(game)}
    assert {lot.mode for lot in LOTS if lot.format_name == V1} == {"classic", "endless"}


def test_every_code_of_a_verdict_is_reached() -> None:
    rules = (Path(__file__).parents[2] / "docs" / "RULES.md").read_text()
    table = rules.partition("## What a verdict says")[2]
    codes = {code for row in re.findall(r"^\|([^|]+)", table, re.MULTILINE) for code in re.findall(r"`([a-z-]+)`", row)}
    assert OWN_CODES | V1_CODES | TIMED_CODES | SEVERAL_CODES | {"other-game", "unreadable"} == codes


@pytest.mark.parametrize(("game", "format_name"), [(game, form) for game in KITS for form in formats_of(game)])
def test_honest_sessions_hold_by_the_obvious_rules(game: str, format_name: str) -> None:
    for text in texts(game, format_name):
        assert answer_to(text).kind == "holds", text


def test_some_honest_sessions_are_whole_games() -> None:
    for game in KITS:
        answers = [answer_to(text) for text in texts(game, OWN_FORMAT)]
        assert sum(answer.complete for answer in answers) >= 4
        assert sum(not answer.complete for answer in answers) >= 4
