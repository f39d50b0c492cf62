"""A second server on one store would show two truths: it is refused."""

import subprocess
import sys
from pathlib import Path

from tests.server.table import ROOT, Guest, Server


def parlour(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "parlour", *words], capture_output=True, text=True, cwd=ROOT, timeout=60, check=False
    )


def test_a_store_that_is_served_can_be_read_but_neither_served_nor_imported_into(tmp_path: Path) -> None:
    server = Server(tmp_path)
    database = ("--database", str(server.database))
    export = tmp_path / "games.jsonl"
    try:
        for writing in (("serve", "--port", "0"), ("import", str(export))):
            ran = parlour(*writing, *database)
            assert (ran.returncode, ran.stdout) == (2, "")
            assert ran.stderr.startswith(f"parlour: {server.database} is in use by process {server.process.pid} since ")
        assert parlour("export", str(export), *database).returncode == 0
        assert parlour("backup", str(tmp_path / "copy.db"), *database).returncode == 0
        server.kill()
        server.start()
        with Guest(server) as ann:
            assert ann.get("/api/me") == ann.me
    finally:
        server.stop()
    assert "in use" not in parlour("import", str(export), *database).stderr
