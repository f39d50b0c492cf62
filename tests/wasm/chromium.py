"""Makes the calls of a transcript again in Chromium."""

import shutil
from pathlib import Path

import msgspec

from tests.in_chromium import in_chromium
from tests.wasm.transcript import Replay, Transcript

REPLAY = """async () => {
  const { made } = await import("/calls.mjs");
  const module = await WebAssembly.compileStreaming(fetch("/library.wasm"));
  return made(module, await (await fetch("/transcript.json")).json(), () => performance.now());
}"""
HERE = Path(__file__).parent


def replayed(transcript: Transcript, folder: Path) -> Replay:
    """What came of it there; milliseconds are by the clock."""
    transcript.written(folder).rename(folder / "transcript.json")
    shutil.copy(transcript.library, folder / "library.wasm")
    for name in ("calls.mjs", "library.mjs"):
        shutil.copy(HERE / name, folder)
    return msgspec.convert(in_chromium(folder, REPLAY), Replay)
