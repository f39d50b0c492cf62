"""Is a batch by two workers of a Dask cluster nearly twice as quick as by one, and are the rows the same?

Boards of Ten Exorcism, solved in a fixed number of steps. A scheduler and its workers are processes of this machine;
timed from when every worker has done a part until the last part, so that starting up is no part of it. Beside the
clock: the workers' processor time a board, which shows what the clock owes to a busy machine.
"""

import hashlib
import os
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import msgspec
from benchmarks.options import read_options
from tests.batch.dask_cluster import DASK, DaskCluster

from parlour.batch.cluster import Cluster
from parlour.batch.pool import Workers
from parlour.batch.running import ask
from parlour.batch.solving import MOST_BOARDS, solving
from parlour.core.solver import Effort
from parlour.games.ten_exorcism.rules import Options

MOST_WORKERS = 2
TICKS = os.sysconf("SC_CLK_TCK")


def processor_s(processes: list[int]) -> float:
    """What these processes have used up, from the system's own account."""
    fields = (Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split() for process in processes)
    return sum(int(words[11]) + int(words[12]) for words in fields) / TICKS


def measured(workers: Workers, processes: list[int], boards: int, iterations: int) -> tuple[float, float, str]:
    """Boards a second by the clock, processor seconds a board, and a digest of all rows."""
    seeds = range(boards + MOST_WORKERS * MOST_BOARDS)
    digest = hashlib.sha256()
    parts = ask(solving("ten-exorcism", Options(), Effort(iterations=iterations), seeds), workers, lambda _: None)
    for _ in range(MOST_WORKERS):
        digest.update(msgspec.json.encode(next(parts)))
    began, used = time.perf_counter(), processor_s(processes)
    count = 0
    for rows in parts:
        count += len(rows)
        digest.update(msgspec.json.encode(rows))
    seconds = time.perf_counter() - began
    return count / seconds, (processor_s(processes) - used) / count, digest.hexdigest()


def main() -> None:
    options = read_options(
        __doc__ or "", quick={"boards": 160, "iterations": 60_000}, full={"boards": 320, "iterations": 120_000}
    )
    figures = []
    for count in range(1, MOST_WORKERS + 1):
        with tempfile.TemporaryDirectory() as folder:
            cluster = DaskCluster(Path(folder))
            try:
                started = [worker.pid for worker in cluster.workers(*[DASK] * count)]
                with Cluster(cluster.address, 30.0) as workers:
                    figures.append(measured(workers, started, options.boards, options.iterations))
            finally:
                cluster.close()
    print("| workers | boards a second | processor seconds a board |")
    print("|---|---|---|")
    for count, (rate, used, _) in enumerate(figures, start=1):
        print(f"| {count} | {rate:.2f} | {used:.3f} |")
    print(f"\ntwo workers: {figures[1][0] / figures[0][0]:.2f} times one by the clock, ", end="")
    print(f"{figures[1][1] / figures[0][1]:.2f} times the processor time a board")
    print(f"rows: {'the same' if figures[0][2] == figures[1][2] else 'DIFFERENT'}")


if __name__ == "__main__":
    main()
