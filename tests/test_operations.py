"""docs/OPERATIONS.md is run: its commands as they stand there, its table worked out again."""

import asyncio
import os
import re
import socket
import stat
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from benchmarks import capacity

from parlour.games import kits
from parlour.store import log, standings, transfer
from parlour.store.ranking import Seated
from parlour.store.store import Store
from parlour.store.transaction import Transaction
from parlour.store.transfer import encode_line
from tests.players import finished

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
else:
    subprocess.run(["kill", running.read_text()], check=True)
    while pathlib.Path("/proc", running.read_text(), "exe").exists():
        time.sleep(0.05)
'''


class Machine:
    """A machine with a store, a folder of backups and a service."""

    def __init__(self, folder: Path, database: str) -> None:
        self.database = database
        self.backups, self._bin = folder / "backups", folder / "bin"
        self.backups.mkdir()
        self._bin.mkdir()
        with socket.create_server(("127.0.0.1", 0)) as free:
            url = f"http://127.0.0.1:{free.getsockname()[1]}"
        systemctl = self._bin / "systemctl"
        systemctl.write_text(SYSTEMCTL.format(python=sys.executable, url=url))
        systemctl.chmod(systemctl.stat().st_mode | stat.S_IXUSR)
        self._environment = os.environ | {
            "PATH": f"{self._bin}:{Path(sys.executable).parent}:{os.environ['PATH']}",
            "PARLOUR_DATABASE": database,
            "PARLOUR_PROCESS": url,
            "BACKUPS": str(self.backups),
        }

    def run(self, commands: str) -> str:
        """What they printed; every one of them has to succeed."""
        done = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", commands], env=self._environment, capture_output=True, text=True
        )
        assert done.returncode == 0, f"{commands}\n{done.stdout}\n{done.stderr}"
        return done.stdout


def matches(store: Path) -> list[bytes]:
    """Those that are over."""
    return [encode_line(exported) for exported, _ in transfer.finished(store)]


def fill(address: str | Path) -> None:
    """A store with two confirmed matches."""

    def two_matches(transaction: Transaction) -> None:
        for seed in (1, 2):
            session = finished(kits()["dots-and-boxes"].game, seed).session
            log.begin("", session, [Seated("Ann"), Seated("Bob")])(transaction)
            stored = log.stored(session.id)(transaction)
            assert stored is not None
            standings.confirm([(stored, True)])(transaction)

    store = Store(address)
    asyncio.run(store.write(two_matches))
    store.close()


def test_a_store_in_sqlite_is_backed_up_restored_and_exported_as_written(tmp_path: Path) -> None:
    file = tmp_path / "parlour.db"
    fill(file)
    machine = Machine(tmp_path, str(file))
    before = matches(file)
    assert len(before) == 2
    machine.run("systemctl start parlour")
    try:
        assert "✗" not in machine.run(BLOCKS["every day"])
        assert "✗" not in machine.run(BLOCKS["restore"])
        assert len(list(machine.backups.glob("put-away/parlour.db*"))) >= 1
        assert matches(file) == before
        assert "2 added" in machine.run(BLOCKS["export"])
    finally:
        machine.run("systemctl stop parlour")


def test_every_block_of_commands_is_run_by_a_test() -> None:
    assert set(BLOCKS) == {"every day", "restore", "export"}
    outside = re.sub(r"^```sh.*?^```$", "", PAGE.read_text(), flags=re.MULTILINE | re.DOTALL)
    assert re.findall(r"^ {4}parlour .*", outside, re.MULTILINE) == [
        "    parlour doctor --no-store --url https://games.example"
    ], "tests/server/test_doctor.py runs this one"


def test_the_table_of_capacity_is_what_the_figures_give() -> None:
    assert capacity.table((10, 1_000, 1_000_000)) in PAGE.read_text()


@pytest.mark.parametrize("think_s", [0.5, 3.0, 30.0])
def test_more_people_never_need_less(think_s: float) -> None:
    plans = [capacity.plan(people, think_s) for people in (1, 10, 1_000, 5_000, 10_000, 100_000, 1_000_000)]
    for fewer, more in pairwise(plans):
        assert fewer.processes <= more.processes
        assert fewer.databases <= more.databases
        assert fewer.memory < more.memory
        assert more.cores / more.processes <= capacity.BUSY + 1e-9
