"""More and more people at one hub, until moves wait for too long: what it carries, and which process uses what.

People think for a moment before each move, so that their number sets the load. Every table plays one game after
another, begun at a moment of its own: games begin and end all the time, never all at once. The last step before the
bound is what the hub carries at that latency.
"""

import asyncio
import gc
import os
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.dialects import Parlour
from benchmarks.load import Load, Measured
from benchmarks.running import TICKS, family_cpu_s

from parlour.games.dots_and_boxes.rules import LINES

CORES = os.cpu_count() or 1
FIRST_TABLES = 40
GROWTH = 1.3
"""The factor from one step to the next."""
WATCHED_S = 8.0
"""For how long a step is measured."""
COLUMNS = (
    "| hub | players | moves/s | p50 / p99 ms | µs a move: each server | PostgreSQL | client | together | "
    "cores: servers, PostgreSQL, client, others, idle |\n|---|---|---|---|---|---|---|---|---|"
)


@dataclass(frozen=True)
class Step:
    """One step, and what each part used up in it."""

    players: int
    measured: Measured
    used: Mapping[str, float]
    """Seconds of processor time by part: server 1, server 2, …, PostgreSQL, client."""
    idle_s: float
    """Of all cores together."""

    @property
    def rate(self) -> float:
        """Moves a second."""
        return self.measured.moves / self.measured.wall_s

    @property
    def a_move_us(self) -> float:
        """Processor time a move of all parts together."""
        return 1e6 * sum(self.used.values()) / self.measured.moves

    def of(self, part: str) -> float:
        """Processor time a move of one part."""
        return 1e6 * self.used[part] / self.measured.moves

    def row(self) -> str:
        """One line of the table."""
        measured, servers = self.measured, [part for part in self.used if part.startswith("server")]
        shares = [sum(self.used[part] for part in servers), self.used["PostgreSQL"], self.used["client"]]
        others_s = max(0.0, CORES * measured.wall_s - self.idle_s - sum(shares))
        cores = ", ".join(f"{seconds / measured.wall_s:.2f}" for seconds in (*shares, others_s, self.idle_s))
        return (
            f"| {measured.name} | {self.players:,} | {self.rate:,.0f} | "
            f"{measured.wait_ms(0.5):.1f} / {measured.wait_ms(0.99):.1f} | "
            f"{' + '.join(f'{self.of(part):.0f}' for part in servers)} | {self.of('PostgreSQL'):.0f} | "
            f"{self.of('client'):.0f} | {self.a_move_us:.0f} | {cores} |"
        )


async def rise(dialect: Parlour, database: int, servers: Sequence[int], think_s: float, bound_ms: float) -> list[Step]:
    """Steps until two in a row have a p99 beyond the bound; each is printed. PostgreSQL and servers by their ids."""
    steps: list[Step] = []
    load = Load(dialect, FIRST_TABLES, think_s)
    game_s = LINES * think_s
    try:
        await load.open()
        new = load.tables
        while len(steps) < 2 or any(step.measured.wait_ms(0.99) <= bound_ms for step in steps[-2:]):
            if steps:
                before = len(load.tables)
                await load.add(int(before * GROWTH))
                new = load.tables[before:]
            load.keep_playing(new, game_s)
            await asyncio.sleep(2 * game_s)
            gc.collect()
            gc.freeze()  # the client's own search for garbage is no wait of the server's
            used_before, idle_s = _used(database, servers), _idle_s()
            measured = await load.watch(WATCHED_S)
            idle_s = _idle_s() - idle_s
            used = {part: seconds - used_before[part] for part, seconds in _used(database, servers).items()}
            steps.append(Step(2 * len(load.tables), measured, used, idle_s))
            print(steps[-1].row(), flush=True)
    finally:
        await load.close()
    return steps


def carried(steps: Sequence[Step], bound_ms: float) -> Step:
    """The busiest step within the bound; the first one if none is."""
    within = [step for step in steps if step.measured.wait_ms(0.99) <= bound_ms]
    return max(within, key=lambda step: step.rate, default=steps[0])


def _used(database: int, servers: Sequence[int]) -> dict[str, float]:
    parts = {f"server {number}": family_cpu_s(pid) for number, pid in enumerate(servers, 1)}
    return parts | {"PostgreSQL": family_cpu_s(database), "client": time.process_time()}


def _idle_s() -> float:
    """Seconds in which some core had nothing to do, since the machine started."""
    words = Path("/proc/stat").read_text().splitlines()[0].split()
    return (int(words[4]) + int(words[5])) / TICKS
