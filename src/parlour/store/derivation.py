"""Whose turn it is to derive standings: match by match in one commit after another, or everything again by one process.

While everything is derived again, whoever else would change the same rows is refused at once, and waits for nobody:
its process writes on. Whoever derives everything waits for the others first, and then looks: nobody is in its way.
"""

from sqlalchemy import select, update

from parlour.store.statements import Insertion, Statement, table_lock
from parlour.store.tables import derivations
from parlour.store.transaction import Transaction

STANDINGS, EVERYTHING = "standings", "everything"
_PREPARE = Insertion(derivations, ("name", "version"), existing="keep")
_TAKE_TURN, _TAKE_ALL = (
    Statement(update(derivations).where(derivations.c.name == name).values(version=derivations.c.version))
    for name in (STANDINGS, EVERYTHING)
)
_KEEP_ALL = Statement(table_lock(derivations, "exclusive"))
_KEEP = Statement(table_lock(derivations, "shared"))
_NOT_ALL = Statement(
    select(derivations.c.name).where(derivations.c.name == EVERYTHING).with_for_update(read=True, nowait=True)
)


def prepare(transaction: Transaction) -> None:
    """There is something to be held by whoever derives everything."""
    transaction.insert(_PREPARE, [(EVERYTHING, 0)])


def stand_aside(transaction: Transaction) -> None:
    """Until this commit nobody derives everything; StoreBusy at once if somebody is about it."""
    transaction.run(_KEEP)
    transaction.many(_NOT_ALL)


def take_turn(transaction: Transaction) -> None:
    """Of two who derive something the second does so from what the first has left; StoreBusy as above."""
    stand_aside(transaction)
    transaction.run(_TAKE_TURN)


def take_all(transaction: Transaction) -> None:
    """Nobody else derives anything until this commit. Comes before all else in a transaction."""
    transaction.run(_KEEP_ALL)
    transaction.run(_TAKE_ALL)
    transaction.run(_TAKE_TURN)
