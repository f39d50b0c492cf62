"""docs/OPERATIONS.md is run: its commands as they stand there, its table worked out again."""

import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

import pytest
from benchmarks import capacity, figures

from parlour.store import transfer
from parlour.store.address import address_of
from parlour.store.migrating import MIGRATIONS
from parlour.store.transfer import encode_line
from tests.filled_store import fill
from tests.newcomer.blocks import blocks
from tests.newcomer.forked_program import forked_program
from tests.postgres import Postgres

PAGE = Path(__file__).parents[1] / "docs" / "OPERATIONS.md"
BLOCKS = dict(re.findall(r"^```sh ([a-z ]+)\n(.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL))
SYSTEMCTL = '''#!{python}
"""Stands in for systemd: one service."""

import pathlib, subprocess, sys, time, urllib.error, urllib.request

folder, url = pathlib.Path(__file__).parent, "{url}"
running = folder / "running"


def ready():
    try:
        return urllib.request.urlopen(url + "/ready", timeout=5).status == 200
    except OSError:
        return False


if sys.argv[1] == "start":
    log = (folder / "log").open("ab")
    port = url.rpartition(":")[2]
    server = subprocess.Popen(["parlour", "serve", "--port", port, "--no-warm"], stdout=log, stderr=log)
    running.write_text(str(server.pid))
    while not ready():
        assert server.poll() is None, (folder / "log").read_text()
        time.sleep(0.05)
elif pathlib.Path("/proc", running.read_text(), "exe").exists():
    subprocess.run(["kill", running.read_text()], check=True)
    while pathlib.Path("/proc", running.read_text(), "exe").exists():
        time.sleep(0.05)
'''


class Machine:
    """A machine with a store, a folder of backups and a service."""

    def __init__(self, folder: Path, program: str, database: str, **environment: str) -> None:
        self.database = database
        self.backups, self._bin = folder / "backups", folder / "bin"
        self.backups.mkdir()
        self._bin.mkdir()
        with socket.create_server(("127.0.0.1", 0)) as free:
            url = f"http://127.0.0.1:{free.getsockname()[1]}"
        self._add("systemctl", SYSTEMCTL.format(python=sys.executable, url=url))
        self._add("parlour", f'#!/bin/sh\nexec {program} "$@"\n')
        self._environment = os.environ | {
            "PATH": f"{self._bin}:{os.environ['PATH']}",
            "PARLOUR_DATABASE": database,
            "PARLOUR_PROCESS": url,
            "BACKUPS": str(self.backups),
            **environment,
        }

    def _add(self, command: str, text: str) -> None:
        (self._bin / command).write_text(text)
        (self._bin / command).chmod(0o755)

    def use(self, variable: str) -> None:
        """Let everything find the store at the address that a variable holds."""
        self.database = self._environment["PARLOUR_DATABASE"] = self._environment[variable]

    @contextmanager
    def serving(self) -> Iterator[None]:
        """The service runs at the beginning, and not any more at the end."""
        self.run("systemctl start parlour")
        try:
            yield
        finally:
            self.run("systemctl stop parlour")

    def run(self, commands: str) -> str:
        """What they printed; every one of them has to succeed."""
        done = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", commands], env=self._environment, capture_output=True, text=True
        )
        assert done.returncode == 0, f"{commands}\n{done.stdout}\n{done.stderr}"
        return done.stdout


def matches(store: str) -> list[bytes]:
    """Those that are over."""
    return [encode_line(exported) for exported, _ in transfer.finished(address_of(store))]


@pytest.fixture
def program() -> Iterator[str]:
    with forked_program() as forked:
        yield forked


@pytest.mark.long
def test_a_store_in_sqlite_is_backed_up_restored_and_exported_as_written(tmp_path: Path, program: str) -> None:
    machine = Machine(tmp_path, program, str(tmp_path / "parlour.db"))
    fill(machine.database)
    before = matches(machine.database)
    assert len(before) == 2
    with machine.serving():
        assert "✗" not in machine.run(BLOCKS["every day"])
        assert "✗" not in machine.run(BLOCKS["restore"])
        assert len(list(machine.backups.glob("put-away/parlour.db*"))) >= 1
        assert matches(machine.database) == before
        assert "2 added" in machine.run(BLOCKS["export"])


@pytest.mark.long
def test_a_store_goes_to_postgresql_is_backed_up_and_restored_there_as_written(
    tmp_path: Path, program: str, postgres: Postgres
) -> None:
    databases = {"POSTGRESQL": postgres.create(), "RESTORED": postgres.create()}
    machine = Machine(tmp_path, program, str(tmp_path / "parlour.db"), **databases)
    fill(machine.database)
    before = matches(machine.database)
    with machine.serving():
        machine.run(BLOCKS["to postgresql"])
        machine.use("POSTGRESQL")
        machine.run(f"systemctl start parlour; {BLOCKS['every day']}")
        assert "✗" not in machine.run(BLOCKS["restore postgresql"])
        machine.use("RESTORED")
        machine.run("systemctl start parlour")
        assert matches(machine.database) == before


def test_every_block_of_commands_is_run_by_a_test() -> None:
    assert set(BLOCKS) == {"every day", "restore", "restore postgresql", "to postgresql", "export"}
    assert [block.place for block in blocks(PAGE) if block.mark not in BLOCKS] == ["names"]


def test_migrations_only_add_so_that_the_version_before_goes_on() -> None:
    """From the one on with which several processes share a store."""
    later = [file for file in sorted((MIGRATIONS / "versions").glob("*.py")) if file.name > "0016"]
    assert later
    for file in later:
        called = set(re.findall(r"\bop\.(\w+)\(", file.read_text()))
        assert called <= {"create_table", "create_index", "add_column", "get_bind"}, file.name
        for column in re.findall(r"op\.add_column\(.*", file.read_text()):
            assert "server_default" in column or "nullable=False" not in column, file.name


def test_what_capacity_takes_is_what_the_figures_give() -> None:
    assert f"{capacity.BEGIN}\n{capacity.section(figures.read())}\n{capacity.END}" in PAGE.read_text()


@pytest.mark.parametrize("think_s", [0.5, 3.0, 30.0])
def test_more_people_never_need_less(think_s: float) -> None:
    measured = figures.read()
    plans = [capacity.plan(measured, people, think_s) for people in (1, 10, 1_000, 5_000, 10_000, 100_000, 1_000_000)]
    for fewer, more in pairwise(plans):
        assert fewer.processes <= more.processes
        assert fewer.databases <= more.databases
        assert fewer.memory < more.memory
        assert more.cores / more.processes <= capacity.BUSY + 1e-9
