"""Moves a whole store into another database, of another kind or on another machine."""

from pathlib import Path
from time import sleep

from msgspec import Struct

from parlour.store.address import Address
from parlour.store.backup import named_when_whole
from parlour.store.copying import Progress, copied_into
from parlour.store.databases import database_at
from parlour.store.file_lock import StoreInUse
from parlour.store.offline import NotExaminable, WrongMatch, everything, examined, opened, require
from parlour.store.processes import StoredProcess, alive
from parlour.store.transaction import Transaction

REPLAYING = 0.5
"""The part of the work that is done when all logs are replayed."""
WATCHED_S = 2.5
"""The time for which processes are watched for a heartbeat, which comes every second."""


class MoveResult(Struct, frozen=True):
    """The result of a move: what the new database holds."""

    rows: dict[str, int]
    """The number of rows by table."""
    matches: int
    replayed: int
    wrong: tuple[WrongMatch, ...]
    """Matches that a replay does not bear out, in the source as in the copy."""


def move(source: Address, target: Address, progress: Progress) -> MoveResult:
    """Replay every log, then copy everything into an empty database, or a file that is not there yet.

    The source stays as it is; StoreInUse if servers use it. NoStore, and nothing in the target, if it cannot be done.
    """
    require(source)
    _require_unused(source)
    with database_at(source).claim(), opened(source) as reading:
        matches = everything(reading)
        wrong, replayed = _replayed(reading, matches, lambda part: progress(REPLAYING * part))
        rows = _copied(reading, target, lambda part: progress(REPLAYING + (1 - REPLAYING) * part))
    return MoveResult(rows, len(matches), replayed, tuple(wrong))


def _require_unused(source: Address) -> None:
    """StoreInUse if a process has a heartbeat; the row of a killed process has none."""
    before = _beats(source)
    if not before:
        return
    sleep(WATCHED_S)
    said = _beats(source) - before
    if said:
        raise StoreInUse(f"{source} is in use by {len(said)} processes; stop them first")


def _beats(source: Address) -> set[StoredProcess]:
    with opened(source) as reading:
        return set(alive()(reading))


def _copied(source: Transaction, target: Address, progress: Progress) -> dict[str, int]:
    if isinstance(target, Path):
        with named_when_whole(target) as part:
            return copied_into(database_at(part), source, progress)
    return copied_into(database_at(target), source, progress)


def _replayed(source: Transaction, matches: list[str], progress: Progress) -> tuple[list[WrongMatch], int]:
    """The matches that do not hold, and the number that this version can replay."""
    wrong, replayed = [], 0
    for number, match in enumerate(matches, start=1):
        try:
            found = examined(source, match)
        except NotExaminable:
            continue
        finally:
            progress(number / len(matches))
        replayed += 1
        wrong += [] if found is None else [found]
    return wrong, replayed
