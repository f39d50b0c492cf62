"""The v1 JSON of the specification, both ways, and every way to cheat with it."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from parlour.core.errors import MalformedInput, SessionRejected
from parlour.core.replay import Verdict, verify
from parlour.games.documents import Document
from parlour.games.ten_exorcism.export import V1
from parlour.games.ten_exorcism.rules import Ask, Options, TenExorcism
from parlour.testing.players import begin, finished
from tests.games.ten_exorcism.strategies import SEEDS

GAME = TenExorcism()
V1_FORMAT = V1()


def honest(seed: int = 42) -> dict[str, Any]:
    """A whole game as another program would hand it over."""
    match = finished(GAME, seed, Options(mode="endless"))
    session: dict[str, Any] = json.loads(V1_FORMAT.write(match.session))
    return session


def written(session: dict[str, Any]) -> bytes:
    return json.dumps(session, separators=(",", ":")).encode()


def verdict(session: dict[str, Any], **told: str) -> Verdict:
    return Document(written(session), told).verdict()


def first_valid(session: dict[str, Any], after: int = 0) -> int:
    return next(i for i, action in enumerate(session["actions"]) if action["r"] == 1 and i >= after)


def first_invalid(session: dict[str, Any]) -> int:
    return next(i for i, action in enumerate(session["actions"]) if action["r"] == 0)


@settings(max_examples=100)
@given(SEEDS)
def test_a_session_goes_to_v1_and_back_byte_for_byte(seed: int) -> None:
    session = finished(GAME, seed, Options(mode="endless")).session
    text = V1_FORMAT.write(session)
    again = V1_FORMAT.read(text, None)
    selections = tuple(entry for entry in session.entries if not isinstance(entry.action, Ask))
    assert again == structs.replace(session, entries=selections), "that advice was asked for is all that v1 leaves out"
    assert V1_FORMAT.write(again) == text


@settings(max_examples=20)
@given(SEEDS)
def test_a_classic_session_goes_to_v1_and_back_when_its_mode_is_told(seed: int) -> None:
    match = begin(GAME, seed, Options(mode="classic"))
    for second in range(1, 130, 10):
        legal = GAME.legal_actions(match.state, 0)
        match, _ = match.submit(0, (*legal, *GAME.legal_actions(begin(GAME, seed).state, 0))[0], second * 1000)
    match = match.until(130_000)
    session = match.session
    assert session.complete
    text = V1_FORMAT.write(session)
    assert V1_FORMAT.read(text, Options(mode="classic")) == session
    assert Document(text, {"mode": "classic"}).verdict() == verify(GAME, session)


def test_the_fields_stand_in_the_order_of_the_specification() -> None:
    session = honest()
    assert list(session) == ["v", "id", "seed", "start", "end", "actions", "score"]
    assert list(session["actions"][0]) == ["t", "s", "r", "p"]
    assert session["v"] == 1


def test_an_end_noticed_later_than_the_last_action_is_kept() -> None:
    session = honest()
    session["end"] += 17
    assert verdict(session).ok
    assert V1_FORMAT.write(V1_FORMAT.read(written(session), None)) == written(session)


def test_an_honest_session_holds_with_its_score() -> None:
    session = honest()
    found = verdict(session)
    assert found.ok
    assert found.complete
    assert found.scores == (session["score"],)


def test_a_session_left_early_holds() -> None:
    session = honest()
    keep = first_valid(session, 5) + 1
    session["actions"] = session["actions"][:keep]
    session["score"] = sum(action["p"] for action in session["actions"])
    found = verdict(session)
    assert found.ok
    assert not found.complete
    assert found.scores == (session["score"],)


def rejected(session: dict[str, Any], **told: str) -> tuple[str | None, int | None]:
    found = verdict(session, **told)
    assert not found.ok
    assert found.reason
    return found.code, found.entry


def test_a_forged_score_is_rejected() -> None:
    session = honest()
    session["score"] += 1
    assert rejected(session) == ("score-differs", None)


def test_forged_points_are_rejected() -> None:
    session = honest()
    index = first_valid(session, 3)
    session["actions"][index]["p"] += 1
    session["score"] += 1
    assert rejected(session) == ("points-differ", index)


def test_points_for_a_refused_selection_are_rejected() -> None:
    session = honest()
    index = first_invalid(session)
    session["actions"][index]["p"] = 5
    assert rejected(session) == ("points-differ", index)


def test_a_forged_result_is_rejected() -> None:
    session = honest()
    index = first_invalid(session)
    session["actions"][index]["r"] = 1
    assert rejected(session) == ("result-differs", index)
    session = honest()
    index = first_valid(session)
    session["actions"][index] |= {"r": 0, "p": 0}
    assert rejected(session) == ("result-differs", index)


def test_times_out_of_order_are_rejected() -> None:
    session = honest()
    session["actions"][4]["t"] = session["actions"][3]["t"] - 1
    assert rejected(session) == ("time-out-of-order", 4)


def test_an_action_before_the_start_or_after_the_end_is_rejected() -> None:
    session = honest()
    session["actions"][0]["t"] = -1
    assert rejected(session) == ("before-the-start", 0)
    session = honest()
    last = len(session["actions"]) - 1
    session["actions"][last]["t"] = session["end"] - session["start"] + 1
    assert rejected(session) == ("after-the-end", last)
    session = honest()
    session["end"] = session["start"] - 1
    assert rejected(session) == ("ends-before-start", None)


def test_an_action_after_game_over_is_rejected() -> None:
    session = honest()
    session["actions"].append({"t": session["actions"][-1]["t"], "s": [0, 0, 1, 1], "r": 0, "p": 0})
    assert rejected(session) == ("after-the-end", len(session["actions"]) - 1)


def test_a_changed_seed_is_rejected() -> None:
    session = honest()
    session["seed"] += 1
    code, entry = rejected(session)
    assert code in {"result-differs", "points-differ"}
    assert entry is not None


def test_two_overlapping_selections_that_both_claim_their_tiles_are_rejected() -> None:
    session = honest()
    index = first_valid(session)
    twice = session["actions"][index] | {"t": session["actions"][index]["t"]}
    session["actions"].insert(index + 1, twice)
    session["score"] += twice["p"]
    assert rejected(session) == ("result-differs", index + 1)


def test_an_action_after_the_limit_is_rejected_in_classic_only() -> None:
    session = honest()
    late = 120_000 - session["actions"][-1]["t"]
    session["actions"][-1]["t"] += late
    session["end"] += late
    assert verdict(session).ok
    assert rejected(session, mode="classic") == ("time-was-up", len(session["actions"]) - 1)


@pytest.mark.parametrize("version", [0, 2, "1", None, True, 1.5, [1], {"v": 1}])
def test_another_version_is_named(version: Any) -> None:
    with pytest.raises(MalformedInput, match=r"format version .* is not known; this reads version 1"):
        verdict(honest() | {"v": version})


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"seed": 2**52 + 1}, r"\$\.seed"),
        ({"seed": 1.5}, r"\$\.seed"),
        ({"seed": "42"}, r"\$\.seed"),
        ({"id": ""}, r"\$\.id"),
        ({"id": 5}, r"\$\.id"),
        ({"score": None}, r"\$\.score"),
        ({"actions": 5}, r"\$\.actions"),
        ({"actions": [{"t": 0, "s": [0, 0, 0], "r": 0, "p": 0}]}, r"\$\.actions\[0\]\.s"),
        ({"actions": [{"t": 0, "s": [0, 0, 0, 0], "r": 2, "p": 0}]}, r"\$\.actions\[0\]\.r"),
        ({"actions": [{"t": 0, "s": [0, 0, 0, 2**60], "r": 0, "p": 0}]}, r"\$\.actions\[0\]\.s\[3\]"),
        ({"more": 1}, "unknown field `more`"),
    ],
    ids=str,
)
def test_a_malformed_field_is_named(change: dict[str, Any], said: str) -> None:
    with pytest.raises(MalformedInput, match=said):
        verdict(honest() | change)


@settings(max_examples=100)
@given(st.data())
def test_no_change_to_an_honest_session_raises_the_score(data: st.DataObject) -> None:
    """Whatever is changed, the verdict never credits more than a replay gives, and nothing else is raised."""
    session = honest()
    for _ in range(data.draw(st.integers(1, 3))):
        action = data.draw(st.sampled_from(session["actions"]))
        field = data.draw(st.sampled_from(["t", "s", "r", "p"]))
        coordinates = st.lists(st.integers(-2, 18), min_size=4, max_size=4)
        action[field] = data.draw(coordinates if field == "s" else st.integers(-1, 100_000))
        session["score"] = data.draw(st.integers(0, 200) | st.just(session["score"]))
    try:
        found = verdict(session)
    except MalformedInput:
        return
    if found.ok:
        replayed = V1_FORMAT.read(written(session), None)
        assert found.scores == verify(GAME, replayed).scores == (session["score"],)


def test_a_rejected_session_cannot_be_read_past_its_first_impossible_entry() -> None:
    session = honest()
    session["actions"][0]["t"] = -1
    with pytest.raises(SessionRejected):
        V1_FORMAT.read(written(session), None)
