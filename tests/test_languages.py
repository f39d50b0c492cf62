"""A language is a folder: it says all that English says, with the same facts, and nothing else has to know of it."""

import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import fields
from pathlib import Path
from string import Formatter

import pytest

from parlour.languages import ENGLISH, LANGUAGES, translations
from parlour.server.settings import Flag, Settings
from parlour.store.moderation.stored_words import GONE, LOOK_AFTER, SIGN_IN, SOMEBODY, at_command_line

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "parlour"
FOLDER = PACKAGE / "languages"
OTHERS = LANGUAGES[1:]
SAID = re.compile(r'\bwords\(\s*"((?:[^"\\]|\\.)*)"')
MADE_UP = "xx"
ASK = """
import json
from parlour.games.catalogue import catalogue
from parlour.languages import LANGUAGES
from parlour.server.access.identity import new_name
from parlour.server.http.languages import preferred_language
titles = [game.title.get("xx") for game in catalogue()]
print(json.dumps([LANGUAGES, preferred_language("xx-YY"), new_name("xx"), titles]))
"""


def said_in_english() -> set[str]:
    """What the code says by `words`."""
    return {text for file in PACKAGE.rglob("*.py") for text in SAID.findall(file.read_text())}


def facts_in(text: str) -> list[str | None]:
    return [name for _, name, _, _ in Formatter().parse(text) if name is not None]


def test_english_comes_first_of_several_languages() -> None:
    assert LANGUAGES[0] == ENGLISH
    assert {"de", "ko"} <= set(OTHERS)


@pytest.mark.parametrize("language", OTHERS)
def test_a_folder_has_the_files_of_the_english_one(language: str) -> None:
    def files(code: str) -> set[str]:
        return {path.relative_to(FOLDER / code).as_posix() for path in (FOLDER / code).rglob("*.json")}

    assert files(language) == files(ENGLISH) | {"words.json"}


@pytest.mark.parametrize("language", OTHERS)
def test_what_python_says_is_translated_with_the_same_facts_and_nothing_else_is(language: str) -> None:
    said, known = said_in_english(), translations(language)
    faults = {
        "missing": sorted(said - known.keys()),
        "said nowhere": sorted(known.keys() - said),
        "empty": [english for english, text in known.items() if not text.strip()],
        "other facts": [english for english, text in known.items() if facts_in(english) != facts_in(text)],
    }
    assert {fault: found for fault, found in faults.items() if found} == {}


def test_the_english_words_of_settings_are_those_of_the_command_line() -> None:
    flags: list[Flag] = [field.metadata["flag"] for field in fields(Settings) if "flag" in field.metadata]
    words = json.loads((FOLDER / ENGLISH / "admin.json").read_text())["settings"]
    assert words["help"] == {flag.name: flag.help for flag in flags}
    assert words["unit"] == {unit: unit for flag in flags if flag.unit is not None for unit in [flag.unit.lower()]}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_writes_per_cent_in_one_way(language: str) -> None:
    texts = "".join(file.read_text() for file in (FOLDER / language).rglob("*.json"))
    between = set(re.findall(r"\}\}(\s*)%", texts))
    assert len(between) == 1
    assert between <= {"", "\N{NO-BREAK SPACE}"}, "the number and its sign stay on one line"


def test_nothing_but_its_folder_names_a_language() -> None:
    """English is named where it stands in for others."""
    named = re.compile(rf"""["'`]({"|".join(OTHERS)})["'`]|\b({"|".join(OTHERS)})=""")
    sources = [
        *PACKAGE.rglob("*.py"),
        *(ROOT / "client").glob("src/**/*.ts*"),
        *(ROOT / "client").glob("service-worker/*.ts"),
    ]
    found = [path.name for path in sources if ".test." not in path.name and named.search(path.read_text())]
    assert found == []


def test_to_add_a_folder_is_enough(tmp_path: Path) -> None:
    """A copy of the package in which everything but the languages is the package's own."""
    copy = tmp_path / "parlour"
    copy.mkdir()
    for entry in PACKAGE.iterdir():
        if entry.name not in ("languages", "__pycache__"):
            (copy / entry.name).symlink_to(entry)
    shutil.copytree(FOLDER, copy / "languages", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(FOLDER / "de", copy / "languages" / MADE_UP)
    made_up = {english: f"{english} xx" for english in translations("de")}
    (copy / "languages" / MADE_UP / "words.json").write_text(json.dumps(made_up))
    (copy / "languages" / MADE_UP / "guests.json").write_text('[["Xa"], ["Xo"]]')
    asked = subprocess.run(
        [sys.executable, "-c", ASK], capture_output=True, check=True, env=os.environ | {"PYTHONPATH": str(tmp_path)}
    )
    languages, preferred, name, titles = json.loads(asked.stdout)
    assert (languages, preferred, name) == ([*LANGUAGES, MADE_UP], MADE_UP, "Xa Xo")
    assert "Stackdoku xx" in titles


def test_what_the_server_stores_in_english_is_known_to_the_hosts_page() -> None:
    page = (ROOT / "client" / "src" / "admin" / "storedWords.ts").read_text()
    patterns = [re.compile(one.replace("(?<", "(?P<")) for one in re.findall(r"\[/(\^.+\$)/, ", page)]
    for stored in (GONE, SIGN_IN, LOOK_AFTER, at_command_line(SOMEBODY), at_command_line("mina")):
        assert any(one.search(stored) for one in patterns), f"client/src/admin/storedWords.ts does not know: {stored}"
