"""How long does Ten Exorcism's search for a rectangle take, through the rules?

Two sets of boards: fresh ones, where the search stops at the first rectangle, and finished ones, where it must look at
everything. Peers, on the same boards in the same run: the straightforward loops in JavaScript on Node and in Python.
"""

import json
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.games.ten_exorcism import naive  # noqa: E402

from parlour.core.mulberry32 import mulberry32  # noqa: E402
from parlour.games.ten_exorcism.rules import COLS, ROWS, board_from_seed, exorcise, has_rectangle, rectangles  # noqa: E402
from parlour.testing.players import pick  # noqa: E402


def finished_board(seed: int) -> bytes:
    board = board_from_seed(seed)
    numbers = mulberry32(seed)
    while found := rectangles(board):
        board = exorcise(board, pick(numbers, found))
    return board


def microseconds(search: Callable[[bytes], bool], boards: list[bytes], seconds: float = 2.0) -> float:
    """Mean time of one search, over whole rounds of all boards."""
    search(boards[0])
    began = time.perf_counter()
    rounds = 0
    while (passed := time.perf_counter() - began) < seconds:
        for board in boards:
            search(board)
        rounds += 1
    return passed / (rounds * len(boards)) * 1e6


def naive_search(board: bytes) -> bool:
    return any(naive.power_sum(board, rectangle) == 10 for rectangle in naive.every_rectangle())


def node(boards: list[bytes]) -> float:
    rows = [[list(board[row * COLS : (row + 1) * COLS]) for row in range(ROWS)] for board in boards]
    script = ROOT / "benchmarks" / "peers" / "rectangle_search.mjs"
    done = subprocess.run(["node", str(script)], input=json.dumps(rows), capture_output=True, text=True, check=True)
    return float(json.loads(done.stdout)["microseconds"])


def main() -> None:
    if shutil.which("node") is None:
        sys.exit("the peer needs Node: install it as 'node'")
    print("| boards | ours | JavaScript on Node | naive Python | ours is faster by |")
    print("|---|---|---|---|---|")
    for name, boards in (
        ("fresh", [board_from_seed(seed) for seed in range(200)]),
        ("finished", [finished_board(seed) for seed in range(200)]),
    ):
        ours, js, py = microseconds(has_rectangle, boards), node(boards), microseconds(naive_search, boards[:5])
        print(f"| {name} | {ours:.2f} µs | {js:.2f} µs | {py:.0f} µs | {js / ours:.1f} × / {py / ours:.0f} × |")


if __name__ == "__main__":
    main()
