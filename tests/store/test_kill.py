"""A process killed in the middle of writing loses nothing that it had acknowledged."""

import sqlite3
import subprocess
import sys
import time
from pathlib import Path

ROUNDS = 3
WAIT_S = 60


def test_every_acknowledged_append_survives_kill_nine(tmp_path: Path) -> None:
    file = tmp_path / "parlour.db"
    acknowledged: set[tuple[int, int]] = set()
    for number in range(ROUNDS):
        said = tmp_path / f"said-{number}"
        with said.open("wb") as out:
            process = subprocess.Popen(
                [sys.executable, "-m", "tests.store.hammer", str(file), str(number)],
                stdout=out,
                cwd=Path(__file__).parents[2],
            )
            deadline = time.monotonic() + WAIT_S
            while said.stat().st_size < 2500 + 1500 * number and time.monotonic() < deadline:
                time.sleep(0.005)
            process.kill()
            process.wait()
        *whole, _torn = said.read_text().split("\n")
        assert len(whole) > 50
        acknowledged |= {(int(match), int(seq)) for match, seq in (text.split() for text in whole)}
    connection = sqlite3.connect(file)
    rows = connection.execute("SELECT match, seq, entry FROM entries").fetchall()
    assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    connection.close()
    found = {(match, seq) for match, seq, _ in rows}
    assert len(found) == len(rows)
    assert acknowledged <= found
    assert all(entry == f"{match}/{seq}".encode() for match, seq, entry in rows)
    for match in {match for match, _ in found}:
        places = sorted(seq for name, seq in found if name == match)
        assert places == list(range(len(places)))
