"""Everything about a store that can be found out by reading it: is it whole, and does every log hold?"""

import shutil
from collections.abc import Callable
from pathlib import Path

from msgspec import Struct
from sqlalchemy import func, select

from parlour.store.offline import NoStore, Unknown, Wrong, everything, examined, opened, require
from parlour.store.sqlite import FAILURES, SqliteDatabase
from parlour.store.statements import Statement
from parlour.store.tables import entries, matches
from parlour.store.transaction import Transaction

Progress = Callable[[float], None]
"""Is told which part is done, up to 1."""
LEAST_FREE = 256 * 1024 * 1024
"""Bytes on the disk below which a server is about to refuse every move."""
MOST_NAMED = 100
"""Matches that are named one by one."""
PART_OF_INTEGRITY = 0.2
_GAPS = Statement(
    select(matches.c.id)
    .join(entries, entries.c.match == matches.c.number)
    .group_by(matches.c.id)
    .having(func.count() != func.max(entries.c.seq) + 1)
)
_STRAYS = Statement(select(func.count()).select_from(entries).where(entries.c.match.not_in(select(matches.c.number))))


class Check(Struct, frozen=True):
    """One question about a store and its answer."""

    name: str
    ok: bool
    said: str


class Examined(Struct, frozen=True):
    """What was found."""

    file: str
    checks: tuple[Check, ...]
    wrong: tuple[Wrong, ...]
    """Matches whose log cannot be read, has gaps, or does not bear out what is claimed."""

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong."""
        return all(check.ok for check in self.checks)


def examine(store: Path, progress: Progress) -> Examined:
    """Look at all of a store, also while a server uses it. Nothing is changed."""
    require(store)
    database = SqliteDatabase(store)
    damage = database.damage()
    checks = [Check("integrity", damage is None, damage or "every page, index and reference is sound"), _space(store)]
    progress(PART_OF_INTEGRITY)
    wrong: list[Wrong] = []
    if damage is None:
        try:
            checks.append(_version(store))
            with opened(store) as transaction:
                checks += _logs(transaction, wrong, progress)
        except (NoStore, *FAILURES) as error:
            database.require_unlocked(error)
            checks.append(Check("logs", False, f"they cannot be read: {error.args[0]}"))
    return Examined(str(store), tuple(checks), tuple(wrong[:MOST_NAMED]))


def _space(store: Path) -> Check:
    free = shutil.disk_usage(store.parent).free
    return Check("disk space", free >= LEAST_FREE, f"{free // 1024**2:,} MiB are free beside it")


def _version(store: Path) -> Check:
    if SqliteDatabase(store).up_to_date():
        return Check("version", True, "the tables are those of this version")
    return Check("version", True, "the tables are those of another version; a server brings earlier ones up to date")


def _logs(transaction: Transaction, wrong: list[Wrong], progress: Progress) -> list[Check]:
    names = everything(transaction)
    unknown = 0
    wrong += [Wrong(row.id, "gap", "some of its entries are missing") for row in transaction.many(_GAPS)]
    for number, name in enumerate(names, start=1):
        try:
            found = examined(transaction, name)
        except Unknown:
            unknown += 1
        else:
            wrong += [] if found is None else [found]
        progress(PART_OF_INTEGRITY + (1 - PART_OF_INTEGRITY) * number / len(names))
    bad = len({found.match for found in wrong})
    said = f"{len(names) - unknown} matches replayed, {bad} do not hold; {unknown} cannot be replayed by this version"
    [[strays]] = transaction.many(_STRAYS)
    return [
        Check("logs", not bad, said),
        Check("strays", not strays, f"{strays} entries belong to no match"),
    ]
