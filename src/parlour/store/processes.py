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
_PUBLISH_CLOCK = Statement(update(processes).where(_THIS).values(ahead_ms=bindparam("ahead"), ahead_at=bindparam("at")))
_CLOCKS = Statement(
    select(processes.c.id, processes.c.ahead_ms, processes.c.ahead_at)
    .where(processes.c.ahead_at.is_not(None))
    .order_by(processes.c.id)
)
_LAPSE = Statement(delete(processes).where(_THIS, processes.c.beat == bindparam("last")))
_END = Statement(delete(processes).where(_THIS))
_PUBLISH_SETTINGS = Insertion(process_settings, existing="replace")
_SETTINGS = Statement(select(process_settings).order_by(process_settings.c.process))
_WITHDRAW_SETTINGS = Statement(delete(process_settings).where(process_settings.c.process == bindparam("of")))
_OTHERS = process_settings.c.process != bindparam("of")
_WITHDRAW_OTHERS = Statement(delete(process_settings).where(_OTHERS))
_WITHDRAW_THE_DEAD = Statement(
    delete(process_settings).where(_OTHERS, ~exists().where(processes.c.id == process_settings.c.process))
)
_PUBLISH_ROOMS = Insertion(presence, ("room", "process", "people"), existing="replace")
_WITHDRAW_ROOMS = Statement(
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
    """A process that serves the store."""

    id: str
    version: str
    """The version of its program."""
    beat: int
    """The number of its heartbeats."""


class ProcessSettings(Struct, frozen=True):
    """The published settings of a process. Those of a killed one stay until another begins."""

    process: str
    version: str
    """The version of its program."""
    since: int
    """Unix time in milliseconds."""
    settings: dict[str, str | bool]
    """The values by flag, as they are written after it, without secrets."""


class ClockReading(Struct, frozen=True):
    """A reading of a process's clock beside the database's."""

    process: str
    ahead_ms: int
    """The milliseconds by which the process's clock was ahead."""
    at_ms: int
    """The moment of the reading, by the database's clock."""


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
def publish_clock(transaction: Transaction, reading: ClockReading) -> list[ClockReading]:
    """Publish the clock of a process; returns the last readings of all, by process."""
    transaction.run(_PUBLISH_CLOCK, of=reading.process, ahead=reading.ahead_ms, at=reading.at_ms)
    return clocks()(transaction)


@job
def clocks(transaction: Transaction) -> list[ClockReading]:
    """The last published reading of each process's clock."""
    return [ClockReading(*row) for row in transaction.many(_CLOCKS)]


@job
def lapse(transaction: Transaction, process: StoredProcess) -> bool:
    """Remove a process without a heartbeat, unless one has just come; whether it is removed."""
    is_gone = bool(transaction.run(_LAPSE, of=process.id, last=process.beat))
    if is_gone:
        transaction.run(_WITHDRAW_SETTINGS, of=process.id)
    return is_gone


@job
def end(transaction: Transaction, process: str) -> None:
    """Remove a process that stops; others may take over its rooms at once."""
    transaction.run(_END, of=process)
    transaction.run(_WITHDRAW_SETTINGS, of=process)


@job
def publish_settings(transaction: Transaction, own: ProcessSettings) -> None:
    """Publish the settings of a process and withdraw those of processes without a heartbeat.

    A process that has not counted its first heartbeat may lose its settings by this; it publishes them again with it.
    """
    transaction.run(_WITHDRAW_THE_DEAD, of=own.process)
    _publish_settings(transaction, own)


@job
def publish_settings_alone(transaction: Transaction, own: ProcessSettings) -> None:
    """Publish the settings of the only process that serves the store and withdraw those of all others."""
    transaction.run(_WITHDRAW_OTHERS, of=own.process)
    _publish_settings(transaction, own)


def _publish_settings(transaction: Transaction, own: ProcessSettings) -> None:
    transaction.insert(_PUBLISH_SETTINGS, [(own.process, own.version, own.since, msgspec.json.encode(own.settings))])


@job
def published_settings(transaction: Transaction) -> tuple[ProcessSettings, ...]:
    """The published settings of all processes that serve the store."""
    found = transaction.many(_SETTINGS)
    return tuple(ProcessSettings(row.process, row.version, row.since, _VALUES.decode(row.settings)) for row in found)


@job
def publish_rooms(
    transaction: Transaction, process: str, held: Mapping[str, Mapping[str, int]], let_go: Sequence[str] = ()
) -> None:
    """Publish which rooms a process holds, with the number of sockets of each player; withdraw those that it let go."""
    transaction.insert(_PUBLISH_ROOMS, [(room, process, msgspec.json.encode(people)) for room, people in held.items()])
    if let_go:
        transaction.run(_WITHDRAW_ROOMS, of=process, gone=list(let_go))
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
    publish_rooms(process, {room: {}})(transaction)
    return True
