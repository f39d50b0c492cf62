"""A caller's patience bounds what verdicts cost, and never makes one of them better than it is."""

import json
import time
from typing import Any

import msgspec
import pytest

from parlour.batch.inputs import InputItem
from parlour.batch.verification import ENDLESS, NOT_CHECKED, JudgedItem, Patience, judge
from parlour.core.session import GameSession, encode_session
from parlour.games.dots_and_boxes import DotsAndBoxes
from parlour.games.stackdoku.levels import dealing
from parlour.games.stackdoku.rules import Options, Stackdoku
from parlour.testing.players import begin, finished


def opening(seed: int, **changes: Any) -> bytes:
    """A session of Stackdoku that says nothing but what was to be played."""
    session: GameSession[Options, Any] = GameSession(
        id=f"opening-{seed}",
        game="stackdoku",
        rules_version=1,
        options=Options("expert"),
        seed=seed,
        seats=1,
        started=5,
    )
    return json.dumps(json.loads(encode_session(session)) | changes).encode()


def judged(*texts: bytes, patience: Patience = ENDLESS) -> list[JudgedItem]:
    return judge({}, patience, [InputItem("games.jsonl", 1, text) for text in texts])


def codes(*texts: bytes, patience: Patience = ENDLESS) -> list[str | None]:
    return [answer.code for answer in judged(*texts, patience=patience)]


@pytest.fixture
def deals(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The seeds that are dealt."""
    dealt: list[int] = []
    fresh = dealing.fresh_deal

    def counting(difficulty: Any, seed: int) -> Any:
        dealt.append(seed)
        return fresh(difficulty, seed)

    monkeypatch.setattr(dealing, "fresh_deal", counting)
    return dealt


def test_nothing_is_dealt_for_openings_that_claim_nothing_of_their_level(deals: list[int]) -> None:
    answers = judged(*(opening(seed) for seed in range(70_000, 70_500)))
    assert all(answer.ok and not answer.complete for answer in answers)
    assert deals == []


def test_what_an_opening_says_besides_is_checked_all_the_same(deals: list[int]) -> None:
    wrong = {
        "rules-version": opening(71_000, rules_version=9),
        "format-version": opening(71_000, parlour=9),
        "cannot-start": opening(71_000, seats=2),
        "ends-before-start": opening(71_000, ended=4),
    }
    assert codes(*wrong.values()) == list(wrong)
    assert deals == []


def test_an_opening_is_judged_as_a_replay_of_it_judges(deals: list[int]) -> None:
    [found] = judged(opening(71_001))
    settled = begin(Stackdoku(), 71_001, Options("expert")).session
    [replayed] = judged(encode_session(msgspec.structs.replace(settled, id="opening-71001", started=5)))
    assert found == replayed
    assert deals == [71_001]


def test_a_claim_of_an_outcome_an_entry_or_a_level_is_dealt_for_once_a_seed(deals: list[int]) -> None:
    outcome = {"reason": "solved", "scores": [1000], "winners": [0]}
    entry = {"at_ms": 1, "seat": 0, "action": {"do": "undo"}, "refused": {"code": "nothing-to-undo"}}
    lies = [opening(72_000, outcome=outcome), opening(72_000, outcome=outcome, ended=9)]
    honest = [opening(seed, entries=[entry]) for seed in (72_001, 72_001, 72_001)]
    assert codes(*lies, *honest) == ["outcome-differs", "outcome-differs", None, None, None]
    assert deals == [72_000, 72_001]


def test_without_time_nothing_is_replayed_and_nothing_holds(deals: list[int]) -> None:
    entry = {"at_ms": 1, "seat": 0, "action": {"do": "undo"}, "refused": {"code": "nothing-to-undo"}}
    texts = [opening(73_000 + number, entries=[entry]) for number in range(20)]
    over = Patience(until=time.monotonic() - 1)
    assert codes(*texts, patience=over) == [NOT_CHECKED] * 20
    assert deals == []
    assert codes(*texts[:2], patience=Patience(until=time.monotonic() + 3600)) == [None, None]


def test_a_replay_that_takes_longer_than_it_may_is_not_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    text = encode_session(finished(DotsAndBoxes(), 1).session)
    now = iter(range(1000))
    monkeypatch.setattr(time, "thread_time", lambda: float(next(now)))
    [slow] = judged(text, patience=Patience(each_s=5.0))
    assert (slow.ok, slow.code, slow.scores) == (False, NOT_CHECKED, ())
    assert slow.reason == "not checked: its replay takes more than 5 seconds"
    assert codes(text, patience=Patience(each_s=500.0)) == [None]
