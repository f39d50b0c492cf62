"""Several processes that find no kernels kept: one compiles, the others wait and load what it kept."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from parlour.cli.compile_lock import CompileLock

KERNELS = """
from parlour.core.kernels import kernel

@kernel
def first(x):
    return x + 1

@kernel
def second(x):
    return x + 2
"""
WARM = """
from dataclasses import replace
import parlour.games
from parlour.cli.warm import warm
from tests.nim import kit

def load():
    from stand_in_kernels.two import first, second
    first(1)
    input()
    second(1)

parlour.games.kits = lambda: {"nim": replace(kit, warm_rules=load)}
warm(["--workers", "1", "--json"])
"""
COMPILES = "Compiling Nim for this processor (1 of 1)…\n"
WAITS = "Another process compiles Nim; waiting for it (1 of 1)…\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    package = tmp_path / "stand_in_kernels"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "two.py").write_text(KERNELS)
    return tmp_path


@contextmanager
def warming(folder: Path) -> Iterator[subprocess.Popen[str]]:
    """`parlour warm` in a process of its own, which waits between two kernels for a line of input."""
    environment = os.environ | {
        "PYTHONPATH": os.pathsep.join([str(folder), str(Path(__file__).parents[2])]),
        "NUMBA_CACHE_DIR": str(folder / "kernels"),
    }
    pipe = subprocess.PIPE
    command = [sys.executable, "-c", WARM]
    with subprocess.Popen(command, env=environment, stdin=pipe, stdout=pipe, stderr=pipe, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def goes_on(process: subprocess.Popen[str]) -> None:
    assert process.stdin is not None
    process.stdin.write("\n")
    process.stdin.flush()


def line_of(process: subprocess.Popen[str]) -> str:
    assert process.stderr is not None
    return process.stderr.readline()


def compiled_by(process: subprocess.Popen[str]) -> int:
    count: int = json.loads(process.communicate()[0])[0]["compiled"]
    return count


def test_of_several_processes_one_compiles_and_the_others_load_what_it_kept(folder: Path) -> None:
    with warming(folder) as compiling:
        assert line_of(compiling) == COMPILES
        with warming(folder) as second, warming(folder) as third:
            goes_on(second)
            goes_on(third)
            assert line_of(second) == WAITS
            assert line_of(third) == WAITS
            goes_on(compiling)
            assert [compiled_by(process) for process in (compiling, second, third)] == [2, 0, 0]


def test_a_process_that_is_killed_while_it_compiles_holds_nobody_up(folder: Path) -> None:
    with warming(folder) as killed:
        assert line_of(killed) == COMPILES
        with warming(folder) as second:
            goes_on(second)
            assert line_of(second) == WAITS
            killed.kill()
            assert compiled_by(second) in (1, 2)


def test_nobody_waits_where_no_lock_can_be_written(tmp_path: Path) -> None:
    waited: list[None] = []
    with CompileLock(tmp_path / "nowhere" / "nim.lock", lambda: waited.append(None)) as lock:
        lock.take()
    assert waited == []


def test_a_lock_that_was_given_back_is_free(tmp_path: Path) -> None:
    waited: list[None] = []
    for _ in range(2):
        with CompileLock(tmp_path / "nim.lock", lambda: waited.append(None)) as lock:
            lock.take()
            lock.take()
    assert waited == []
