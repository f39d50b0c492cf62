"""Locks for standings, and which ratings are still to be derived.

Many commits that change standings share a lock; a full rebuild holds it alone. While a rebuild runs, every other commit
that needs the lock is refused at once (StoreBusy), so that its process writes on. A rebuild waits for the commits that
hold the lock, and looks at the store after them.
"""

from secrets import randbits

from sqlalchemy import bindparam, delete, select, update

from parlour.store.statements import Insertion, Statement, table_lock
from parlour.store.tables import derivations
from parlour.store.transaction import Transaction

STANDINGS, EVERYTHING, RATINGS_OF = "standings", "everything", "ratings of "
"""Names of rows; the last one is followed by a game, and there while the ratings of that game are outdated."""
NUMBER_BITS = 60
_PREPARE = Insertion(derivations, ("name", "version"), existing="keep")
_UPDATE_STANDINGS, _UPDATE_EVERYTHING = (
    Statement(update(derivations).where(derivations.c.name == name).values(version=derivations.c.version))
    for name in (STANDINGS, EVERYTHING)
)
_LOCK_ALONE = Statement(table_lock(derivations, "exclusive"))
_LOCK_SHARED = Statement(table_lock(derivations, "shared"))
_LOCK_EVERYTHING_SHARED = Statement(
    select(derivations.c.name).where(derivations.c.name == EVERYTHING).with_for_update(read=True, nowait=True)
)
_OF_RATINGS = derivations.c.name.startswith(RATINGS_OF)
_OUTDATE = Insertion(derivations, ("name", "version"), existing="replace")
_OUTDATED = Statement(select(derivations).where(_OF_RATINGS))
_RENUMBER = Statement(update(derivations).where(_OF_RATINGS).values(version=bindparam("number")))
_CLEAR = Statement(delete(derivations).where(derivations.c.name == bindparam("called")))


def prepare(transaction: Transaction) -> None:
    """Insert the row that a rebuild locks."""
    transaction.insert(_PREPARE, [(EVERYTHING, 0)])


def lock_shared(transaction: Transaction) -> None:
    """Keep rebuilds waiting until this commit; StoreBusy at once if one is under way."""
    transaction.run(_LOCK_SHARED)
    transaction.many(_LOCK_EVERYTHING_SHARED)


def lock_derived_rows(transaction: Transaction) -> None:
    """Lock the derived rows as ``lock_shared`` does, but for one at a time: of two commits that derive rows, the second
    does so from what the first has left."""
    lock_shared(transaction)
    transaction.run(_UPDATE_STANDINGS)


def lock_alone(transaction: Transaction) -> None:
    """Hold these locks alone until this commit. Comes before all else in a transaction."""
    transaction.run(_LOCK_ALONE)
    transaction.run(_UPDATE_EVERYTHING)
    transaction.run(_UPDATE_STANDINGS)


def outdate_ratings(transaction: Transaction, game: str) -> None:
    """Write down that the ratings of a game are to be derived again. Needs ``lock_alone``: whoever takes a lock later
    sees it."""
    transaction.insert(_OUTDATE, [(RATINGS_OF + game, randbits(NUMBER_BITS))])


def renumber_outdated_ratings(transaction: Transaction) -> None:
    """Give outdated ratings new numbers: seats or results of earlier matches have changed, so that whoever is deriving
    ratings has to begin anew. Needs one of the locks."""
    transaction.run(_RENUMBER, number=randbits(NUMBER_BITS))


def outdated_ratings(transaction: Transaction) -> dict[str, int]:
    """The games whose ratings are outdated, each with its number, which was never there before."""
    return {row.name.removeprefix(RATINGS_OF): row.version for row in transaction.many(_OUTDATED)}


def ratings_are_derived(transaction: Transaction, game: str) -> None:
    """Write down that the ratings of a game are not outdated any more."""
    transaction.run(_CLEAR, called=RATINGS_OF + game)
