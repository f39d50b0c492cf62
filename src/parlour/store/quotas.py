"""What addresses and players had used up of a day's quota when the server last looked."""

from collections.abc import Sequence

from msgspec import Struct
from sqlalchemy import delete, select

from parlour.store.statements import Insertion, Statement
from parlour.store.tables import quotas
from parlour.store.transaction import Transaction, job


class Spent(Struct, frozen=True):
    """How much of one thing a key had used up at a moment (Unix time in milliseconds)."""

    kind: str
    key: str
    spent: float
    at: int


_KEEP = Insertion(quotas, ("kind", "key", "spent", "at"))
_KEPT = Statement(select(quotas.c.kind, quotas.c.key, quotas.c.spent, quotas.c.at))
_EMPTY = Statement(delete(quotas))


@job
def keep(transaction: Transaction, spent: Sequence[Spent]) -> None:
    """This, in place of what was kept before."""
    transaction.run(_EMPTY)
    transaction.insert(_KEEP, [(one.kind, one.key, one.spent, one.at) for one in spent])


@job
def kept(transaction: Transaction) -> list[Spent]:
    """All that was kept."""
    return [Spent(*row) for row in transaction.many(_KEPT)]
