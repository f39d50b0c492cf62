"""Processes that serve end with the one that started them, however it ended."""

import subprocess
import sys
from pathlib import Path

from tests.patience import WAIT_S

PARENT = """
import multiprocessing, time
from parlour.server.supervisor import stop_with_parent

def child():
    stop_with_parent()
    print("runs", flush=True)
    time.sleep(600)

if __name__ == "__main__":
    multiprocessing.get_context("spawn").Process(target=child).start()
    time.sleep(600)
"""


def test_processes_end_when_their_parent_is_killed(tmp_path: Path) -> None:
    (tmp_path / "parent.py").write_text(PARENT)
    with subprocess.Popen([sys.executable, tmp_path / "parent.py"], stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        assert parent.stdout.readline() == b"runs\n"
        parent.kill()
        said, _ = parent.communicate(timeout=WAIT_S)  # comes to its end when nobody is left who could say anything
    assert said == b""
