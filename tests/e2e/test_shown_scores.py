"""Scores where people read them: a level's stars, time, help and restarts, and the packed number nowhere."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec import convert, to_builtins
from playwright.sync_api import expect

from parlour.games.stackdoku.actions import Action, Done, Place, Restart
from parlour.games.stackdoku.hints.winnable import winnable
from parlour.games.stackdoku.levels.level import Level, Tile
from parlour.games.stackdoku.position import SEEN_FROM, Position
from parlour.games.stackdoku.rules import TileView
from tests.e2e.browser import SIZES, Enter, findings_at
from tests.server.table import Guest, Seat, Server

REACHES_OUT = """(lines) => lines.map((one) =>
  one.querySelector(".score-note").getBoundingClientRect().right > one.getBoundingClientRect().right + 1)"""


@pytest.fixture(scope="module")
def player(hub: Server) -> Iterator[tuple[Guest, str]]:
    """Somebody who has solved two levels, and the match of the second, which they restarted."""
    with Guest(hub) as guest:
        _solve(guest)
        yield guest, _solve(guest, Restart())


def _solve(guest: Guest, *before: Action) -> str:
    """An easy level that the server dealt, solved after something else was done; the match, once it is confirmed."""
    room = guest.open("stackdoku", "me", options={"difficulty": "easy"})
    with guest.enter(room["code"]) as table:
        table.play(0, {"do": "ready"})
        for action in before:
            table.play(0, to_builtins(action))
        for action in _line(table.view["view"]):
            assert table.play(0, to_builtins(action))["refused"] is None
        _confirmed(table)
        return str(table.view["match"])


def _confirmed(table: Seat) -> None:
    if table.room["confirmed"] is None:
        table.until(lambda message: message["type"] == "room" and message["confirmed"] is not None)


def _line(view: dict[str, Any]) -> list[Done]:
    """What solves a level, from what everybody sees of it."""
    tiles = convert(view["tiles"], tuple[TileView, ...])
    stack = tuple(Tile(one.id, one.x, one.y, one.z, one.digit) for one in sorted(tiles, key=lambda one: one.id))
    level = Level("seen", 0, "easy", 0, "seen", 1, view["givens"], _solution(view["givens"]), stack)
    position = Position(level, ())
    while not position.solved:
        position = Position(level, (*position.done, _next(position)))
    return list(position.done)


def _next(position: Position) -> Done:
    for digit in position.tray:
        for cell, here in enumerate(position.grid):
            if here == 0 and int(position.level.solution[cell]) == digit:
                return Place(digit, *divmod(cell, 9))
    return next(
        pair for pair in position.removals() if winnable(Position(position.level, (*position.done, pair))) == "yes"
    )


def _solution(grid: str) -> str:
    """By trying; an easy level has few empty cells."""
    cell = grid.find(".")
    if cell < 0:
        return grid
    for digit in sorted(set("123456789") - {grid[other] for other in SEEN_FROM[cell]}):
        if found := _solution(grid[:cell] + digit + grid[cell + 1 :]):
            return found
    return ""


def test_lists_show_stars_time_and_restarts_and_no_packed_number(enter: Enter, player: tuple[Guest, str]) -> None:
    guest, restarted = player
    played = guest.get(f"/api/players/{guest.me['id']}/matches")
    scores = [one["seats"][0]["score"] for one in played]
    packed = re.compile("|".join(f"{score}|{score:,}" for score in scores))
    page = enter(f"/player/{guest.me['id']}", size="phone")
    main = page.get_by_role("main")
    history = main.locator(".hub-list")
    expect(history).to_contain_text(re.compile(r"★☆☆ 0:0\d 1 restart"))
    expect(history).to_contain_text(re.compile(r"★★★ 0:0\d"))
    expect(main).not_to_contain_text(packed)
    page.goto(f"/match/{restarted}")
    expect(page.locator(".details-seats")).to_contain_text(re.compile(r"★☆☆ 0:0\d 1 restart"))
    page.set_viewport_size({"width": 320, "height": 640})
    assert page.locator(".details-seats li").evaluate_all(REACHES_OUT) == [False]
    expect(main).not_to_contain_text(packed)
    page.goto("/leaderboards/stackdoku/easy")
    row = main.get_by_role("row", name=guest.me["name"])
    expect(row).to_contain_text(re.compile(r"★★★ 0:0\d"))
    expect(row).to_contain_text(re.compile(r"3 stars in 0:0\d"))
    expect(main).not_to_contain_text(packed)
    assert findings_at(page, *SIZES) == []


def test_a_score_is_read_in_korean(enter: Enter, player: tuple[Guest, str]) -> None:
    page = enter(f"/match/{player[1]}", size="phone", language="ko")
    expect(page.locator(".details-seats")).to_contain_text("다시 시작 1번")
