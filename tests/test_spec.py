"""docs/SPEC.md is complete and true: every number is there once, every module and every test that it names exists."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "SPEC.md").read_text()
BELOW = (ROOT / "src" / "parlour", ROOT / "client" / "src", ROOT)
CRITERIA = (5, 7, 5, 5, 5, 5, 5, 5, 5, 5, 5)
"""Acceptance criteria of each requirement of Ten Exorcism: 57."""
PROPERTIES = 14
SCENARIOS = 12
STACKDOKU_SECTIONS = 10


def section(title: str) -> str:
    [_, found] = PAGE.split(f"## {title}\n")
    return found.split("\n## ")[0]


def rows(title: str) -> list[list[str]]:
    """The cells of each row of a section's tables, without the heads."""
    lines = [line for line in section(title).splitlines() if line.startswith("| ")]
    found = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]
    heads = ("#", "scenario", "name in the design", "case in the design")
    return [cells for cells in found if cells[0] not in heads]


def python_tests() -> set[str]:
    files = (ROOT / "tests").rglob("test_*.py")
    return {name for file in files for name in re.findall(r"^ *def (test_\w+)\(", file.read_text(), re.MULTILINE)}


def client_tests() -> str:
    return "\n".join(file.read_text() for file in (ROOT / "client" / "src").rglob("*.test.ts*"))


def test_every_criterion_of_ten_exorcism_is_there_once_and_in_order() -> None:
    expected = [f"{number}.{each + 1}" for number, count in enumerate(CRITERIA, start=1) for each in range(count)]
    assert [cells[0] for cells in rows("Ten Exorcism: requirements")] == expected


def test_every_scenario_and_section_of_the_other_games_is_there() -> None:
    assert len(rows("Dots and Boxes")) == SCENARIOS
    assert [cells[0] for cells in rows("Stackdoku")] == [str(number + 1) for number in range(STACKDOKU_SECTIONS)]


def test_every_property_has_a_test_with_its_number() -> None:
    source = (ROOT / "tests" / "games" / "ten_exorcism" / "test_properties.py").read_text()
    assert re.findall(r"def test_property_([0-9]+)_", source) == [str(number + 1) for number in range(PROPERTIES)]


def test_every_test_that_is_named_exists() -> None:
    known, titles = python_tests(), client_tests()
    assert [name for name in re.findall(r"`(test_\w+)`", PAGE) if name not in known] == []
    assert [title for title in re.findall(r'\| "([^"]+)" \|$', PAGE, re.MULTILINE) if f'"{title}"' not in titles] == []


def test_every_line_names_a_test() -> None:
    tabled = ("Ten Exorcism: requirements", "Ten Exorcism: the game", "Dots and Boxes", "Stackdoku")
    cases = [cells for cells in rows("Ten Exorcism: the design") if len(cells) > 2]
    lines = [*(cells for title in tabled for cells in rows(title)), *cases]
    assert [cells for cells in lines if not re.fullmatch(r'`test_\w+`|"[^"]+"', cells[-1])] == []


def test_every_file_that_is_named_exists() -> None:
    named = set(re.findall(r"`([\w./-]+/[\w./-]+\.(?:py|tsx?|json|css))`", PAGE))
    assert len(named) > 30
    assert [name for name in sorted(named) if not any((place / name).exists() for place in BELOW)] == []


def test_every_name_of_ours_stands_in_the_file_that_is_named_beside_it() -> None:
    missing = []
    for _, here in (cells for cells in rows("Ten Exorcism: the design") if len(cells) == 2):
        for names, file in re.findall(r"((?:`[\w.]+`[^`(]*)+)\(`([\w./-]+/[\w./-]+)`\)", here):
            text = next((place / file).read_text() for place in BELOW if (place / file).exists())
            missing += [name for name in re.findall(r"`([\w.]+)`", names) if name.split(".")[-1] not in text]
    assert missing == []
