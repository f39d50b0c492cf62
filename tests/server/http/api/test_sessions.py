"""Sessions from elsewhere: described, replayed as far as they hold, and analysed; nothing of them is kept for good."""

import re
import time
from pathlib import Path

import httpx
import msgspec

from parlour.core.game import Ready
from parlour.core.match import AnyMatch
from parlour.core.session import encode_session
from parlour.games import kit_of
from parlour.games.documents import write_session
from parlour.games.stackdoku.actions import Restart
from parlour.games.stackdoku.levels.dealing import deal
from parlour.games.ten_exorcism.rules import Select
from parlour.languages import LANGUAGES
from parlour.testing.players import begin, finished
from tests.alone import kit as alone
from tests.games.stackdoku.building import certified_actions
from tests.patience import WAIT_S
from tests.server.table import Guest

TEN = kit_of("ten-exorcism")
SOURCE, TEXT = (Path(__file__).parents[4] / folder for folder in ("src/parlour", "src/parlour/languages"))


def ten() -> bytes:
    return encode_session(finished(TEN.game, 3, options=TEN.game.options(mode="endless")).session)


def test_a_session_is_described_replayed_and_analysed_for_whoever_sends_it(ann: Guest) -> None:
    text = ten()
    told = ann.http.post("/api/sessions", content=text).json()
    assert (told["verdict"]["ok"], told["game"], told["format"]) == (True, "ten-exorcism", "parlour")
    assert (told["analysis"], told["options"]) == (True, {"mode": "endless"})
    steps = ann.http.post("/api/sessions/steps?count=200", content=text).json()
    assert [step["seq"] for step in steps] == list(range(min(200, told["entries"] + 1)))
    assert ann.http.post("/api/sessions/steps?first=1&count=2", content=text).json() == steps[1:3]
    now = asked_until_told(ann, "/api/sessions/analysis", text).json()
    assert now["state"] == "ready"
    assert now["report"]["game"] == "ten-exorcism"
    assert ann.get(f"/api/players/{ann.me['id']}/matches") == []


def test_a_games_own_format_is_read_too(ann: Guest) -> None:
    session = finished(TEN.game, 3, options=TEN.game.options(mode="endless")).session
    text = write_session(TEN, session, "ten-exorcism-v1")
    told = ann.http.post("/api/sessions", content=text).json()
    assert (told["verdict"]["ok"], told["format"]) == (True, "ten-exorcism-v1")
    assert len(ann.http.post("/api/sessions/steps?count=200", content=text).json()) > 1


def test_scores_are_told_for_people_and_the_start_is_when_play_began(ann: Guest) -> None:
    stackdoku = kit_of("stackdoku").game
    waited = begin(stackdoku, 1).waiting_if_needed().submit(0, Ready(), 60_000)[0]
    for action in (Restart(), *certified_actions(deal("easy", 1))):
        waited, _ = waited.submit(0, action, 65_000)
    told = ann.http.post("/api/sessions", content=encode_session(waited.session)).json()
    assert told["started"] == waited.header.started + 60_000
    [shown] = told["verdict"]["shown"]
    assert shown["spoken"]["en"] == "1 star in 0:05, 1 restart"


def test_pages_of_a_long_session_are_the_steps_of_its_replay(ann: Guest) -> None:
    text = encode_session(long_ten().session)
    pages = [ann.http.post(f"/api/sessions/steps?first={first}&count=100", content=text).json() for first in (0, 100)]
    assert [step["seq"] for page in pages for step in page] == list(range(1 + 150))
    assert ann.http.post("/api/sessions/steps?first=151&count=100", content=text).json() == []
    assert ann.http.post("/api/sessions/steps?first=49&count=2", content=text).json() == pages[0][49:51]


def long_ten() -> AnyMatch:
    """150 entries, most of them refused."""
    match = begin(TEN.game, 3, TEN.game.options(mode="endless"))
    for number in range(150):
        match, _ = match.submit(0, Select(0, 0, 16, 9), 10 * number)
    return match


def test_a_forged_session_is_replayed_up_to_its_first_wrong_entry(ann: Guest) -> None:
    forged = msgspec.json.decode(ten())
    del forged["entries"][4]["action"]["r1"]
    assert ann.http.post("/api/sessions", content=msgspec.json.encode(forged)).status_code == 400
    forged = msgspec.json.decode(ten())
    forged["entries"][4]["at_ms"] = 0
    text = msgspec.json.encode(forged)
    told = ann.http.post("/api/sessions", content=text).json()
    assert (told["verdict"]["ok"], told["verdict"]["entry"]) == (False, 4)
    assert told["analysis"] is False
    steps = ann.http.post("/api/sessions/steps?count=200", content=text).json()
    assert [step["seq"] for step in steps] == [0, 1, 2, 3, 4]


def asked_until_told(guest: Guest, path: str, text: bytes) -> httpx.Response:
    """What comes of a request once no analysis is being worked on."""
    until = time.monotonic() + WAIT_S
    while (answer := guest.http.post(path, content=text)).is_success and "working" in answer.text:
        assert time.monotonic() < until
        time.sleep(0.1)
    return answer


def test_an_analysis_that_failed_is_not_begun_again_by_whoever_asks_again(ann: Guest) -> None:
    text = encode_session(finished(alone.game, 3, options=alone.game.options(heaps=5)).session)
    assert asked_until_told(ann, "/api/sessions/analysis", text).json()["code"] == "analysis-failed"
    for _ in range(2):
        again = ann.http.post("/api/sessions/analysis", content=text)
        assert (again.status_code, again.json()["code"]) == (409, "analysis-failed")


def test_what_is_no_session_is_refused_with_a_reason(ann: Guest) -> None:
    for text in (b"", b"[]", b"{}", b"\xff\x00", b'{"game":"chess"}', b"[" * 100_000):
        for path in ("/api/sessions", "/api/sessions/steps", "/api/sessions/analysis"):
            answer = asked_until_told(ann, path, text)
            assert answer.status_code in (400, 404), (path, text[:20])
            assert answer.json()["detail"]
    assert ann.http.post("/api/sessions", content=b"x" * 300_000).status_code == 413


def test_the_pages_have_words_for_every_verdict_in_every_language() -> None:
    raised = re.compile(r"SessionRejected\(\s*\"([a-z-]+)\"")
    codes = {code for file in SOURCE.rglob("*.py") for code in raised.findall(file.read_text())}
    for language in LANGUAGES:
        words = msgspec.json.decode((TEXT / language / "hub.json").read_bytes())["session"]["why"]
        assert codes - words.keys() == set(), language
