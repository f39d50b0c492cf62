"""Python 3.14 in a browser plays as the Python that runs these tests: move for move.

PARLOUR_MANY=1 asks for much more, for whole games of all bots, and in Chromium as well as in Node.
"""

import json
import os
import random
import subprocess
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from scripts.browser_python import write

from parlour.games import kits
from tests import contract
from tests.games.dots_and_boxes import oracle
from tests.many import MANY
from tests.node import NODE_PATH
from tests.playthroughs.record import FOLDER
from tests.pyodide import answers, chromium, tables

ROOT = Path(__file__).parents[2]
CLIENT = ROOT / "client"
BUILT = ROOT / "build" / "browser"
WASM = ROOT / "build" / "wasm"
CONTRACT, BOARDS, POSITIONS, DEALS = (100, 1000, 300, 100) if MANY else (4, 21, 12, 1)
"""Games of each of the contract's kits, boards, positions, and deals of each difficulty."""
MOST_LINES = 30
InPyodide: TypeAlias = Callable[[str, str], str]
DRAWN = 40
"""Lines of a game at which bots sit down that would think for long, where not many are asked for."""


def asked() -> str:
    rng = random.Random("alike")
    undrawn = [rng.choice(oracle.KINDS)(rng.randint(4, MOST_LINES), rng) for _ in range(POSITIONS)]
    seeds = contract.seeds(CONTRACT)
    return json.dumps({"seeds": seeds, "boards": BOARDS, "positions": undrawn, "bots": {"seeds": 2}, "deals": DEALS})


@pytest.fixture(scope="module")
def in_pyodide() -> Iterator[InPyodide]:
    """What the main function of a module of these tests answers there: ``in_pyodide(module, text)``."""
    for folder, target in ((BUILT, "browser"), (WASM, "wasm")):
        assert (folder / ".ready").exists(), f"what a browser runs is not built: make {target}"
    with subprocess.Popen(
        ["node", Path(__file__).with_name("node.mjs"), CLIENT, BUILT, WASM, ROOT / "tests"],
        env={**os.environ, "PATH": NODE_PATH},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as node:
        assert node.stdin is not None
        assert node.stdout is not None
        assert node.stderr is not None
        asked, answered, complaint = node.stdin, node.stdout, node.stderr

        def answer(module: str, text: str) -> str:
            asked.write(json.dumps([module, text]) + "\n")
            asked.flush()
            line = answered.readline()
            assert line, complaint.read()
            return str(json.loads(line))

        yield answer


def answered_there(in_pyodide: InPyodide, folder: Path, module: str, asked: str) -> Iterator[Any]:
    """The answers in Node, and in Chromium where many are asked for."""
    yield json.loads(in_pyodide(module, asked))
    if MANY:
        yield json.loads(chromium.answered(folder, ROOT, BUILT, WASM, module, asked))


@pytest.mark.long
def test_python_in_a_browser_plays_deals_and_searches_as_it_does_here(in_pyodide: InPyodide, tmp_path: Path) -> None:
    here = json.loads(answers.main(asked()))
    for there in answered_there(in_pyodide, tmp_path, answers.__name__, asked()):
        assert there.keys() == here.keys()
        for question, answer in here.items():
            assert there[question] == answer, question
        for name, log in there["golden"].items():
            assert (FOLDER / f"{name}.txt").read_text().splitlines()[-1] == log, name


def test_a_table_at_home_plays_whole_games_in_a_browser_as_it_does_here(in_pyodide: InPyodide, tmp_path: Path) -> None:
    levels = [bot.level for bot in kits()["dots-and-boxes"].bots]
    drawn = {level: 0 if MANY or level in levels[:3] else DRAWN for level in levels}
    asked = json.dumps({"bots": drawn, "alone": ["ten-exorcism", "stackdoku"]})
    here = json.loads(tables.main(asked))
    for there in answered_there(in_pyodide, tmp_path, tables.__name__, asked):
        for level in levels:
            assert there["bots"][level][:2] == [True, True], level
            if level != "master":
                assert there["bots"][level] == here["bots"][level], level
        assert there["alone"] == here["alone"]


def test_the_archive_is_the_same_whenever_it_is_made_and_holds_nothing_compiled(tmp_path: Path) -> None:
    write(tmp_path / "one.zip")
    write(tmp_path / "other.zip")
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "other.zip").read_bytes()
    with zipfile.ZipFile(tmp_path / "one.zip") as archive:
        for name in archive.namelist():
            assert b"import numba" not in archive.read(name), name
        assert {f"parlour/games/{kit.game.id.replace('-', '_')}/rules.py" for kit in kits().values()} <= set(
            archive.namelist()
        )
