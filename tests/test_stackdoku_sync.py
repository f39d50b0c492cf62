"""Section 10 of Stackdoku's specification: the texts that tell its rules agree with the code."""

from pathlib import Path

import pytest

from parlour.games.stackdoku.position import TRAY
from parlour.games.stackdoku.rules import LIVES, UNDOS

ROOT = Path(__file__).parents[1]
CLIENT = ROOT / "client"
FILES = [ROOT / "docs" / "RULES.md", ROOT / "README.md", ROOT / "docs" / "GDD.md"]
if CLIENT.exists():
    FILES += [CLIENT / "src" / "ui" / "TutorialOverlay.tsx", CLIENT / "src" / "ui" / "HelpOverlay.tsx"]


@pytest.mark.parametrize("fact", [f"tray of {TRAY}", f"{LIVES} lives", f"{UNDOS} undos"])
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_a_fact_of_the_rules_is_told_the_same_everywhere(file: Path, fact: str) -> None:
    assert fact in file.read_text()


def test_the_numbers_are_those_of_the_specification() -> None:
    assert (TRAY, LIVES, UNDOS) == (5, 3, 3)
