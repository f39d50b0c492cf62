"""What a browser fetches to run Python: python -m scripts.browser_files PYODIDE BYTECODE WASM FOLDER

Gathers Pyodide, the archives of `make browser` and the standard library with their modules compiled
(client/scripts/bytecode.mjs), and the libraries of `make wasm` as the server hands them out. Each file
lies in a folder named after the content of what it belongs to, so that browsers keep it for ever; Pyodide has one
of its own, because it changes seldom. What gets smaller by it is packed. `latest.json` names the list of all files.
"""

import gzip
import json
import shutil
import sys
from hashlib import sha256
from pathlib import Path

import msgspec

PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
STDLIB = "python_stdlib.zip"
LOCK = "pyodide-lock.json"
"""Pyodide's list of packages that it could fetch from elsewhere: nothing is."""
COMPRESSED = (".zip", ".whl")
LIST = "files.json"
NAME_LENGTH = 12


class ListedFile(msgspec.Struct, frozen=True, omit_defaults=True):
    """A file that is served."""

    path: str
    """Below the hub's address."""
    use: str
    """``pyodide``; an ``archive`` to unpack among the packages; a ``library`` of a game's kernels."""
    bytes: int
    transferred: int
    """Bytes over the network."""
    game: str | None = None


def folder_name(files: dict[str, bytes]) -> str:
    """The folder of these files, by what is in them."""
    content = sha256()
    for name, body in sorted(files.items()):
        content.update(f"{name}\n{len(body)}\n".encode() + body)
    return content.hexdigest()[:NAME_LENGTH]


def pyodide_files(package: Path) -> dict[str, bytes]:
    lock = json.loads((package / LOCK).read_bytes()) | {"packages": {}}
    return {name: (package / name).read_bytes() for name in PYODIDE} | {LOCK: json.dumps(lock).encode()}


def write(folder: Path, name: str, body: bytes) -> int:
    """The file as it is sent, and how long it is then."""
    folder.mkdir(parents=True, exist_ok=True)
    if name.endswith(COMPRESSED):
        (folder / name).write_bytes(body)
        return len(body)
    packed = gzip.compress(body, mtime=0)
    (folder / f"{name}.gz").write_bytes(packed)
    return len(packed)


def gather(pyodide: Path, bytecode: Path, wasm: Path, to: Path) -> None:
    shutil.rmtree(to, ignore_errors=True)
    archives = {file.name: file.read_bytes() for file in sorted(bytecode.iterdir()) if file.suffix in COMPRESSED}
    engine = pyodide_files(pyodide) | {STDLIB: archives.pop(STDLIB)}
    libraries = {file.name: file.read_bytes() for file in sorted(wasm.glob("*.wasm"))}
    listed: list[ListedFile] = []
    names = {"pyodide": folder_name(engine), "own": folder_name(engine | archives | libraries)}
    for use, files, name in (
        ("pyodide", engine, names["pyodide"]),
        ("archive", archives, names["own"]),
        ("library", libraries, names["own"]),
    ):
        for file, body in files.items():
            game = file.removesuffix(".wasm") if use == "library" else None
            sent = write(to / name, file, body)
            listed.append(ListedFile(f"python/{name}/{file}", use, len(body), sent, game))
    write(to / names["own"], LIST, msgspec.json.encode(listed))
    (to / "latest.json").write_text(json.dumps(f"python/{names['own']}/{LIST}"))


if __name__ == "__main__":
    gather(*map(Path, sys.argv[1:5]))
