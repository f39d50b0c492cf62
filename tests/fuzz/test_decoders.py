"""A short round of the fuzzer over all decoders; `make fuzz` goes on for longer."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
RUNS = 1500


def test_no_decoder_breaks_its_laws_on_what_a_fuzzer_makes_up(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.fuzz", "all", "--runs", str(RUNS), "--folder", str(tmp_path)]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr[-4000:]
    assert "Done " in ran.stderr
