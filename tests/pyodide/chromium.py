"""Runs a program in Pyodide on a page of Chromium, as node.mjs does in Node."""

import zipfile
from pathlib import Path

from tests.in_chromium import in_chromium

RUN = """async ([archives, libraries, module, text]) => {
  const { loadPyodide } = await import("/pyodide/pyodide.mjs");
  const python = await loadPyodide({ indexURL: "/pyodide/" });
  const bytesAt = async (path) => new Uint8Array(await (await fetch(path)).arrayBuffer());
  const site = python.runPython("import site; site.getsitepackages()[0]");
  for (const path of archives) python.unpackArchive(await bytesAt(path), "zip", { extractDir: site });
  for (const game of libraries)
    python.FS.writeFile(`${site}/parlour/games/${game}/compiled.wasm`, await bytesAt(`/wasm/${game}.wasm`));
  return python.pyimport(module).main(text);
}"""


def answered(folder: Path, root: Path, built: Path, wasm: Path, module: str, text: str) -> str:
    """What the main function of a module of these tests answers there."""
    for name, there in (("pyodide", root / "client/node_modules/pyodide"), ("browser", built), ("wasm", wasm)):
        (folder / name).symlink_to(there)
    with zipfile.ZipFile(folder / "tests.zip", "w") as archive:
        for package, at in ((root / "tests", root), (root / "src/parlour/testing", root / "src")):
            for file in sorted(package.rglob("*")):
                if file.suffix in (".py", ".txt", ".json"):
                    archive.write(file, file.relative_to(at))
    archives = [f"/browser/{file.name}" for file in built.iterdir() if file.suffix in (".whl", ".zip")]
    games = [file.stem for file in wasm.glob("*.wasm")]
    return str(in_chromium(folder, RUN, [[*archives, "/tests.zip"], games, module, text]))
