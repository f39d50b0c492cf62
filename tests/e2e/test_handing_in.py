"""What was played offline arrives at the hub when it answers: once, with what became of it in the history."""

import re
from collections.abc import Iterator

import msgspec
import pytest
from msgspec import structs
from playwright.sync_api import Route, expect

from parlour.core.session import AnySession, encode_session
from parlour.games.ten_exorcism import rules
from tests.e2e import test_ten_exorcism as ten
from tests.e2e.browser import SIZES, Enter, findings_at, uncover
from tests.e2e.home import at_home
from tests.e2e.test_offline import keep_for_offline, visit
from tests.e2e.test_results import at
from tests.server.live.test_handing_in import ME, ghosts
from tests.server.table import Guest, Json, Server

KEEP = """async (sessions) => {
  const database = await new Promise((done, failed) => {
    const opening = indexedDB.open("parlour", 1);
    opening.onupgradeneeded = () => {
      for (const [name, keyPath] of [["tables", "code"], ["sessions", "id"], ["taken", "hub"], ["reports", "id"]]) {
        const store = opening.result.createObjectStore(name, { keyPath });
        if (name === "tables" || name === "sessions") store.createIndex("player", "player");
      }
    };
    opening.onsuccess = () => done(opening.result);
    opening.onerror = () => failed(opening.error);
  });
  const transaction = database.transaction("sessions", "readwrite");
  for (const session of sessions) transaction.objectStore("sessions").put(session);
  await new Promise((done) => { transaction.oncomplete = done; });
  database.close();
  localStorage.setItem("parlour.home", "yes");
}"""
"""Keeps matches as a page does that has played them."""


@pytest.fixture
def ann(hub: Server) -> Iterator[Guest]:
    with Guest(hub) as guest:
        yield guest


def kept(guest: Guest, session: AnySession) -> Json:
    """As a page keeps a match that is over."""
    told = msgspec.json.decode(encode_session(session))
    score = told["outcome"]["scores"][0]
    words = {"en": str(score), "ko": str(score)}
    return {
        "id": session.id,
        "player": guest.me["id"],
        "ended": session.ended,
        "seats": [ME],
        "session": told,
        "tried": False,
        "chosen": False,
        "not_counted": "unwitnessed",
        "handedIn": {"state": "waiting"},
        "match": {
            **{name: told[name] for name in ("id", "game", "rules_version", "options", "seed", "started", "ended")},
            **dict.fromkeys(("room", "confirmed", "decision", "reason", "daily", "handed_in"), None),
            "board": "endless",
            "seats": [{"name": guest.me["name"], "player": guest.me["id"], "bot": None}],
            "entries": len(session.entries),
            "outcome": told["outcome"],
            "shown": [{"text": words, "spoken": words, "note": {"en": "", "ko": ""}, "facts": {}}],
            "ranked": False,
            "held": False,
            "analysis": "possible",
            "formats": ["parlour"],
        },
    }


def unanswered(_route: Route) -> None:
    """The hub says nothing."""


def test_games_played_offline_arrive_when_the_hub_answers(enter: Enter, ann: Guest) -> None:
    good, forged = ghosts(3), ghosts(2)
    assert forged.outcome is not None
    forged = structs.replace(forged, outcome=structs.replace(forged.outcome, scores=(99,)))
    page = at(enter, ann, "/me", "phone", refused=422)
    page.route("**/api/me/matches", unanswered)
    page.evaluate(KEEP, [kept(ann, good), kept(ann, forged)])
    page.reload()
    history = page.get_by_role("region", name="Everything played")
    expect(history.get_by_text("handed in once you are online")).to_have_count(2)
    assert ann.get(f"/api/players/{ann.me['id']}/matches") == []

    page.unroute("**/api/me/matches")
    page.reload()
    expect(history.get_by_text(re.compile("not accepted: the score is not the one that is claimed"))).to_have_count(1)
    expect(history.get_by_text("handed in once you are online")).to_have_count(0)
    expect(history.get_by_role("listitem")).to_have_count(2)
    [played] = ann.get(f"/api/players/{ann.me['id']}/matches")
    assert (played["match"], played["not_counted"]) == (good.id, "unwitnessed")
    assert findings_at(page, *SIZES) == []

    page.reload()
    expect(history.get_by_role("listitem")).to_have_count(2)
    history.locator(f"a[href='/match/{good.id}']").click()
    expect(page.get_by_text(re.compile("Played offline: .* Handed in on"))).to_be_visible()

    page.goto("/leaderboards/ten-exorcism/endless")
    page.get_by_role("radio", name="Offline").check(force=True)
    mine = page.get_by_role("row").filter(has_text="(you)").first
    expect(mine).to_contain_text(ann.me["name"])
    expect(page.get_by_text("nobody saw the clock")).to_be_visible()
    assert findings_at(page, *SIZES) == []


def test_a_game_that_went_on_offline_is_one_game(enter: Enter) -> None:
    # A page that is left while it leaves the room at the hub does so once more, and finds it closed.
    page = visit(enter, size="desktop", refused=404)
    keep_for_offline(page)
    page.goto("/games/ten-exorcism")
    page.get_by_role("radio", name=re.compile("^Classic")).check()
    page.get_by_role("button", name="Start").click()
    with page.expect_response(lambda answer: answer.url.endswith("/session") and answer.ok):
        uncover(page)
    expect(page.locator(ten.CELLS)).to_have_count(rules.ROWS * rules.COLS)
    board = ten.board_of(page)
    # At the hub, when it cannot be reached any more, and at home.
    for number in range(3):
        move = ten.nearest(board, (0, 0))
        assert move is not None
        ten.Mouse(page).drag((move.top, move.left), (move.bottom, move.right))
        board = rules.exorcise(board, move)
        if number == 1:
            page.get_by_role("button", name="Play on offline (ranks offline only)").click()
            at_home(page)
        page.wait_for_function(ten.SCORE, arg=board.count(0))
        if number == 0:
            page.context.set_offline(True)
    page.get_by_role("button", name="Stop playing").click()
    page.get_by_role("button", name=re.compile("^Finish here")).click()
    expect(page.get_by_role("dialog", name="Finished")).to_be_visible()
    page.context.set_offline(False)
    page.goto("/me")
    history = page.get_by_role("region", name="Everything played")
    expect(history.get_by_role("listitem")).to_have_count(1)
    expect(history.get_by_text("handed in once you are online")).to_have_count(0)
    history.get_by_role("link").click()
    expect(page.get_by_text(re.compile("Played offline: .* Handed in on"))).to_be_visible()
    page.goto("/")
    expect(page.get_by_role("region", name="My last games").get_by_role("listitem")).to_have_count(1)
    expect(page.get_by_role("region", name="Continue")).to_have_count(0)
