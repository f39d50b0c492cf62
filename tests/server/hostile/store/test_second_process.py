"""A second server on one store would show two truths: it is refused."""

from pathlib import Path

import pytest

from tests.cli.program import Program
from tests.server.table import Guest, Server


def test_a_store_that_is_served_can_be_read_but_neither_served_nor_imported_into(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    parlour = Program(capsys, monkeypatch)
    """The second process is the test's own."""
    server = Server(tmp_path)
    database = ("--database", server.database)
    export = tmp_path / "games.jsonl"
    try:
        for writing in (("serve", "--port", "0"), ("import", export)):
            ran = parlour(*writing, *database)
            assert (ran.code, ran.out) == (2, "")
            assert ran.err.startswith(f"parlour: {server.database} is in use by process {server.process.pid} since ")
        assert parlour("export", export, *database).code == 0
        assert parlour("backup", tmp_path / "copy.db", *database).code == 0
        server.kill()
        server.start()
        with Guest(server) as ann:
            assert ann.get("/api/me") == ann.me
    finally:
        server.stop()
    assert "in use" not in parlour("import", export, *database).err
