"""Rounds of random faults on a cluster while people play, and whether anything that was acknowledged was lost.

``make chaos`` plays 200 of them, ``make chaos ROUNDS=20`` fewer. A round is made from its seed: to play one again,
``python -m tests.cluster.chaos --seed 1234 --rounds 1``.
"""

import argparse
import asyncio
import os
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec import Struct

from tests.cluster.cluster import running_cluster
from tests.cluster.faults import FAULTS
from tests.cluster.rounds import Played, plan_of, play_round

PARTS = (0.5, 0.95, 0.99, 1.0)
SLOW_S = 2.0
"""Who was away for longer is told, and why."""
MOST_SHOWN = 20


class Totals(Struct, frozen=True):
    """What all rounds showed together."""

    seed: int
    rounds: int
    seconds: float
    faults: dict[str, int]
    acknowledged: int
    entries: int
    views: int
    matches: int
    finished: int
    violations: dict[str, int]
    wrong_seeds: tuple[int, ...]
    """The seeds of the rounds in which something was wrong."""
    losses: int
    """How often somebody lost the connection and came back."""
    away_s: dict[str, tuple[float, ...]]
    """For rounds with one kind of fault: the times from a loss to the next view that 50, 95, 99 and 100 % did not
    exceed."""
    kept: str


def totals_of(seed: int, played: Sequence[Played], seconds: float, kept: Path) -> Totals:
    """Everything added up."""
    alone: dict[str, list[float]] = {}
    for one in played:
        kinds = set(one.faults)
        alone.setdefault(kinds.pop() if len(kinds) == 1 else "several", []).extend(
            absence.seconds for absence in one.absences
        )
    return Totals(
        seed=seed,
        rounds=len(played),
        seconds=round(seconds, 1),
        faults=dict(Counter(name for one in played for name in one.faults)),
        acknowledged=sum(one.acknowledged for one in played),
        entries=sum(one.entries for one in played),
        views=sum(one.views for one in played),
        matches=sum(one.matches for one in played),
        finished=sum(one.finished for one in played),
        violations=dict(Counter(violation.kind for one in played for violation in one.violations)),
        wrong_seeds=tuple(one.seed for one in played if one.violations),
        losses=sum(len(one.absences) for one in played),
        away_s={name: _parts(away) for name, away in sorted(alone.items()) if away},
        kept=str(kept),
    )


def _parts(times: Sequence[float]) -> tuple[float, ...]:
    ranked = sorted(times)
    return tuple(round(ranked[min(len(ranked) - 1, int(part * len(ranked)))], 2) for part in PARTS)


def possible() -> list[str]:
    """The faults that can happen on this machine; it is said which cannot, and why."""
    if os.geteuid() == 0:
        return list(FAULTS)
    _say("fill-disk is left out: a disk that can be filled has to be mounted, and only root mounts")
    return [name for name in FAULTS if name != "fill-disk"]


async def play(seed: int, rounds: int, among: Sequence[str], kept: Path) -> Totals:
    """So many rounds from seeds that follow each other, on one cluster, or on another where one cannot go on."""
    began = time.monotonic()
    played: list[Played] = []
    playing = asyncio.current_task()
    assert playing is not None
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, playing.cancel)
    with suppress(asyncio.CancelledError):  # what was played until then is told
        while len(played) < rounds:
            async with running_cluster(kept, small_disk="fill-disk" in among) as cluster:
                broke = False
                while len(played) < rounds and not broke:
                    one = await play_round(cluster, plan_of(seed + len(played), among), kept)
                    played.append(one)
                    broke = one.broke
                    _say(_line(len(played), rounds, one, time.monotonic() - began))
    return totals_of(seed, played, time.monotonic() - began, kept)


def _line(number: int, rounds: int, one: Played, seconds: float) -> str:
    away = max((absence.seconds for absence in one.absences), default=0.0)
    facts = f"{one.acknowledged} acknowledged, {one.finished} of {one.matches} matches finished, back in {away:.1f} s"
    slow = [
        f"{late.seconds:.1f} s without a view: {_counted(late.why)}" for late in one.absences if late.seconds > SLOW_S
    ]
    wrong = [f"{wrong.kind} in {wrong.where}: {wrong.what}" for wrong in one.violations[:MOST_SHOWN]]
    heading = f"{number}/{rounds} {seconds:.0f} s, seed {one.seed} {' '.join(one.faults)}: {facts}"
    return "\n    ".join((heading, *slow[:MOST_SHOWN], *wrong))


def _counted(reasons: Sequence[str]) -> str:
    return ", ".join(f"{count} × {reason}" for reason, count in Counter(reasons).items())


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--seed", type=int, help="of the first round; drawn if left out")
    parser.add_argument("--only", choices=sorted(FAULTS), action="append", help="these faults; repeatable")
    parser.add_argument("--json", action="store_true", help="the totals as JSON on standard output")
    parser.add_argument("--keep", type=Path, help="an empty folder for logs and the histories of wrong rounds")
    options = parser.parse_args()
    seed = random.SystemRandom().randrange(10**9) if options.seed is None else options.seed
    kept = options.keep or Path(tempfile.mkdtemp(prefix="parlour-chaos-"))
    kept.mkdir(parents=True, exist_ok=True)
    if any(kept.iterdir()):
        parser.error(f"{kept} is not empty: each run keeps its files in a folder of its own")
    _say(f"seed {seed}, {options.rounds} rounds, logs in {kept}")
    totals = asyncio.run(play(seed, options.rounds, options.only or possible(), kept))
    if options.json:
        print(msgspec.json.encode(totals).decode())
    else:
        for name in totals.__struct_fields__:
            print(f"{name}: {getattr(totals, name)}")
    sys.exit(1 if totals.violations else 0)


if __name__ == "__main__":
    main()
