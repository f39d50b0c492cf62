"""Arrays with numpy and without: what kernels and their callers do with them gives the same."""

import json
import os
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import TypeAlias

SOURCES = Path(__file__).parents[2] / "src"
Seen: TypeAlias = dict[str, object]

USES = """
import ctypes, json, sys
from parlour.core.arrays import address, aligned_int64_zeros, float64_zeros, int64_array_in, int64_array_of, int64_zeros
from parlour.core.arrays import rows_of
table = int64_zeros(3, 2)
table[1, 1] = -5
line = int64_array_of([1, 2, 3, 4])
line[1:3] = int64_array_of([7, 8])
line[2:][0] = 9
share = float64_zeros(2)
share[1] = 0.25
aligned = aligned_int64_zeros(100, 64)
aligned[0] = 6
print(json.dumps({
    "table": table.tolist(), "length": len(table), "line": line.tolist(), "share": share.tolist(),
    "rows": rows_of([(1, 2), (3, 4)]).tolist(), "bytes": int64_array_in(bytes(range(16))).tolist(),
    "at": ctypes.c_int64.from_address(address(line[2:])).value,
    "aligned": [address(aligned) % 64, len(aligned), ctypes.c_int64.from_address(address(aligned)).value],
    "empty": [len(int64_array_of([])), int64_array_of([]).tolist()],
    "numpy": "numpy" in sys.modules,
}))
"""


def seen(*folders: str) -> Seen:
    """What a fresh interpreter prints that finds modules in these folders and in the standard library only."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(folders)}
    done = subprocess.run([sys.executable, "-S", "-c", USES], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    answer: Seen = json.loads(done.stdout)
    return answer


def test_arrays_are_used_in_the_same_way_with_numpy_and_without() -> None:
    with_numpy = seen(str(SOURCES), sysconfig.get_path("platlib"))
    without = seen(str(SOURCES))
    assert (with_numpy.pop("numpy"), without.pop("numpy")) == (True, False)
    assert without == with_numpy
    assert without["line"] == [1, 7, 9, 4]
    assert without["at"] == 9
    assert without["aligned"] == [0, 100, 6]
