"""A browser is asked beforehand for every feature that Python and the kernels need there."""

import json
import os
import subprocess
from collections.abc import Iterator
from zipfile import ZipFile

import msgspec

from tests.node import NODE_PATH
from tests.wasm.features import features
from tests.wasm.transcript import LIBRARIES, ROOT

ASKED = ROOT / "client/src/offline/webAssembly.json"
"""By its name, the smallest module that needs a feature."""
PYODIDE = ROOT / "client/node_modules/pyodide/pyodide.asm.wasm"

NO_VECTORS = "--no-enable-sse4-1"
"""Lets V8 believe that a PC's processor has none."""
VALID = """const modules = JSON.parse(require("node:fs").readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify(modules.map((module) => WebAssembly.validate(Buffer.from(module, "hex")))));"""


def asked() -> dict[str, bytes]:
    modules = msgspec.json.decode(ASKED.read_bytes(), type=dict[str, str])
    return {feature: bytes.fromhex(module) for feature, module in modules.items()}


def run_there() -> Iterator[bytes]:
    """Every module that a browser compiles to play without the server."""
    yield PYODIDE.read_bytes()
    yield from (library.read_bytes() for library in LIBRARIES.glob("*.wasm"))
    for wheel in (ROOT / "build/browser").glob("*.whl"):
        with ZipFile(wheel) as archive:
            yield from (archive.read(name) for name in archive.namelist() if name.endswith(".so"))


def test_what_is_asked_for_is_what_is_needed() -> None:
    needed = set[str]().union(*map(features, run_there()))
    assert needed == set(asked())


def test_each_module_that_asks_needs_what_it_asks_for() -> None:
    assert {feature: features(module) for feature, module in asked().items()} == {
        feature: {feature} for feature in asked()
    }


def test_what_asks_for_vectors_is_compiled_where_the_kernels_are() -> None:
    modules = [asked()["simd128"], *(library.read_bytes() for library in LIBRARIES.glob("*.wasm"))]
    assert len(set(valid(modules, NO_VECTORS))) == 1
    assert set(valid(modules)) == {True}


def valid(modules: list[bytes], *flags: str) -> list[bool]:
    """Which of these modules Node would compile."""
    command = ["node", *flags, "--eval", VALID]
    told = json.dumps([module.hex() for module in modules]).encode()
    there = os.environ | {"PATH": NODE_PATH}
    ran = subprocess.run(command, input=told, stdout=subprocess.PIPE, env=there, check=True)
    return msgspec.json.decode(ran.stdout, type=list[bool])
