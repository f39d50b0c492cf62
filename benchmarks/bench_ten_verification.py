"""How many v1 sessions a second are verified, in constant memory, and does the fast path say what the rules say?

Sessions of 60 valid and 20 invalid selections, one core, from the file to the verdict as JSON. The peer reads the same
file in the same run: a straightforward replay in JavaScript on Node. Then mutated sessions are judged by both paths.
"""

import json
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from itertools import islice
from pathlib import Path

import numpy as np

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks.options import counted, read_options  # noqa: E402
from tests.games.ten_exorcism.mutations import mutated, sessions, written  # noqa: E402

from parlour.core.errors import MalformedInput  # noqa: E402
from parlour.core.mulberry32 import mulberry32  # noqa: E402
from parlour.core.session import MOST_ENTRIES  # noqa: E402
from parlour.games.documents import Document  # noqa: E402
from parlour.games.ten_exorcism.bulk import NO_LIMIT, judge_many, warm  # noqa: E402
from parlour.games.ten_exorcism.kernels import sessions as kernel  # noqa: E402

DISTINCT = 200
ROUNDS = 20


def packed_rate(texts: list[bytes]) -> float:
    """Sessions a second of the kernel alone, from arrays; the best of several rounds."""
    block = np.frombuffer(b"\n".join(texts) + b"\n" * (kernel.LONGEST_TOKEN + 1), np.uint8)
    heads = np.zeros((len(texts), kernel.HEAD), np.int64)
    room = np.empty((MOST_ENTRIES, kernel.ACTION), np.int64)
    actions, firsts, at = [], [0], 0
    for number, text in enumerate(texts):
        count, _, _ = kernel.read_session(block.ctypes.data, at, at + len(text), heads[number], room)
        actions.append(room[:count].copy())
        firsts.append(firsts[-1] + count)
        at += len(text) + 1
    arrays = np.concatenate(actions), np.array(firsts)
    best = float("inf")
    for _ in range(ROUNDS):
        began = time.perf_counter()
        answers = kernel.judge_packed(heads, *arrays, NO_LIMIT)
        best = min(best, time.perf_counter() - began)
    if not (answers[:, kernel.FOUND] == kernel.HOLDS).all():
        raise AssertionError("an honest session does not hold")
    return len(texts) / best


def file_rate(file: Path, count: int) -> tuple[float, float]:
    """Sessions a second by the clock and by processor time, of the whole program less its start."""
    rates = []
    for lines in (file.with_suffix(".one"), file):
        began, spent = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
        command = [sys.executable, "-m", "parlour", "verify", "--json", str(lines)]
        done = subprocess.run(command, stdout=subprocess.PIPE, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        processor = after.ru_utime + after.ru_stime - spent.ru_utime - spent.ru_stime
        rates.append((time.perf_counter() - began, processor))
    if done.stdout.count(b'"ok":true') != count:
        raise AssertionError("an honest session does not hold")
    (first_clock, first_processor), (clock, processor) = rates
    return count / (clock - first_clock), count / (processor - first_processor)


def peak_megabytes(texts: list[bytes], count: int) -> float:
    """The most memory that the program needs for so many sessions through a pipe."""
    script = (
        "import resource, subprocess, sys; "
        "subprocess.run([sys.executable, '-m', 'parlour', 'verify', '--json', '-'], stdout=subprocess.DEVNULL); "
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024)"
    )
    with subprocess.Popen([sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        block = b"\n".join(texts) + b"\n"
        for _ in counted(f"{count:,} sessions", count // len(texts)):
            program.stdin.write(block)
        program.stdin.close()
        return float(program.stdout.read())


def disagreements(count: int) -> tuple[int, int]:
    """Of so many mutated sessions: how many the fast path judges, and how many of those otherwise than the rules."""
    numbers = mulberry32(2)
    documents = [*islice(sessions(6, 3), 40), *islice(sessions(50, 10), 10)]
    judged, differ = 0, 0
    for _ in counted("mutated sessions", count // len(documents)):
        texts = [mutated(document, numbers) for document in documents]
        for text, verdict in zip(texts, judge_many(texts, None), strict=True):
            if verdict is None:
                continue
            judged += 1
            try:
                differ += Document(text).verdict() != verdict
            except MalformedInput:
                differ += 1
    return judged, differ


def main() -> None:
    if shutil.which("node") is None:
        sys.exit("the peer needs Node: install it as 'node'")
    options = read_options(
        __doc__ or "",
        quick={"sessions": 20_000, "peer": 1000, "mutated": 1000, "memory": 0},
        full={"sessions": 200_000, "peer": 4000, "mutated": 10_000, "memory": 1_000_000},
    )
    warm()
    texts = [written(document) for document in islice(sessions(60, 20), DISTINCT)]
    with tempfile.TemporaryDirectory() as folder:
        file, few = Path(folder) / "sessions.jsonl", Path(folder) / "few.jsonl"
        few.write_bytes((b"\n".join(texts) + b"\n") * (options.peer // DISTINCT))
        with file.open("wb") as stream:
            for _ in range(options.sessions // DISTINCT):
                stream.write(b"\n".join(texts) + b"\n")
        # Enough sessions that the kernel is loaded, so that the difference is verification alone.
        file.with_suffix(".one").write_bytes(b"\n".join(texts[:20]) + b"\n")
        peer = json.loads(
            subprocess.run(
                ["node", str(ROOT / "benchmarks/peers/verify_sessions.mjs"), str(few)],
                stdout=subprocess.PIPE,
                check=True,
            ).stdout
        )
        clock, processor = file_rate(file, options.sessions)
    whole, careless = peer["whole"]["rate"], peer["careless"]["rate"]
    kernel_rate = packed_rate(texts)
    print("| sessions a second | by the clock | by processor time | times Node | times Node that looks for no end |")
    print("|---|---|---|---|---|")
    print(f"| file to verdict | {clock:,.0f} | {processor:,.0f} | {clock / whole:.1f} | {clock / careless:.1f} |")
    print(f"| kernel alone | {kernel_rate:,.0f} | | {kernel_rate / whole:.1f} | {kernel_rate / careless:.1f} |")
    print(f"| JavaScript on Node | {whole:,.0f} | | 1 | |")
    print(f"| the same without looking for the end of the game | {careless:,.0f} | | | 1 |")
    judged, differ = disagreements(options.mutated)
    print(
        f"\nmutated sessions: {options.mutated:,}; judged by the fast path: {judged:,}; "
        f"otherwise than the rules: {differ}"
    )
    if options.memory:
        small, large = peak_megabytes(texts, 10_000), peak_megabytes(texts, options.memory)
        print(f"most memory: {small:.0f} MB for 10,000 sessions, {large:.0f} MB for {options.memory:,}")


if __name__ == "__main__":
    main()
