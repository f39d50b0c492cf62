"""Whole games at a table at home, played in both Pythons; question and answer are JSON."""

import json
from typing import Any

from msgspec import to_builtins

from parlour.core.mulberry32 import below, mulberry32
from parlour.games import kit_of
from parlour.home.table import Table
from tests.home.pages import Page, new_page

MOST = 40
"""Actions of a game alone, before it is finished."""


def main(text: str) -> str:
    """What was said at each table, and the log that it left."""
    asked = json.loads(text)
    answers = {
        "bots": {level: against(level, drawn) for level, drawn in asked["bots"].items()},
        "alone": {game: alone(game) for game in asked["alone"]},
    }
    return json.dumps(answers)


def against(level: str, drawn: int) -> list[Any]:
    """A game of a blind player against a bot, who comes when so many lines are drawn."""
    page = new_page()
    page.open("dots-and-boxes", "me", "me", seed=3)
    _play(page, drawn)
    page.kept["opening"]["seats"][1] = {"for": "bot", "level": level}
    page.ask("take-up", kept=page.kept)
    _play(page)
    return _left(page)


def alone(game: str) -> list[Any]:
    """A game for one: ready, blind actions, hints among them, finished."""
    page = new_page()
    page.open(game, "me", seed=11)
    if page.view["view"] is None:
        page.submit(0, {"do": "ready"})
    _play(page, MOST)
    if page.view["outcome"] is None:
        page.submit(0, {"do": "finish"})
    return _left(page)


def _play(page: Page, most: int = 1000) -> None:
    """Legal actions by chance, as many at the most."""
    numbers = mulberry32(5)
    page.bots_play()
    while page.view["outcome"] is None and page.view["seq"] < most:
        seat, actions = _legal(page)
        page.submit(seat, actions[below(next(numbers), len(actions))])
        page.bots_play()


def _legal(page: Page) -> tuple[int, list[Any]]:
    """Of the person to move, from the log that the page keeps."""
    match = Table.taken_up(json.dumps(page.kept).encode(), page.clock).match
    seat = page.view["to_move"][0]
    return seat, to_builtins(list(kit_of(page.room["game"]).game.legal_actions(match.state, seat)))


def _left(page: Page) -> list[Any]:
    """What a replay says, and everything that was said and kept, whatever the match is called."""
    session = page.of_table("session")["value"]
    verdict = page.ask("describe", text=session)["value"]["verdict"]
    said = json.dumps([page.received, page.kept, session])
    return [verdict["ok"], verdict["complete"], said.replace(page.view["match"], "match")]
