"""A Dask cluster of processes of its own, on this machine."""

import json
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from tests.patience import WAIT_S

DASK = (sys.executable, "-m", "dask")
QUIET = ("--host", "127.0.0.1", "--no-dashboard")
WITHOUT_PARLOUR = """
import sys
class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == "parlour":
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Missing())
from dask.__main__ import main
main()
"""


class DaskCluster:
    """A scheduler, and the workers that were started."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._processes: list[subprocess.Popen[bytes]] = []
        self._file = folder / "scheduler.json"
        words = ("scheduler", "--port", "0", "--dashboard-address", "127.0.0.1:0", "--scheduler-file", str(self._file))
        self._start((*DASK, *words, *QUIET))

    @property
    def address(self) -> str:
        wait_for(lambda: self._file.exists() and self._file.read_text().rstrip().endswith("}"), "the scheduler")
        return str(json.loads(self._file.read_text())["address"])

    def workers(self, *programs: Sequence[str]) -> "list[subprocess.Popen[bytes]]":
        """More workers, of one thread each, once they are connected."""
        address, before = self.address, len(self._processes)
        words = ("worker", address, "--no-nanny", "--nthreads", "1", *QUIET, "--local-directory", str(self._folder))
        started = [self._start((*program, *words)) for program in programs]
        logs = [self._log(number) for number in range(before, before + len(started))]
        wait_for(lambda: all(b"Registered to:" in log.read_bytes() for log in logs), "a worker")
        return started

    def end_workers(self) -> None:
        """Kill them all."""
        for process in self._processes[1:]:
            end(process)

    def close(self) -> None:
        for process in self._processes:
            process.kill()
        for process in self._processes:
            process.wait()

    def _log(self, number: int) -> Path:
        return self._folder / f"{number}.log"

    def _start(self, command: Sequence[str]) -> "subprocess.Popen[bytes]":
        with self._log(len(self._processes)).open("wb") as log:
            process = subprocess.Popen(command, stdout=log, stderr=log)
        self._processes.append(process)
        return process


def wait_for(there: Callable[[], bool], what: str) -> None:
    """Until it is there; the limit only ends a test that has failed."""
    until = time.monotonic() + WAIT_S
    while not there():
        assert time.monotonic() < until, f"{what} did not come"
        time.sleep(0.02)


def end(process: "subprocess.Popen[bytes]") -> None:
    """Kill it, as a machine that fails does."""
    process.kill()
    process.wait()
