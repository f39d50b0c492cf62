"""Whole games without a hub in a real browser: played, left, taken up again; bots, hints, replays, analyses.

Of each game the first moves and the last are made on the page; what lies between is played by the same Python here, the
bot's moves, too, and put where the page keeps its games. With PARLOUR_MANY=1 every move is made on the page, by finger
and by mouse, the bot thinks in the browser for each of its own, and each game is analysed offline, handed in and looked
for in the history; else a level of Stackdoku and a match of the hub are analysed in the browser.
"""

import re
from collections.abc import Callable

import msgspec
import pytest
from playwright.sync_api import Page, expect

from parlour.games.stackdoku.actions import Place, Remove
from parlour.games.stackdoku.levels.dealing import deal
from parlour.games.ten_exorcism import rules
from tests.e2e import test_dots_and_boxes as dots
from tests.e2e import test_stackdoku as stackdoku
from tests.e2e import test_ten_exorcism as ten
from tests.e2e.browser import SIZES, STAY, Enter, findings, uncover
from tests.e2e.home import STARTED_MS, analyse, arrive, at_home, cut_off, played_on, replay
from tests.e2e.test_offline import keep_for_offline, visit
from tests.e2e.test_pages import first_legal
from tests.games.stackdoku.building import certified_actions
from tests.home.pages import Page as Table
from tests.many import MANY
from tests.server.table import Server

BY_HAND = 3
"""Moves at either end of a game that are made on the page."""
HANDS = {"phone": ten.Finger, "desktop": ten.Mouse}
BOARDS = {"phone": stackdoku.SEED, "desktop": stackdoku.SEED + 1}
"""Of Stackdoku: nobody hands in what somebody else has played, action for action."""
OUT_OF_MEMORY = "() => postMessage({ ready: false, error: 'out of memory' })"
"""In a worker: what it says when its Python dies."""
WITHOUT_A_WORD = "() => void setTimeout(close)"
"""In a worker: ends it as a browser does, which raises no event."""
FORBIDDEN = """indexedDB.open = () => { throw new DOMException("not here", "SecurityError"); };"""
"""A browser that keeps nothing, as some private windows do."""
FOLLOWED = """(hub) => new Promise((done, fail) => {
  const opening = indexedDB.open("parlour");
  opening.onerror = () => fail(opening.error);
  opening.onsuccess = () => {
    const found = opening.result.transaction("followed").objectStore("followed").get(hub);
    found.onsuccess = () => {
      opening.result.close();
      done(found.result?.count > 0);
    };
  };
})"""
"""Whether a move at the hub is kept here."""
ELSEWHERE = "This game is open in another window now."


def sizes(usual: str) -> list[str]:
    """One size of a screen, or all of them where much is asked for."""
    return [*SIZES] if MANY else [usual]


@pytest.mark.long
@pytest.mark.parametrize("size", sizes("phone"))
def test_ten_exorcism_is_played_to_its_end_and_replayed(enter: Enter, size: str) -> None:
    page = cut_off(enter, "/games/ten-exorcism", size)
    page.get_by_role("radio", name=re.compile("^Endless")).check()
    page.get_by_role("button", name="Start").click()
    at_home(page)
    expect(page.locator(ten.CELLS)).to_have_count(rules.ROWS * rules.COLS)
    expect(page.get_by_role("heading", level=1)).to_contain_text("Played offline")
    moves, scores = _whole_game(ten.board_of(page))

    def by_hand(begin: int, end: int) -> None:
        hand = HANDS[size](page)
        for move, score in zip(moves[begin:end], scores[begin + 1 : end + 1], strict=True):
            hand.drag((move.top, move.left), (move.bottom, move.right))
            page.wait_for_function(ten.SCORE, arg=score)

    def middle(table: Table) -> None:
        for move in moves[BY_HAND:last]:
            table.submit(0, {"do": "select", "r0": move.top, "c0": move.left, "r1": move.bottom, "c1": move.right})

    last = len(moves) - BY_HAND
    by_hand(0, BY_HAND)
    played_on(page, lambda: by_hand(BY_HAND, last), middle)
    page.wait_for_function(ten.SCORE, arg=scores[last])
    by_hand(last, len(moves))
    ten.over(page, scores[-1])
    assert findings(page) == []
    watch = page.get_by_role("link", name="Watch the replay")
    if MANY:
        analyse(page, watch)
    else:
        replay(page, watch)
    assert findings(page) == []
    with page.expect_download() as saved:
        page.get_by_role("link", name="Session file").click()
    page.get_by_role("link", name=re.compile("^Parlour")).click()
    page.set_input_files("input[type=file]", saved.value.path())
    expect(page.get_by_text("It holds")).to_be_visible()
    expect(page.get_by_text("Checked on this device")).to_be_visible()
    arrive(page)


def _whole_game(board: bytes) -> tuple[list[rules.Rectangle], list[int]]:
    moves, scores = list[rules.Rectangle](), [0]
    while (move := ten.nearest(board, (moves[-1].bottom, moves[-1].right) if moves else (0, 0))) is not None:
        moves.append(move)
        scores.append(scores[-1] + rules.ghosts_in(rules.powers_in(board, move)))
        board = rules.exorcise(board, move)
    return moves, scores


def against_master(page: Page) -> None:
    page.get_by_role("group", name="Seat B").get_by_role("radio", name="Bot").check()
    page.get_by_label("Strength of the bot on seat B").select_option("master")
    page.get_by_role("button", name="Start").click()


def begun_offline(enter: Enter, size: str) -> Page:
    page = cut_off(enter, dots.SET_UP, size)
    against_master(page)
    at_home(page)
    return page


def begun_at_the_hub(enter: Enter, size: str) -> Page:
    """The first move is made there. Then the network is gone, the page is loaded anew, and the game goes on at home."""
    # A page that is left while it leaves the room at the hub does so once more, and finds it closed.
    page = visit(enter, size=size, refused=404)
    keep_for_offline(page)
    page.goto(dots.SET_UP)
    with page.expect_response(lambda answer: answer.url.endswith("/session") and answer.ok):
        against_master(page)
    dots.draw_on(page, size, 1)
    page.wait_for_function(FOLLOWED, arg=page.url.rpartition("/")[2])
    page.context.set_offline(True)
    page.reload()
    page.get_by_role("button", name="Play on offline").click()
    at_home(page)
    expect(dots.drawn(page)).not_to_have_count(0)
    return page


@pytest.mark.parametrize("begun", [begun_at_the_hub, begun_offline] if MANY else [begun_at_the_hub])
@pytest.mark.parametrize("size", sizes("desktop"))
def test_dots_and_boxes_is_played_to_its_end_against_the_strongest_bot(
    enter: Enter, size: str, begun: Callable[[Enter, str], Page]
) -> None:
    page = begun(enter, size)
    dots.draw_on(page, size, 1)

    def middle(table: Table) -> None:
        while table.view["seq"] < dots.LINES - 4 * BY_HAND:
            action = first_legal("dots-and-boxes", table.view["view"])
            if table.view["to_move"] == [0]:
                table.submit(0, action)
            else:
                plays = {"match": table.view["match"], "seq": table.view["seq"], "seat": 1, "action": action}
                table.of_table("play", plays=plays)

    played_on(page, lambda: dots.draw_on(page, size, BY_HAND), middle)
    dots.draw_on(page, size, dots.LINES)
    over = page.get_by_role("dialog")
    expect(over).to_contain_text("All 25 boxes are filled")
    over.get_by_role("button", name="Rematch").click()
    expect(dots.drawn(page), "the bot has begun").to_have_count(1)
    page.get_by_role("link", name=re.compile("^Parlour")).click()
    expect(page.get_by_role("region", name="My last games")).to_contain_text("handed in once you are online")
    page.get_by_role("link", name="My last games").click()
    played = page.get_by_role("region", name="Everything played").get_by_role("link")
    expect(played).to_contain_text("handed in once you are online")
    if MANY:
        analyse(page, played)
        arrive(page)


@pytest.mark.parametrize("size", sizes("phone"))
def test_stackdoku_is_dealt_helped_left_and_won(enter: Enter, size: str) -> None:
    page = cut_off(enter, "/games/stackdoku", size)
    page.locator("summary", has_text="More").click()
    level = deal("easy", BOARDS[size])
    page.get_by_label("Play a certain board").fill(str(BOARDS[size]))
    page.get_by_role("button", name="Start").click()
    at_home(page)
    uncover(page)
    expect(page.locator("[data-tile]")).to_have_count(len(level.tiles))
    actions = certified_actions(level)
    stackdoku.act(page, actions[:BY_HAND])
    page.get_by_role("link", name=re.compile("^Parlour")).click()
    page.get_by_role("region", name="Continue").get_by_role("link").click()

    def middle(table: Table) -> None:
        for action in actions[BY_HAND:-BY_HAND]:
            table.submit(0, msgspec.to_builtins(action))

    played_on(page, lambda: stackdoku.act(page, actions[BY_HAND:-BY_HAND]), middle)
    taken = sum(isinstance(one, Remove) for one in actions[:-BY_HAND])
    expect(page.locator("[data-tile]")).to_have_count(len(level.tiles) - 2 * taken)
    assert any(isinstance(one, Place) for one in actions[-BY_HAND:])
    _ask_for_a_hint(page)
    stackdoku.act(page, actions[-BY_HAND:])
    expect(page.get_by_role("dialog").get_by_role("heading")).to_have_text("Solved")
    analyse(page, page.get_by_role("link", name="Watch the replay"))
    if MANY:
        arrive(page)


def _ask_for_a_hint(page: Page) -> None:
    hint = page.get_by_role("button", name="Hint")
    stackdoku.tap(page, hint)
    stackdoku.tap(page, hint)
    note = page.get_by_role("region", name="Hint")
    expect(note).to_contain_text("Look at")
    stackdoku.tap(page, note.get_by_role("button", name="Close"))


def test_a_match_of_the_hub_is_analysed_here_and_what_was_possible_is_found_without_a_network(enter: Enter) -> None:
    # The hub is asked first whether it has the analysis.
    page = visit(enter, size="phone", refused=404)
    keep_for_offline(page)
    page.set_viewport_size(SIZES["desktop"]["viewport"])
    page.goto("/games/ten-exorcism")
    _begin_against_the_clock(page)
    uncover(page)
    _finish(page)
    page.get_by_role("link", name="Watch the replay").click()
    page.get_by_role("button", name="Analyse this match").click()
    expect(page.get_by_text("Worked out on this device.")).to_be_visible(timeout=STARTED_MS)

    # Without loading the page again: so Python starts once.
    page.context.set_offline(True)
    page.set_viewport_size(SIZES["phone"]["viewport"])
    page.get_by_role("link", name=re.compile("^Parlour")).click()
    page.locator(".hub-card", has_text="Ten Exorcism").get_by_role("link", name="Set up").click()
    _begin_against_the_clock(page)
    at_home(page)
    uncover(page)
    _finish(page)
    asking = page.get_by_role("button", name="What was possible?")
    expect(asking).to_be_visible()
    asking.click()
    expect(page.get_by_role("button", name="Looking for the best line…")).to_be_focused()
    found = page.get_by_text(re.compile(r"^ghosts freed. The best line found frees \d+"))
    expect(found).to_be_visible(timeout=STARTED_MS)


def _begin_against_the_clock(page: Page) -> None:
    page.get_by_role("radio", name=re.compile("^Classic")).check()
    page.get_by_role("button", name="Start").click()


def _finish(page: Page) -> None:
    page.get_by_role("button", name="Stop playing").click()
    page.get_by_role("button", name=re.compile("^Finish here")).click()


def test_friends_pass_a_device_round_in_the_window_that_was_opened_last_and_where_there_is_no_space(
    enter: Enter, hub: Server
) -> None:
    page = visit(enter)
    device = page.context.new_cdp_session(page)
    device.send("Storage.overrideQuotaForOrigin", {"origin": hub.url, "quotaSize": 1})
    page.get_by_role("button", name="Keep for offline").click()
    expect(page.get_by_role("alert")).to_contain_text("Is there a connection, and room on this device?")
    device.send("Storage.overrideQuotaForOrigin", {"origin": hub.url})
    keep_for_offline(page)
    page.context.set_offline(True)
    page.goto(dots.SET_UP)
    room = dots.sit_down(page, "Friend here")
    _draw(page, "horizontal line, row 1, column 1", "Pass the device to Friend B.")
    other = page.context.new_page()
    other.goto(room)
    expect(page.get_by_text(ELSEWHERE)).to_be_visible(timeout=STARTED_MS)
    expect(dots.drawn(other)).to_have_count(1)
    _draw(other, "vertical line, row 1, column 1", "Pass the device to")
    page.get_by_role("button", name="Play here").click()
    expect(other.get_by_text(ELSEWHERE)).to_be_visible(timeout=STARTED_MS)
    expect(dots.drawn(page)).to_have_count(2)

    # The Python that has the table dies, the next one without a word, and another goes on with it.
    for count, (end, line) in enumerate(((OUT_OF_MEMORY, "horizontal"), (WITHOUT_A_WORD, "vertical")), 3):
        dying = page.workers
        for worker in dying:
            worker.evaluate(end)
        _draw(page, f"{line} line, row 2, column 1", "Pass the device to")
        expect(dots.drawn(page)).to_have_count(count)
        assert not {*dying} & {*page.workers}

    # Where nothing can be kept, it is said, and the game goes on.
    page.add_init_script(FORBIDDEN)
    page.goto(dots.SET_UP)
    page.evaluate(STAY)
    dots.sit_down(page, "Friend here")
    expect(page.locator(".notice", has_text="This device could not keep your game")).to_be_visible(timeout=STARTED_MS)
    _draw(page, "horizontal line, row 1, column 1", "Pass the device to Friend B.")


def _draw(page: Page, line: str, then: str) -> None:
    dots.touch(page, page.get_by_role("button", name=f"{line}, free"), "desktop")
    expect(dots.turn(page)).to_contain_text(then)
