"""Do players notice when somebody means harm? One attack at a time, each against a fresh server with players at it.

Everybody plays with the limits that a server has by default, each table from an address of its own; the attacker has
one too. Attacker, players and server share this machine: the last row is a process that only takes as much of the
processor as the busiest attacker did.
"""

import asyncio
import contextlib
import os
import sqlite3
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import msgspec
import uvloop

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.dialects import Parlour
from benchmarks.hostile.attacks import ATTACKS
from benchmarks.hostile.control import SHARE
from benchmarks.load import Load, Measured
from benchmarks.newcomers import Newcomers
from benchmarks.options import read_options

ROOT = Path(__file__).parents[1]
MOST_NAMED = 4
"""Answers that are named in a row."""


class Told(msgspec.Struct):
    """What an attacker says at its end."""

    sent: int
    cpu_s: float
    answers: dict[str, int]


@dataclass(frozen=True)
class Attacked:
    """One attack and what came of it."""

    name: str
    told: Told
    quiet: Measured
    attacked: Measured
    disk: int
    """Bytes that the store grew beyond what the players wrote."""
    newcomers: Newcomers
    failed: int
    """Tables that could not go on."""

    @property
    def ratio(self) -> float:
        return self.attacked.wait_ms(0.99) / self.quiet.wait_ms(0.99)

    def row(self) -> str:
        cpu_s = self.attacked.cpu_s - self.quiet.cpu_s * self.attacked.wall_s / self.quiet.wall_s
        memory = self.newcomers.most_mb - self.quiet.resident_mb
        others = [f"{run.wait_ms(0.5):.1f} / {run.wait_ms(0.99):.1f}" for run in (self.quiet, self.attacked)]
        let_in = f"{self.newcomers.got_in} of {self.newcomers.came}"
        cells = [
            self.name,
            f"{_bytes(self.told.sent)}, {self.told.cpu_s:.1f} s",
            f"{cpu_s:+.1f} s, {memory:+.0f} MB, {_bytes(self.disk)}",
            _named(self.told.answers),
            others[0],
            others[1] + (f", {self.failed} tables lost" if self.failed else ""),
            f"{self.ratio:.1f}",
            let_in + ("" if self.newcomers.listed else ", a room off the list"),
        ]
        return f"| {' | '.join(cells)} |"


COLUMNS = (
    "attack",
    "attacker sent, its processor",
    "server's processor, memory, disk",
    "answered",
    "others' p50 / p99 ms quiet",
    "under attack",
    "p99 ratio",
    "newcomers let in",
)


def _bytes(count: float) -> str:
    for unit in ("B", "kB"):
        if abs(count) < 1000:
            return f"{count:.0f} {unit}"
        count /= 1000
    return f"{count:.1f} MB"


def _named(answers: dict[str, int]) -> str:
    """The most frequent answers."""
    frequent = Counter(answers).most_common()
    named = [f"{count:,} × {answer}" for answer, count in frequent[:MOST_NAMED]]
    rest = sum(count for _, count in frequent[MOST_NAMED:])
    return ", ".join([*named, *([f"{rest:,} others"] if rest else [])]) or "nothing"


def _stored(database: Path) -> int:
    """Bytes that the store keeps, what is not yet checkpointed too."""
    with contextlib.closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as reader:
        pages, free, size = (
            reader.execute(f"PRAGMA {what}").fetchone()[0] for what in ("page_count", "freelist_count", "page_size")
        )
    return int((pages - free) * size)


async def attacked_by(name: str, tables: int, seconds: float, share: float) -> Attacked:
    """A fresh server, players in quiet, then the attack."""
    with tempfile.TemporaryDirectory() as place:
        database = Path(place) / "parlour.db"
        dialect = Parlour(database, limited=True)
        try:
            load = Load(dialect, tables, think_s=1)
            await load.open()
            newcomers = Newcomers(dialect.server)
            await newcomers.try_every_game()
            await newcomers.open_to_anybody()
            await load.lay()
            before = _stored(database)
            quiet, _ = await asyncio.gather(load.watch(seconds), newcomers.come(seconds))
            grown = _stored(database) - before
            attack = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "benchmarks.hostile", name, dialect.server.said, str(seconds)),
                *dialect.whereabouts(load.tables[0]),
                stdout=asyncio.subprocess.PIPE,
                cwd=ROOT,
                env=os.environ | {SHARE: str(share)},
            )
            assert attack.stdout is not None
            await attack.stdout.readuntil(b"ready\n")
            before = _stored(database)
            newcomers.forget()
            attacked, _ = await asyncio.gather(load.watch_whoever_is_left(seconds), newcomers.come(seconds))
            disk = max(0, _stored(database) - before - grown)
            said, _ = await attack.communicate()
            failed = load.failed
            newcomers.leave()
            await load.close()
        finally:
            dialect.server.stop()
    told = msgspec.json.decode(said, type=Told) if said else Told(0, 0.0, {"the attack itself failed": 1})
    return Attacked(name, told, quiet, attacked, disk, newcomers, failed)


async def main() -> None:
    options = read_options(
        __doc__ or "",
        quick={"tables": 30, "seconds": 6.0},
        full={"tables": 100, "seconds": 15.0},
        only=tuple(ATTACKS),
    )
    print(f"| {' | '.join(COLUMNS)} |", f"{'|---' * len(COLUMNS)}|", sep="\n", flush=True)
    share, worst = 0.0, 0.0
    for name in options.only or ATTACKS:
        done = await attacked_by(name, options.tables, options.seconds, share or 0.5)
        share = max(share, done.told.cpu_s / options.seconds)
        worst = max(worst, done.ratio)
        print(done.row(), flush=True)
    print(f"\nworst p99 under attack / quiet: {worst:.2f}; load average: {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    uvloop.run(main())
