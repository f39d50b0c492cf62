"""The fast path of verification says what a replay through the rules says, to the letter."""

import json
from itertools import islice
from typing import Any

import pytest

from parlour.core.errors import MalformedInput
from parlour.core.mulberry32 import mulberry32
from parlour.core.replay import Verdict
from parlour.games.documents import Document, verdicts
from parlour.games.ten_exorcism.bulk import judge_many
from parlour.games.ten_exorcism.rules import Options
from tests.games.ten_exorcism.mutations import mutated, session, sessions, written

CLASSIC = Options(mode="classic")


def by_the_rules(text: bytes, told: dict[str, str] | None = None) -> Verdict | str:
    try:
        return Document(text, told).verdict()
    except MalformedInput as unreadable:
        return str(unreadable)


@pytest.mark.parametrize("told", [None, {"mode": "classic"}], ids=str)
def test_fast_path_and_rules_agree_on_mutated_sessions(told: dict[str, str] | None) -> None:
    numbers = mulberry32(11)
    documents = [*islice(sessions(6, 3), 8), *islice(sessions(50, 4), 2)]
    texts = [mutated(document, numbers) for document in documents for _ in range(20)]
    fast = judge_many(texts, CLASSIC if told else None)
    assert sum(verdict is not None for verdict in fast) > len(texts) / 2
    for text, verdict in zip(texts, fast, strict=True):
        if verdict is not None:
            assert verdict == by_the_rules(text, told), text
    answers = [answer if isinstance(answer, Verdict) else str(answer) for answer in verdicts(texts, told)]
    assert answers == [by_the_rules(text, told) for text in texts]


def test_an_honest_session_is_judged_by_the_fast_path() -> None:
    document = next(sessions(30, 10))
    [verdict] = judge_many([written(document)], None)
    assert verdict == Verdict(True, "ten-exorcism", document["id"], (document["score"],), False)


def finished() -> dict[str, Any]:
    """A session that ends with its last rectangle."""
    for seed in range(100):
        for valid in range(40, 80):
            if session(seed, valid, 0) is None:
                document = session(seed, valid - 1, 0)
                assert document is not None
                return document
    raise AssertionError


def test_a_selection_after_the_last_rectangle_is_named_whatever_follows_it() -> None:
    document = finished()
    count = len(document["actions"])
    refused = {"t": document["actions"][-1]["t"], "s": [0, 0, 0, 0], "r": 0, "p": 0}
    document["actions"] += [refused, refused, refused | {"p": 9}]
    [verdict] = judge_many([written(document)], None)
    assert verdict == by_the_rules(written(document))
    assert verdict is not None
    assert (verdict.ok, verdict.code, verdict.entry) == (False, "after-the-end", count)


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace(b",", b", "),
        lambda text: b" " + text,
        lambda text: text + b" ",
        lambda text: text[:-1],
        lambda text: text + text,
        lambda text: text.replace(b'"seed":', b'"seed":0'),
        lambda text: text.replace(b'"v":1', b'"v":1.0'),
        lambda text: json.dumps(json.loads(text), sort_keys=True).encode(),
        lambda _: b"",
        lambda _: b"{}",
        lambda _: b"\xff\xfe\x00" * 50,
    ],
)
def test_an_unusual_text_is_left_to_the_rules(change: Any) -> None:
    text = written(next(sessions(3, 2)))
    assert judge_many([change(text), text], None)[0] is None


def test_options_of_another_game_leave_the_texts_to_the_rules() -> None:
    texts = [written(next(sessions(3, 2)))] * 9
    assert all(isinstance(answer, MalformedInput) for answer in verdicts(texts, {"size": "3"}))
