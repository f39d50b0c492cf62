"""How long does a person wait for `parlour --help`? Beside an empty Python, pip's own help, and what is not loaded."""

import statistics
import subprocess
import sys
import time

PROGRAMS = {
    "python -c pass": ["-c", "pass"],
    "parlour --help": ["-m", "parlour", "--help"],
    "parlour play --help": ["-m", "parlour", "play", "--help"],
    "pip --help": ["-m", "pip", "--help"],
    "import numba": ["-c", "import numba"],
}


def median_seconds(words: list[str], times: int = 15) -> float:
    taken = []
    for _ in range(times):
        began = time.perf_counter()
        subprocess.run([sys.executable, *words], capture_output=True, check=True)
        taken.append(time.perf_counter() - began)
    return statistics.median(taken)


def main() -> None:
    print("| program | median of 15 |\n|---|---|")
    for name, words in PROGRAMS.items():
        print(f"| {name} | {median_seconds(words):.3f} s |")


if __name__ == "__main__":
    main()
