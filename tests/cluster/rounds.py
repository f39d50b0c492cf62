"""One round: people sit down at tables, faults happen while they play, everybody comes to an end, all is checked.

A round is made from its seed: who plays what, which faults come and after how many answers. When what arrives where is
the machine's.
"""

import asyncio
import random
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import msgspec
import psycopg
from msgspec import Struct, structs

from tests.cluster.checking.checker import Violation, check
from tests.cluster.checking.evidence import Evidence, Told
from tests.cluster.checking.history import Absence, Answered, History, Seen
from tests.cluster.checking.reading import read_evidence
from tests.cluster.checking.telling import all_tell
from tests.cluster.cluster import Cluster
from tests.cluster.faults import Harm
from tests.cluster.people.person import Plan
from tests.cluster.people.tables import Table

FAULTS_S = 120.0
"""Within this time all faults have happened, and everything runs again."""
LIMIT_S = 60.0
"""Then everybody comes to an end within this time."""
TELLING_S = 90.0
"""Then every process has said what it knows within this time."""
TABLES = ("duel", "timed", "crowd", "bot", "quick", "devices", "ten", "stack", "thrown", "daily")
AT_ONCE = 6
"""So many of them are in a round."""
EXPECTED_ANSWERS = 200
"""About as many as a round brings."""


class RoundPlan(Struct, frozen=True):
    """What a seed says."""

    seed: int
    faults: tuple[tuple[str, int], ...]
    """Their names, and after how many answers of the round each comes."""
    tables: tuple[str, ...]


class Played(Struct, frozen=True):
    """What came of a round."""

    seed: int
    faults: tuple[str, ...]
    acknowledged: int
    entries: int
    views: int
    matches: int
    finished: int
    absences: tuple[Absence, ...]
    violations: tuple[Violation, ...]

    @property
    def broke(self) -> bool:
        """Whether the next round needs another cluster."""
        return any(violation.kind == "cluster-broken" for violation in self.violations)


def plan_of(seed: int, among: Sequence[str]) -> RoundPlan:
    """One fault, often two, seldom three, of those that can happen, and some of the tables."""
    chance = random.Random(seed)
    count = chance.choice((1, 1, 2, 2, 3))
    names = [chance.choice(among) for _ in range(count)]
    moments = sorted(chance.randrange(EXPECTED_ANSWERS) for _ in names)
    return RoundPlan(seed, tuple(zip(names, moments, strict=True)), tuple(chance.sample(TABLES, AT_ONCE)))


def tables_of(plan: RoundPlan, fronts: tuple[str, ...]) -> list[Table]:
    """Those that the plan names. At some of them everybody is at the server that the proxy keeps the room at."""
    seed, chance = plan.seed, random.Random(plan.seed + 1)
    dots, ten = "dots-and-boxes", "ten-exorcism"
    bot = chance.choice(("novice", "casual"))
    mode = chance.choice(("classic", "endless"))
    alone = [chance.randint(10, 25) for _ in range(4)]
    waits_s = 10 + seed % 3000  # nobody else waits for such a game
    plans = [
        Plan("duel", dots, ("me", "anybody"), {}, matches=2, watchers=1, leaves=0.02),
        Plan("timed", dots, ("me", "anybody"), {"turn_seconds": 1}, dozes=0.03, leaves=0.01),
        Plan("crowd", dots, ("me", "anybody", bot), {"turn_seconds": 1}, dozes=0.03, leaves=0.02),
        Plan("bot", dots, ("me", bot), {}, matches=2),
        Plan("quick", dots, ("anybody", "anybody"), {"turn_seconds": waits_s}),
        Plan("devices", dots, ("me", bot), {}, think_s=0.05, watchers=1),
        Plan("ten", ten, ("me",), {"mode": mode}, actions=alone[0], think_s=0.1, matches=2),
        Plan("stack", "stackdoku", ("me",), {}, actions=alone[1], think_s=0.1),
        Plan("thrown", ten, ("me",), {"mode": mode}, actions=alone[2], think_s=0.05),
        Plan("daily", ten, ("me",), {}, actions=alone[3], think_s=0.1),
    ]
    return [
        Table(table, fronts if chance.random() < 0.3 else fronts[1:], seed * 10 + number)
        for number, table in enumerate(plans)
        if table.name in plan.tables
    ]


async def play_round(cluster: Cluster, plan: RoundPlan, kept: Path) -> Played:
    """Play and check. What was noted and found is kept in a folder if something is wrong."""
    tables = tables_of(plan, cluster.proxy.fronts)
    wrong: list[Violation] = []
    told: tuple[Told, ...] = ()
    playing = [asyncio.create_task(table.play(), name=table.plan.name) for table in tables]
    try:
        async with _bounded(FAULTS_S, "faults", wrong):
            await _let_faults_happen(cluster, plan, tables, playing)
        wrong += await _wait_for(tables, playing)
        async with _bounded(FAULTS_S, "start again", wrong):
            wrong += await _start_again(cluster)
    finally:
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        for table in tables:
            await table.close()
    histories = [person.history for table in tables for person in table.people if person.id]
    async with _bounded(TELLING_S, "telling", wrong):
        told = await all_tell(cluster.servers, {one.player for one in histories}, {one.room for one in histories})
    found = structs.replace(await asyncio.to_thread(_read, cluster, histories), told=told)
    violations = (*wrong, *check(histories, found))
    if violations:
        _keep(kept / f"round-{plan.seed}", histories, found, violations)
    return _played(plan, histories, found, violations)


@asynccontextmanager
async def _bounded(seconds: float, what: str, wrong: list[Violation]) -> AsyncIterator[None]:
    """Whatever fails or hangs is noted, and the round goes on."""
    try:
        async with asyncio.timeout(seconds):
            yield
    except (AssertionError, OSError, httpx.HTTPError, psycopg.Error) as error:
        wrong.append(Violation("cluster-broken", what, repr(error)))


async def _let_faults_happen(
    cluster: Cluster, plan: RoundPlan, tables: Sequence[Table], playing: Sequence["asyncio.Task[None]"]
) -> None:
    """Each after its number of answers, whether or not those before are over. Returns when everything runs again."""
    harm = Harm(cluster)
    for number, (name, after) in enumerate(plan.faults):
        while sum(table.acknowledged for table in tables) < after and not all(task.done() for task in playing):
            await asyncio.sleep(0.01)
        harm.begin(name, random.Random(plan.seed * 10 + number))
    await harm.over()


async def _start_again(cluster: Cluster) -> list[Violation]:
    """Servers that ended although nobody ended them; for the next round they are started again."""
    ended = [server for server in cluster.servers if not server.runs]
    for server in ended:
        await asyncio.to_thread(server.start)
    return [Violation("server-ended", server.name, f"see {server.log.name}") for server in ended]


async def _wait_for(tables: Sequence[Table], playing: Sequence["asyncio.Task[None]"]) -> list[Violation]:
    """Who did not come to an end, and what they were waiting for."""
    await asyncio.wait(playing, timeout=LIMIT_S)
    stuck = []
    for table, task in zip(tables, playing, strict=True):
        if not task.done():
            what = "; ".join(person.state_in_words() for person in table.people)
            stuck.append(Violation("stuck", table.plan.name, what))
        elif (error := task.exception()) is not None:
            stuck.append(Violation("stuck", table.plan.name, repr(error)))
    return stuck


def _read(cluster: Cluster, histories: Sequence[History]) -> Evidence:
    names = {event.match for history in histories for event in history.events if isinstance(event, (Seen, Answered))}
    return read_evidence(cluster.address, names, [history.player for history in histories])


def _played(
    plan: RoundPlan, histories: Sequence[History], found: Evidence, violations: tuple[Violation, ...]
) -> Played:
    events = [event for history in histories for event in history.events]
    return Played(
        seed=plan.seed,
        faults=tuple(name for name, _ in plan.faults),
        acknowledged=sum(isinstance(event, Answered) for event in events),
        entries=sum(len(match.entries) for match in found.matches),
        views=sum(isinstance(event, Seen) for event in events),
        matches=len(found.matches),
        finished=sum(match.over for match in found.matches),
        absences=tuple(absence for history in histories for absence in history.absences()),
        violations=violations,
    )


def _keep(folder: Path, histories: Sequence[History], found: Evidence, violations: Sequence[Violation]) -> None:
    """For whoever looks for the cause."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "histories.jsonl").write_bytes(msgspec.json.Encoder().encode_lines(histories))
    (folder / "evidence.json").write_bytes(msgspec.json.encode(found))
    (folder / "violations.jsonl").write_bytes(msgspec.json.Encoder().encode_lines(violations))
