"""The processes that serve one store: their heartbeats, their settings, the rooms that they hold, and who is connected
there.

A process counts its heartbeats. If its count stands still for long it has died, whatever any clock says, and its rooms
are orphaned until another process takes them over.
"""

from collections.abc import Mapping, Sequence

import msgspec
from msgspec import Struct
from sqlalchemy import bindparam, delete, exists, select, update

from parlour.store import notifications
from parlour.store.statements import Insertion, Statement, each_of
from parlour.store.tables import presence, process_settings, processes
from parlour.store.transaction import Transaction, job

_ADD = Insertion(processes, ("id", "version", "beat"), existing="replace")
_THIS = processes.c.id == bindparam("of")
_BEAT = Statement(update(processes).where(_THIS).values(beat=bindparam("count")))
_ALL = Statement(select(processes.c.id, processes.c.version, processes.c.beat).order_by(processes.c.id))
_TELL = Statement(update(processes).where(_THIS).values(ahead_ms=bindparam("ahead"), ahead_at=bindparam("at")))
_TOLD = Statement(
    select(processes.c.id, processes.c.ahead_ms, processes.c.ahead_at)
    .where(processes.c.ahead_at.is_not(None))
    .order_by(processes.c.id)
)
_LAPSE = Statement(delete(processes).where(_THIS, processes.c.beat == bindparam("last")))
_END = Statement(delete(processes).where(_THIS))
_SAY_SETTINGS = Insertion(process_settings, existing="replace")
_SETTINGS = Statement(select(process_settings).order_by(process_settings.c.process))
_UNSAY_SETTINGS = Statement(delete(process_settings).where(process_settings.c.process == bindparam("of")))
_OTHERS = process_settings.c.process != bindparam("of")
_UNSAY_OTHERS = Statement(delete(process_settings).where(_OTHERS))
_UNSAY_THE_DEAD = Statement(
    delete(process_settings).where(_OTHERS, ~exists().where(processes.c.id == process_settings.c.process))
)
_SAY = Insertion(presence, ("room", "process", "people"), existing="replace")
_UNSAY = Statement(
    delete(presence).where(presence.c.process == bindparam("of"), presence.c.room.in_(select(each_of("gone").c.value)))
)
_ELSEWHERE = Statement(
    select(presence.c.room, presence.c.people)
    .join(processes, processes.c.id == presence.c.process)
    .where(presence.c.room.in_(select(each_of("rooms").c.value)), presence.c.process != bindparam("but"))
)
_OF_THE_DEAD = ~exists().where(processes.c.id == presence.c.process)
_ORPHAN = Statement(
    select(presence.c.room).where(presence.c.room > bindparam("after"), _OF_THE_DEAD).order_by(presence.c.room).limit(1)
)
_HELD = Statement(select(presence.c.room).join(processes, processes.c.id == presence.c.process).distinct())
_TAKE = Statement(delete(presence).where(presence.c.room == bindparam("called"), _OF_THE_DEAD))
_PEOPLE = msgspec.json.Decoder(dict[str, int])
_VALUES = msgspec.json.Decoder(dict[str, str | bool])


class StoredProcess(Struct, frozen=True):
    """One process."""

    id: str
    version: str
    """Of the program."""
    beat: int
    """The number of its heartbeats."""


class ProcessSettings(Struct, frozen=True):
    """The settings of a process. Those of a killed one stay until another begins."""

    process: str
    version: str
    """Of the program."""
    since: int
    """Unix time in milliseconds."""
    settings: dict[str, str | bool]
    """The values by flag, as they are written after it, without secrets."""


class ToldTime(Struct, frozen=True):
    """How far the clock of a process was ahead of the database's at its last look, in milliseconds."""

    process: str
    ahead_ms: int
    at_ms: int
    """When that was, by the database's clock."""


@job
def beat(transaction: Transaction, process: StoredProcess) -> tuple[bool, list[StoredProcess]]:
    """Record a heartbeat; returns whether the process was taken for alive, and all that are."""
    was_known = bool(transaction.run(_BEAT, of=process.id, count=process.beat))
    if not was_known:
        transaction.insert(_ADD, [(process.id, process.version, process.beat)])
    return was_known, [StoredProcess(*row) for row in transaction.many(_ALL)]


@job
def alive(transaction: Transaction) -> list[StoredProcess]:
    """The processes that are taken for alive."""
    return [StoredProcess(*row) for row in transaction.many(_ALL)]


@job
def tell_time(transaction: Transaction, told: ToldTime) -> list[ToldTime]:
    """Record the clock of a process; returns those of all, by process."""
    transaction.run(_TELL, of=told.process, ahead=told.ahead_ms, at=told.at_ms)
    return times()(transaction)


@job
def times(transaction: Transaction) -> list[ToldTime]:
    """The last recorded clocks, by process."""
    return [ToldTime(*row) for row in transaction.many(_TOLD)]


@job
def lapse(transaction: Transaction, process: StoredProcess) -> bool:
    """Remove a process without a heartbeat, unless one has just come; whether it is removed."""
    is_gone = bool(transaction.run(_LAPSE, of=process.id, last=process.beat))
    if is_gone:
        transaction.run(_UNSAY_SETTINGS, of=process.id)
    return is_gone


@job
def end(transaction: Transaction, process: str) -> None:
    """Remove a process that stops; others may take over its rooms at once."""
    transaction.run(_END, of=process)
    transaction.run(_UNSAY_SETTINGS, of=process)


@job
def say_settings(transaction: Transaction, said: ProcessSettings, *, alone: bool) -> None:
    """What a process was started with; whoever serves a store alone knows that there is no other.

    Where there are others, what those said is forgotten that do not beat. Who has not begun to will say it again.
    """
    transaction.run(_UNSAY_OTHERS if alone else _UNSAY_THE_DEAD, of=said.process)
    transaction.insert(_SAY_SETTINGS, [(said.process, said.version, said.since, msgspec.json.encode(said.settings))])


@job
def said_settings(transaction: Transaction) -> tuple[ProcessSettings, ...]:
    """The settings of all processes that serve the store."""
    found = transaction.many(_SETTINGS)
    return tuple(ProcessSettings(row.process, row.version, row.since, _VALUES.decode(row.settings)) for row in found)


@job
def say(
    transaction: Transaction, process: str, held: Mapping[str, Mapping[str, int]], let_go: Sequence[str] = ()
) -> None:
    """Record which rooms a process holds, with the number of sockets of each player, and which it no longer holds."""
    transaction.insert(_SAY, [(room, process, msgspec.json.encode(people)) for room, people in held.items()])
    if let_go:
        transaction.run(_UNSAY, of=process, gone=list(let_go))
    for room in (*held, *let_go):
        transaction.notify(notifications.of_presence(room))


@job
def elsewhere(transaction: Transaction, process: str, rooms: Sequence[str]) -> dict[str, dict[str, int]]:
    """The sockets of each player at other processes, by room; without rooms that only this process holds."""
    found: dict[str, dict[str, int]] = {}
    for row in transaction.many(_ELSEWHERE, rooms=list(rooms), but=process):
        people = found.setdefault(row.room, {})
        for player, sockets in _PEOPLE.decode(row.people).items():
            people[player] = people.get(player, 0) + sockets
    return found


@job
def held(transaction: Transaction) -> set[str]:
    """The rooms that some process holds."""
    return {row.room for row in transaction.many(_HELD)}


@job
def orphan(transaction: Transaction, after: str = "") -> str | None:
    """The first orphaned room after a code: one held by a process that has ended."""
    row = transaction.one(_ORPHAN, after=after)
    return None if row is None else str(row.room)


@job
def take_over(transaction: Transaction, room: str, process: str) -> bool:
    """Let a process take over an orphaned room; whether it was the first to try."""
    if not transaction.run(_TAKE, called=room):
        return False
    say(process, {room: {}})(transaction)
    return True
