"""Bots against bots from the command line."""

from copy import copy
from dataclasses import replace

import pytest

import parlour.games.catalogue
from parlour.core.kit import Kit
from parlour.core.words import words
from tests.cli.program import Program


def test_standings_come_in_words(program: Program) -> None:
    ran = program("arena", "dots-and-boxes", "--bots", "novice,skilled", "--games", 6)
    assert ran.code == 0
    novice, skilled = ran.out.splitlines()
    assert novice.startswith("novice")
    assert "of 6 points" in skilled
    assert "margin +" in skilled


def test_standings_come_as_json_with_intervals(program: Program) -> None:
    ran = program("arena", "dots-and-boxes", "--bots", "casual,novice,expert", "--games", 6, "--seed", 5, "--json")
    assert [line["level"] for line in ran.json["standings"]] == ["casual", "novice", "expert"]
    assert sum(line["points"] for line in ran.json["standings"]) == pytest.approx(6)
    for line in ran.json["standings"]:
        low, high = line["share_interval"]
        assert 0 <= low <= line["share"] <= high <= 1


def test_the_same_seed_gives_the_same_standings(program: Program) -> None:
    words = ("arena", "dots-and-boxes", "--bots", "casual,expert", "--games", 4, "--seed", 9, "--json")
    assert program(*words).json == program(*words).json


def test_a_budget_reaches_the_strongest_bot(program: Program) -> None:
    ran = program("arena", "dots-and-boxes", "--bots", "novice,master", "--games", 2, "--budget", 0.005, "--json")
    assert ran.json["standings"][1]["points"] == 2


@pytest.mark.parametrize(
    ("bots", "told"),
    [("novice", "takes 2 to 4 bots"), ("novice,grandmaster", "there is novice, casual, skilled, expert, master")],
)
def test_wrong_entrants_are_explained(program: Program, bots: str, told: str) -> None:
    ran = program("arena", "dots-and-boxes", "--bots", bots)
    assert ran.code == 2
    assert told in ran.err


@pytest.mark.parametrize(
    ("game", "told"), [("pairs", "pairs takes 2 bots, not 3"), ("alone", "alone is a game for one")]
)
def test_a_game_for_one_or_for_two_is_said_to_be_that(
    program: Program, monkeypatch: pytest.MonkeyPatch, game: str, told: str
) -> None:
    games = {"pairs": seated("pairs", range(2, 3)), "alone": seated("alone", range(1, 2))}
    for module in (parlour.games, parlour.games.catalogue):
        monkeypatch.setattr(module, "kits", lambda: games)
    ran = program("arena", game, "--bots", "novice,novice,novice")
    assert ran.code == 2
    assert told in ran.err
    listed = program("games").out
    assert "Nim, 2 players." in listed
    assert "Nim, solo." in listed


def seated(game_id: str, seats: range) -> Kit:
    """Dots and Boxes under another name, for so many."""
    kit = parlour.games.kits()["dots-and-boxes"]
    game = copy(kit.game)
    game.id, game.seats = game_id, seats
    return replace(kit, game=game, title=words("Nim"))
