"""The kernels as WebAssembly give the native kernels' answers, bit for bit.

PARLOUR_MANY=1 asks for larger counts, and in Chromium as well as in Node.
"""

import subprocess
import sys
from pathlib import Path

import pytest
from scripts.wasm.binary import imports
from scripts.wasm.library import IMPORTS

from parlour.games import kits
from parlour.games.stackdoku.levels.level import DIFFICULTIES
from tests import contract
from tests.many import MANY
from tests.wasm import chromium, work
from tests.wasm.transcript import LIBRARIES, ROOT, Transcript

BOARDS = 1000 if MANY else 40
POSITIONS = 300 if MANY else 20
DEALS = 100 if MANY else 1
ITERATIONS = 10_000 if MANY else 500
SIMULATIONS = 10_000 if MANY else 300
LINES = range(10, 39) if MANY else range(10, 27)
GAMES = ("dots_and_boxes", "stackdoku", "ten_exorcism")
CONTRACT = 100 if MANY else 1
RULES = {"stackdoku": ("free_tiles", "clearable"), "ten-exorcism": ("any_rectangle", "all_rectangles")}
"""What the rules of games call of their kernels while somebody plays; those of Dots and Boxes call nothing."""


@pytest.fixture(autouse=True)
def _built() -> None:
    assert all((LIBRARIES / f"{game}.wasm").exists() for game in GAMES), "the libraries are not built: make wasm"


def agree(transcript: Transcript, folder: Path, *functions: str) -> None:
    """Every call has the same answer there and leaves the same behind in its arrays."""
    replays = [transcript.replayed(folder)]
    if MANY:
        replays.append(chromium.replayed(transcript, folder))
    for replay in replays:
        assert replay.differences == []
        assert set(functions) <= set(replay.milliseconds)


def test_boards_of_ten_exorcism(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    transcript = work.boards(monkeypatch, range(BOARDS), ITERATIONS)
    agree(transcript, tmp_path, "all_rectangles", "any_rectangle", "packed_at_most", "begin", "anneal")


def test_positions_of_dots_and_boxes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    transcript = work.positions(monkeypatch, POSITIONS, LINES, SIMULATIONS)
    agree(transcript, tmp_path, "narrow", "best_lines", "connected", "captured", "completed", "grow_two", "grow_many")


def test_deals_of_stackdoku(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    transcript = work.deals(monkeypatch, DIFFICULTIES, range(DEALS))
    agree(transcript, tmp_path, "find_puzzle", "certify", "label", "games_on_course", "clearable", "replay_marks")


@pytest.mark.parametrize("game", RULES)
def test_the_games_of_the_contract_and_the_golden_ones(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, game: str
) -> None:
    transcript = work.games(monkeypatch, kits()[game], contract.seeds(CONTRACT), golden=MANY)
    agree(transcript, tmp_path, *RULES[game])


@pytest.mark.parametrize("game", GAMES)
def test_a_library_asks_for_memory_only(game: str) -> None:
    assert imports((LIBRARIES / f"{game}.wasm").read_bytes()) <= IMPORTS


@pytest.mark.long
def test_the_same_sources_give_the_same_bytes(tmp_path: Path) -> None:
    games = GAMES if MANY else GAMES[:1]
    subprocess.run([sys.executable, "-m", "scripts.wasm", tmp_path, *games], cwd=ROOT, check=True)
    for game in games:
        assert (tmp_path / f"{game}.wasm").read_bytes() == (LIBRARIES / f"{game}.wasm").read_bytes()
