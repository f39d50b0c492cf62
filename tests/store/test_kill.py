"""A process killed in the middle of writing, or a database under it, loses nothing that was acknowledged."""

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import text

from parlour.store.address import Address, DatabaseUrl
from parlour.store.databases import database_at
from parlour.store.statements import Statement
from tests.patience import WAIT_S
from tests.postgres import running
from tests.store.places import text_of

ROUNDS = 3
ALL = Statement(text('SELECT "match", seq, entry FROM entries'))


@contextmanager
def hammering(address: Address, said: Path) -> Iterator["subprocess.Popen[bytes]"]:
    """A process that writes for as long as this lasts, then is killed."""
    with said.open("wb") as out:
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.store.hammer", text_of(address)],
            stdout=out,
            cwd=Path(__file__).parents[2],
        )
        try:
            yield process
        finally:
            process.kill()
            process.wait()


def wait_for(said: Path, size: int) -> None:
    deadline = time.monotonic() + WAIT_S
    while said.stat().st_size < size:
        assert time.monotonic() < deadline, "nothing more was acknowledged"
        time.sleep(0.005)


def acknowledged_in(said: Path) -> set[tuple[int, int]]:
    *whole, _torn = said.read_text().split("\n")
    assert len(whole) > 50
    return {(int(match), int(seq)) for match, seq in (line.split() for line in whole)}


def require_whole(address: Address, acknowledged: set[tuple[int, int]]) -> None:
    """Everything acknowledged is there, once, as it was written, and no log has a gap."""
    database = database_at(address)
    assert database.damage() is None
    reading = database.reading()
    reading.begin()
    rows = [(row.match, row.seq, bytes(row.entry)) for row in reading.many(ALL)]
    database.close()
    found = {(match, seq) for match, seq, _ in rows}
    assert len(found) == len(rows)
    assert acknowledged <= found
    assert all(entry == f"{match}/{seq}".encode() for match, seq, entry in rows)
    for match in {match for match, _ in found}:
        places = sorted(seq for name, seq in found if name == match)
        assert places == list(range(len(places)))


def test_every_acknowledged_append_survives_kill_nine(database: Address, tmp_path: Path) -> None:
    acknowledged: set[tuple[int, int]] = set()
    for number in range(ROUNDS):
        said = tmp_path / f"said-{number}"
        with hammering(database, said):
            wait_for(said, 2500 + 1500 * number)
        acknowledged |= acknowledged_in(said)
    require_whole(database, acknowledged)


def test_every_acknowledged_append_survives_kill_nine_of_postgresql(tmp_path: Path) -> None:
    """The process that writes goes on, and is not killed itself until the end."""
    said = tmp_path / "said"
    with running() as server:
        address = DatabaseUrl(server.create())
        with hammering(address, said) as process:
            for _ in range(2):
                wait_for(said, said.stat().st_size + 2500)
                server.kill()
                server.start()
            wait_for(said, said.stat().st_size + 2500)
            assert process.poll() is None
        require_whole(address, acknowledged_in(said))
