"""One process at a time changes a store."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from parlour.store.file_lock import StoreInUse, sole_writer

HOLD = """
import sys
from pathlib import Path
from parlour.store.file_lock import sole_writer

with sole_writer(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


@contextmanager
def held_elsewhere(store: Path) -> Iterator["subprocess.Popen[str]"]:
    """Another process has the lock."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(store)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    with process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        yield process
        assert process.stdin is not None
        process.stdin.close()


def test_a_second_process_is_refused_and_told_who_has_the_store(tmp_path: Path) -> None:
    store = tmp_path / "parlour.db"
    with held_elsewhere(store) as holder:
        with pytest.raises(
            StoreInUse, match=rf"in use by process {holder.pid} since 20.* UTC; stop that process"
        ) as refused:
            sole_writer(store).__enter__()
        assert "Several processes share a PostgreSQL database" in str(refused.value)
        link = tmp_path / "link.db"
        link.symlink_to(store)
        with pytest.raises(StoreInUse):
            sole_writer(link).__enter__()
        with sole_writer(tmp_path / "copy.db"):
            pass
    with sole_writer(store):
        assert f"process {os.getpid()} since" in (tmp_path / "parlour.db.lock").read_text()
    assert [file.name for file in tmp_path.iterdir()] == ["link.db"]


def test_what_a_killed_process_left_holds_nobody_up(tmp_path: Path) -> None:
    store = tmp_path / "folder" / "parlour.db"
    with held_elsewhere(store) as holder:
        holder.kill()
        holder.wait()
        assert (tmp_path / "folder" / "parlour.db.lock").exists()
        with sole_writer(store):
            pass


def test_a_child_that_outlives_its_process_does_not_keep_the_lock(tmp_path: Path) -> None:
    store = tmp_path / "parlour.db"
    with sole_writer(store):
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(writing)
            os.read(reading, 1)
            os._exit(0)
    with held_elsewhere(store):
        os.close(writing)
        os.waitpid(child, 0)
    os.close(reading)
