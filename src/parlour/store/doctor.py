"""Checks of a store by reading all of it: whether it is whole, and whether every log holds."""

from collections.abc import Callable

from msgspec import Struct
from sqlalchemy import func, select

from parlour.store.address import Address
from parlour.store.checks import Check, doubtful, fine, wrong
from parlour.store.database import ConnectionLost, Database, Space
from parlour.store.databases import database_at
from parlour.store.offline import NoStore, NotExaminable, WrongMatch, everything, examined, opened, require
from parlour.store.statements import Statement
from parlour.store.tables import entries, matches
from parlour.store.transaction import Transaction

Progress = Callable[[float], None]
"""A callback that is told which part is done, up to 1."""
LEAST_FREE = 256 * 1024 * 1024
"""Bytes on the disk below which a server is about to refuse every move."""
MOST_NAMED = 100
"""Matches that are named one by one."""
PART_OF_INTEGRITY = 0.2
REACH = "start PostgreSQL, and see that host, port, user, password and database are right"
RESTORE = "keep the files, and restore a backup (docs/OPERATIONS.md)"
_GAPS = Statement(
    select(matches.c.id)
    .join(entries, entries.c.match == matches.c.number)
    .group_by(matches.c.id)
    .having(func.count() != func.max(entries.c.seq) + 1)
)
_STRAYS = Statement(select(func.count()).select_from(entries).where(entries.c.match.not_in(select(matches.c.number))))


class StoreReport(Struct, frozen=True):
    """The result of an examination."""

    file: str
    checks: tuple[Check, ...]
    wrong: tuple[WrongMatch, ...]
    """Matches whose log cannot be read, has gaps, or does not bear out what is claimed."""


def examine(store: Address, progress: Progress) -> StoreReport:
    """Look at all of a store, also while a server uses it. Nothing is changed."""
    require(store)
    database = database_at(store)
    try:
        damage = database.damage()
    except ConnectionLost as error:
        away = wrong("database", f"{database} does not answer: {error}", REACH)
        return StoreReport(str(store), (away,), ())
    checks = [fine("database", f"{database} answers"), _integrity(damage, database.looked_at)]
    space = database.space()
    if space is not None:
        checks.append(_space(space))
    progress(PART_OF_INTEGRITY)
    not_holding: list[WrongMatch] = []
    unreadable: tuple[type[Exception], ...] = (NoStore, *database.failures)
    if damage is None:
        try:
            checks.append(_version(database))
            with opened(store) as transaction:
                checks += _logs(transaction, not_holding, progress)
        except unreadable as error:
            database.require_unlocked(error)
            checks.append(wrong("logs", f"they cannot be read: {error.args[0]}", RESTORE))
    return StoreReport(str(store), tuple(checks), tuple(not_holding[:MOST_NAMED]))


def _integrity(damage: str | None, looked_at: str) -> Check:
    return fine("integrity", looked_at) if damage is None else wrong("integrity", damage, RESTORE)


def _space(space: Space) -> Check:
    said = f"{space.free // 1024**2:,} MiB are free beside it"
    if space.free < LEAST_FREE:
        return wrong("disk space", said, "free some: the server is about to refuse every move")
    if space.free < space.taken:
        return doubtful("disk space", f"{said}, too little for a copy of it", "free some, or move it to a larger disk")
    return fine("disk space", said)


def _version(database: Database) -> Check:
    if database.up_to_date():
        return fine("version", "the tables are those of this version")
    return doubtful(
        "version",
        "the tables are those of another version",
        "parlour serve brings earlier ones up to date; for later ones install the version that wrote them",
    )


def _logs(transaction: Transaction, not_holding: list[WrongMatch], progress: Progress) -> list[Check]:
    names = everything(transaction)
    unknown = 0
    not_holding += [WrongMatch(row.id, "gap", "some of its entries are missing") for row in transaction.many(_GAPS)]
    for number, name in enumerate(names, start=1):
        try:
            found = examined(transaction, name)
        except NotExaminable:
            unknown += 1
        else:
            not_holding += [] if found is None else [found]
        progress(PART_OF_INTEGRITY + (1 - PART_OF_INTEGRITY) * number / len(names))
    bad = len({found.match for found in not_holding})
    said = f"{len(names) - unknown} matches replayed, {bad} do not hold; {unknown} cannot be replayed by this version"
    [[strays]] = transaction.many(_STRAYS)
    belonging = f"{strays} entries belong to no match"
    return [
        wrong("logs", said, RESTORE) if bad else fine("logs", said),
        wrong("strays", belonging, RESTORE) if strays else fine("strays", belonging),
    ]
