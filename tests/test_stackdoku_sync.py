"""Section 10 of Stackdoku's specification: the texts that tell its rules agree with the code.

The two overlays are frames for every game: what they show of Stackdoku are the sections `help` and `tutorial` of its
catalogues, so those are held to the numbers, and the overlays to showing them.
"""

import json
from pathlib import Path

import pytest

from parlour.games.stackdoku.position import TRAY
from parlour.games.stackdoku.score import LIVES, UNDOS

ROOT = Path(__file__).parents[1]
CLIENT = ROOT / "client" / "src"
PAGES = [ROOT / "docs" / "RULES.md", ROOT / "README.md", ROOT / "docs" / "GDD.md"]
OVERLAYS = {"help": CLIENT / "ui" / "HelpOverlay.tsx", "tutorial": CLIENT / "ui" / "TutorialOverlay.tsx"}
FACTS = {
    "en": (f"tray of {TRAY}", f"{LIVES} lives", f"{UNDOS} undos"),
    "ko": (f"{TRAY}칸 쟁반", f"목숨 {LIVES}개", f"되돌리기 {UNDOS}번"),
}


@pytest.mark.parametrize("fact", FACTS["en"])
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_fact_of_the_rules_is_told_the_same_on_every_page(page: Path, fact: str) -> None:
    assert fact in page.read_text()


@pytest.mark.parametrize("section", OVERLAYS)
@pytest.mark.parametrize(("language", "fact"), [(language, fact) for language in FACTS for fact in FACTS[language]])
def test_a_fact_of_the_rules_is_told_the_same_in_help_and_tutorial(section: str, language: str, fact: str) -> None:
    catalogue = json.loads((CLIENT / "games" / "stackdoku" / "text" / f"{language}.json").read_text())
    assert fact in json.dumps(catalogue[section], ensure_ascii=False)


@pytest.mark.parametrize(("section", "overlay"), OVERLAYS.items())
def test_an_overlay_shows_that_section_of_the_games_own_words(section: str, overlay: Path) -> None:
    source = overlay.read_text()
    assert "useTranslation(game)" in source or "useNewHost(game, " in source
    assert f'words.t("{section}.' in source or f"{{t(`{section}.${{lesson.key}}." in source


def test_tray_lives_and_undos_are_those_of_the_specification() -> None:
    assert (TRAY, LIVES, UNDOS) == (5, 3, 3)
