"""Running the command line inside the test, as a shell would."""

import io
import sys
from dataclasses import dataclass
from typing import Any

import msgspec
import pytest

from parlour.cli.app import main


@dataclass(frozen=True)
class Ran:
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return msgspec.json.decode(self.out)

    @property
    def json_lines(self) -> list[Any]:
        return [msgspec.json.decode(line) for line in self.out.splitlines()]


class Program:
    """``program("verify", "-", stdin=b"…")``; a traceback would fail the test."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self._capsys = capsys
        self._monkeypatch = monkeypatch

    def __call__(self, *words: object, stdin: bytes = b"") -> Ran:
        self._monkeypatch.setattr(sys, "argv", ["parlour", *map(str, words)])
        # The program is called by its name alone, as by ``pytest`` so by ``python -m pytest``.
        self._monkeypatch.setattr(sys.modules["__main__"], "__package__", "")
        self._monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8"))
        code: Any = 0
        try:
            main()
        except SystemExit as done:
            code = done.code
        captured = self._capsys.readouterr()
        return Ran(int(code or 0), captured.out, captured.err)
