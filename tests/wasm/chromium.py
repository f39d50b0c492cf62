"""Makes the calls of a transcript again in Chromium."""

import shutil
from pathlib import Path

import msgspec

from tests.in_chromium import in_chromium
from tests.wasm.transcript import Replay, Transcript

REPLAY = """async (passes) => {
  const { made } = await import("/calls.mjs");
  const module = await WebAssembly.compileStreaming(fetch("/library.wasm"));
  const steps = await (await fetch("/transcript.json")).json();
  let last;
  for (let k = 0; k < passes; k++) last = await made(module, steps, () => performance.now());
  return last;
}"""
HERE = Path(__file__).parent


def replayed(transcript: Transcript, folder: Path, passes: int = 1) -> Replay:
    """What came of it there in the last pass; milliseconds are by the clock, since a page knows no other."""
    transcript.written(folder).rename(folder / "transcript.json")
    shutil.copy(transcript.library, folder / "library.wasm")
    for name in ("calls.mjs", "library.mjs"):
        shutil.copy(HERE / name, folder)
    return msgspec.convert(in_chromium(folder, REPLAY, passes), Replay)
