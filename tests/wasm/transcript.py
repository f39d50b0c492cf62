"""Calls of compiled functions, made here and written down, to be made again elsewhere (replay.mjs)."""

import base64
import hashlib
import json
import os
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias, TypeVar

import msgspec
import numpy as np
from numpy.typing import NDArray

from parlour.core.compiled import Compiled
from tests.node import NODE_PATH

ROOT = Path(__file__).parents[2]
LIBRARIES = ROOT / "build/wasm"
LARGE = 1 << 20
"""Arrays of so many bytes are compared at the end only, and nobody but a kernel may write to them."""

Array: TypeAlias = NDArray[np.int64] | NDArray[np.float64] | bytes | bytearray
Given: TypeAlias = int | float | Array
Answer = TypeVar("Answer")


class Replay(msgspec.Struct, frozen=True):
    """What came of a transcript elsewhere."""

    differences: list[str]
    milliseconds: dict[str, float]
    """Processor time spent there, by function."""


class Transcript:
    """The calls of one game's functions, in order."""

    def __init__(self, compiled: Compiled) -> None:
        self.game = compiled.package.rpartition(".")[2]
        self.calls = 0
        self.seconds: dict[str, float] = {}
        """Processor time spent here, by function."""
        self._signatures = {declared.name: declared.arguments for declared in compiled.declared}
        self._steps: list[list[object]] = []
        self._arrays: dict[int, tuple[int, Array]] = {}
        self._known: dict[int, bytes] = {}

    def recording(self, name: str, function: Callable[..., Answer]) -> Callable[..., Answer]:
        """The same function, whose calls are written down."""

        def recorded(*given: Given) -> Answer:
            arrays = [value for value in given if not isinstance(value, int | float | np.number)]
            numbers = [self._array(array) for array in arrays]
            began = time.process_time()
            answer = function(*given)
            self.seconds[name] = self.seconds.get(name, 0.0) + time.process_time() - began
            self.calls += 1
            in_order = iter(numbers)
            passed = [
                ("array", next(in_order)) if kind.row else (kind.item, str(value) if kind.item == "i64" else value)
                for kind, value in zip(self._signatures[name], given, strict=True)
            ]
            self._steps.append(["call", name, passed, _spelled(answer)])
            for number, array in zip(numbers, arrays, strict=True):
                if _size(array) < LARGE and not isinstance(array, bytes):
                    self._hold(number, array)
            return answer

        return recorded

    @property
    def library(self) -> Path:
        """The functions as WebAssembly."""
        return LIBRARIES / f"{self.game}.wasm"

    def written(self, folder: Path) -> Path:
        """The whole of it in a file, with what large arrays hold in the end."""
        for number, array in self._arrays.values():
            if _size(array) >= LARGE:
                self._hold(number, array)
        file = folder / f"{self.game}.json"
        file.write_text(json.dumps(self._steps))
        return file

    def replayed(self, folder: Path, passes: int = 1) -> Replay:
        """Make the calls again in Node."""
        command = ["node", *map(str, (ROOT / "tests/wasm/replay.mjs", self.library, self.written(folder), passes))]
        ran = subprocess.run(command, env={**os.environ, "PATH": NODE_PATH}, capture_output=True, text=True)
        assert ran.returncode == 0, ran.stderr
        return msgspec.json.decode(ran.stdout, type=Replay)

    def _array(self, array: Array) -> int:
        """Its number; what is in it is written down unless it is known."""
        held = self._arrays.get(id(array))
        if held is None:
            held = self._arrays[id(array)] = (len(self._arrays), array)
            self._steps.append(
                ["take", _size(array), len(array) if isinstance(array, bytes | bytearray) else array.size]
            )
            self._write(held[0], _bytes(array))
        elif _size(array) < LARGE and self._known[held[0]] != _bytes(array):
            self._write(held[0], _bytes(array))
        return held[0]

    def _write(self, number: int, content: bytes) -> None:
        if any(content) or number in self._known:
            self._steps.append(["write", number, base64.b64encode(content).decode()])
        self._known[number] = content if len(content) < LARGE else b""

    def _hold(self, number: int, array: Array) -> None:
        content = _bytes(array)
        self._known[number] = content
        self._steps.append(["hold", number, hashlib.sha256(content).hexdigest()])


def _size(array: Array) -> int:
    return len(array) if isinstance(array, bytes | bytearray) else array.nbytes


def _bytes(array: Array) -> bytes:
    return bytes(array) if isinstance(array, bytes | bytearray) else array.tobytes()


def _spelled(answer: object) -> str | None:
    """As JavaScript spells it."""
    return str(int(answer)) if isinstance(answer, int | np.integer) else None
