"""Section 10 of Stackdoku's specification: the texts that tell its rules agree with the code.

The facts are made from the constants of the rules and of the dealing, as short phrases that each text has to hold. The
two overlays are frames for every game: what they show of Stackdoku are the sections `help` and `tutorial` of its
catalogues, so those are held to the facts, and the overlays to showing them. The lessons say nothing of the techniques.
"""

import json
import re
from pathlib import Path

import pytest

from parlour.games.stackdoku.levels.dealing import GRADES, deal
from parlour.games.stackdoku.levels.level import DIFFICULTIES, Difficulty
from parlour.games.stackdoku.names import NAMES
from parlour.games.stackdoku.position import PAIR, TRAY, Position
from parlour.games.stackdoku.rules import RESTARTS
from parlour.games.stackdoku.score import LIVES, UNDOS
from parlour.languages import LANGUAGES
from tests.games.stackdoku.building import GAME, some_blocked

ROOT = Path(__file__).parents[1]
CLIENT = ROOT / "client" / "src"
WORDS = ROOT / "src" / "parlour" / "languages"
PAGES = ("docs/RULES.md", "README.md", "docs/GDD.md")
OVERLAYS = {"help": CLIENT / "ui" / "HelpOverlay.tsx", "tutorial": CLIENT / "ui" / "TutorialOverlay.tsx"}
NUMBERS = {"en": {2: "two"}, "ko": {2: "두"}, "de": {2: "zwei"}}
LOGIC = {
    "en": {
        1: "full houses and box singles",
        2: "all singles",
        3: "locked candidates",
        4: "pairs, naked triples and X-wings",
    },
    "ko": {1: "마지막 빈칸과 상자 안의 히든 싱글", 2: "모든 싱글", 3: "잠긴 후보", 4: "페어, 네이키드 트리플, X윙"},
    "de": {
        1: "letzte Felder und Singles im Block",
        2: "alle Singles",
        3: "gebundene Kandidaten",
        4: "Paare, nackte Tripel und X-Wings",
    },
}
"""What each tier adds to the one below."""
AT_TIMES = {"en": "at times", "ko": "때로는", "de": "manchmal"}
FACTS: dict[str, dict[str, tuple[str, ...]]] = {
    "en": {
        "tray": (f"tray of {TRAY}",),
        "free slots": (f"{NUMBERS['en'][PAIR]} free slots",),
        "lives": (f"{LIVES} lives",),
        "undos": (f"{UNDOS} undos",),
        "restarts": (f"{RESTARTS} restarts are the most",),
        "stuck": ("stuck", "the tray has no room for a pair"),
        "dead end": ("dead end", "no pair is free"),
        "hidden mode": ("a tile shows its number only while it is in your hand", "at any time"),
        "no guessing": ("you never have to guess",),
    },
    "ko": {
        "tray": (f"{TRAY}칸 쟁반",),
        "free slots": (f"빈칸 {NUMBERS['ko'][PAIR]} 개",),
        "lives": (f"목숨 {LIVES}개",),
        "undos": (f"되돌리기 {UNDOS}번",),
        "restarts": (f"다시 시작은 {RESTARTS}번까지",),
        "stuck": ("막힘", "쟁반에 한 쌍이 들어갈 자리가 없"),
        "dead end": ("막다른 길", "집을 수 있는 쌍이 없"),
        "hidden mode": ("타일은 손에 들고 있을 때만 숫자를 보여 줍니다", "언제든"),
        "no guessing": ("찍을 필요는 없습니다",),
    },
    "de": {
        "tray": (f"ablage mit {TRAY} plätzen",),
        "free slots": (f"{NUMBERS['de'][PAIR]} freie plätze",),
        "lives": (f"{LIVES} leben",),
        "undos": (f"{UNDOS} rücknahmen",),
        "restarts": (f"höchstens {RESTARTS} neustarts",),
        "stuck": ("festgefahren", "die ablage hat keinen platz für ein paar"),
        "dead end": ("sackgasse", "kein paar ist frei"),
        "hidden mode": ("seine zahl nur, solange du ihn in der hand hast", "jederzeit"),
        "no guessing": ("raten musst du nie",),
    },
}
TEXTS = (*PAGES, *(f"{section} {language}" for section in OVERLAYS for language in FACTS))


def told(text: str) -> tuple[str, str]:
    """The language of a text and what it says, in small letters and on one line."""
    section, _, language = text.partition(" ")
    said = _page(text) if text in PAGES else _catalogue(section, language)
    return language or "en", re.sub(r"\s+", " ", said).lower()


def _page(page: str) -> str:
    """What a page says of Stackdoku: all of it, or the part under its heading where each game has one."""
    said = (ROOT / page).read_text()
    [*_, part] = re.split(r"^## (?=Stackdoku)", said, maxsplit=1, flags=re.MULTILINE)
    return re.split(r"^## ", part, maxsplit=1, flags=re.MULTILINE)[0] if part != said else said


def _catalogue(section: str, language: str) -> str:
    found = json.loads((WORDS / language / "games" / "stackdoku.json").read_text())
    return json.dumps(found[section], ensure_ascii=False)


def logic_of(difficulty: Difficulty, language: str) -> str:
    """What a level of a difficulty asks for, by the constants that it is dealt with."""
    grade, name = GRADES[difficulty], NAMES[difficulty]
    tiers = dict.fromkeys((grade.easiest_tier, grade.hardest_tier))
    asked = f", {AT_TIMES[language]} ".join(LOGIC[language][tier] for tier in tiers)
    return f"{name[language]}: {asked}"


@pytest.mark.parametrize("fact", FACTS["en"])
@pytest.mark.parametrize("text", TEXTS)
def test_a_fact_of_the_rules_is_told_the_same_in_every_text(text: str, fact: str) -> None:
    language, said = told(text)
    for phrase in FACTS[language][fact]:
        assert phrase in said


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
@pytest.mark.parametrize("text", [text for text in TEXTS if "tutorial" not in text])
def test_the_techniques_of_a_difficulty_are_told_the_same_in_every_text(text: str, difficulty: Difficulty) -> None:
    language, said = told(text)
    begin, end = logic_of(difficulty, language).lower(), r"[.;, |]"
    assert re.search(re.escape(begin) + end, said), begin
    assert not re.search(re.escape(begin) + f", {AT_TIMES[language]}", said), "no more than that"


@pytest.mark.parametrize("text", [text for text in TEXTS if "tutorial" in text])
def test_lessons_name_no_technique(text: str) -> None:
    language, said = told(text)
    assert not [logic for logic in LOGIC[language].values() if logic.lower() in said]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("section", OVERLAYS)
def test_the_numbers_of_the_rules_stand_in_every_language(section: str, language: str) -> None:
    """Also in one whose phrases nobody has written down here."""
    said = re.findall(r"\d+", told(f"{section} {language}")[1])
    assert {TRAY, LIVES, UNDOS, RESTARTS} <= {int(number) for number in said}


def test_every_language_tells_the_same_facts() -> None:
    assert [list(facts) for facts in FACTS.values()] == [list(FACTS["en"])] * len(FACTS)


@pytest.mark.parametrize(("section", "overlay"), OVERLAYS.items())
def test_an_overlay_shows_that_section_of_the_games_own_words(section: str, overlay: Path) -> None:
    source = overlay.read_text()
    assert "useTranslation(game)" in source or "useNewHost(game, " in source
    assert f'words.t("{section}.' in source or f"{{t(`{section}.${{lesson.key}}." in source


def test_the_numbers_are_those_of_the_specification() -> None:
    assert (TRAY, LIVES, UNDOS) == (5, 3, 3)


@pytest.mark.parametrize("kind", ["stuck", "dead-end"])
def test_stuck_and_dead_end_are_what_the_texts_say(kind: str) -> None:
    match = some_blocked(kind)
    position: Position = match.state.position
    has_no_room = len(position.tray) + PAIR > TRAY
    assert GAME.view(match.state, None).blocked == kind
    assert has_no_room == (kind == "stuck")
    assert not list(position.placements())
    assert not list(position.removals())


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_levels_ask_for_the_logic_that_the_texts_name(difficulty: Difficulty) -> None:
    tiers = {deal(difficulty, seed).tier for seed in range(14)}
    grade = GRADES[difficulty]
    assert tiers == set(range(grade.easiest_tier, grade.hardest_tier + 1))
