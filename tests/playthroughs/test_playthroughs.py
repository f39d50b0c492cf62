"""The golden games replay to the letter."""

from pathlib import Path

import pytest

from parlour.core.kit import Kit
from parlour.core.match import AnyMatch
from parlour.games.documents import Document
from tests.playthroughs.record import FOLDER, games, told

GAMES = list(games())


@pytest.mark.parametrize(("name", "kit", "start"), GAMES, ids=[name for name, _, _ in GAMES])
def test_a_golden_game_is_told_the_same_again(name: str, kit: Kit, start: AnyMatch) -> None:
    assert (FOLDER / f"{name}.txt").read_text() == told(kit, start), "read the diff after: make playthroughs"


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.txt")), ids=lambda file: file.stem)
def test_the_log_of_a_golden_game_holds(file: Path) -> None:
    log = file.read_text().splitlines()[-1]
    verdict = Document(log.encode()).verdict()
    assert verdict.ok, verdict
    assert verdict.complete


def test_every_golden_file_is_of_a_game_that_is_still_recorded() -> None:
    assert {file.stem for file in FOLDER.glob("*.txt")} == {name for name, _, _ in GAMES}
