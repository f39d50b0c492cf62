"""The golden games replay to the letter."""

from collections.abc import Callable
from pathlib import Path

import pytest

from parlour.core.game import CLOCK
from parlour.core.kit import Kit
from parlour.core.match import AnyMatch
from parlour.core.session import decode_session
from parlour.games import kits
from parlour.games.documents import Document
from parlour.testing.players import timed_options
from tests import nim
from tests.playthroughs.record import FOLDER, games, told

GAMES = list(games(kits().values()))


@pytest.mark.parametrize(("name", "kit", "play"), GAMES, ids=[name for name, _, _ in GAMES])
def test_a_golden_game_is_told_the_same_again(name: str, kit: Kit, play: Callable[[], AnyMatch]) -> None:
    assert (FOLDER / f"{name}.txt").read_text() == told(kit, play()), "read the diff after: make playthroughs"


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.txt")), ids=lambda file: file.stem)
def test_the_log_of_a_golden_game_holds(file: Path) -> None:
    log = file.read_text().splitlines()[-1]
    verdict = Document(log.encode()).verdict()
    assert verdict.ok, verdict
    assert verdict.complete


def test_every_golden_file_is_of_a_game_that_is_still_recorded() -> None:
    assert {file.stem for file in FOLDER.glob("*.txt")} == {name for name, _, _ in GAMES}


@pytest.mark.parametrize("kit", kits().values(), ids=lambda kit: kit.game.id)
def test_the_clock_acts_in_a_golden_game_of_every_game_with_a_time_limit(kit: Kit) -> None:
    logs = [file.read_text().splitlines()[-1] for file in FOLDER.glob(f"{kit.game.id}-*-clock.txt")]
    sessions = [decode_session(kit.game, log.encode()) for log in logs]
    assert {session.options for session in sessions} == set(timed_options(kit.game))
    assert all(CLOCK in {entry.seat for entry in session.entries} for session in sessions)


def test_the_clock_would_act_in_those_of_the_template_too() -> None:
    played = [play() for name, _, play in games([nim.kit]) if name.endswith("-clock")]
    assert len(played) == len(timed_options(nim.kit.game)) > 0
    assert all(CLOCK in {entry.seat for entry in match.session.entries} for match in played)
