"""python -m scripts.wasm FOLDER [GAME…]: writes GAME.wasm for games with compiled functions, all unless some are named.

The same sources give the same bytes.
"""

import os
import sys
import tempfile
import warnings
from pathlib import Path

GAMES = Path(__file__).parents[2] / "src/parlour/games"


def main(folder: Path, games: list[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    warnings.filterwarnings("ignore", "Cannot cache compiled function")
    with tempfile.TemporaryDirectory() as cache:
        # numba reads these when it is imported. Unoptimised, its code holds no decision made for this processor, and
        # what is kept beside the kernels was compiled for this processor.
        os.environ |= {
            "NUMBA_OPT": "0",
            "NUMBA_CPU_NAME": "generic",
            "NUMBA_CPU_FEATURES": "",
            "NUMBA_DISABLE_INTEL_SVML": "1",
            "NUMBA_CACHE_DIR": cache,
        }
        from scripts.wasm.library import Builder

        builder = Builder()
        for game in games:
            (folder / f"{game}.wasm").write_bytes(builder.library(game))


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:] or sorted(file.parent.name for file in GAMES.glob("*/compiled.py")))
