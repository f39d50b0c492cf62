"""The Node that the client is built with: the machine's own, or the one that `scripts/npm` fetched."""

import os
from pathlib import Path

ROOT = Path(__file__).parents[1]
NODE_PATH = os.pathsep.join([str(ROOT / ".node" / "bin"), os.environ["PATH"]])
"""Where programs are looked for when ``node`` is one of them."""
