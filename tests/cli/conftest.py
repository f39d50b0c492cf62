from pathlib import Path

import pytest

from tests.cli.program import Program


@pytest.fixture
def program(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Program:
    """The command line, keeping its sessions where the test can see them."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return Program(capsys, monkeypatch)
