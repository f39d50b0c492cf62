"""The spent quotas of addresses and players, saved for the next start."""

from collections.abc import Sequence

from msgspec import Struct
from sqlalchemy import bindparam, delete, select

from parlour.store.statements import Insertion, Statement
from parlour.store.tables import quotas
from parlour.store.transaction import Transaction, job


class SpentQuota(Struct, frozen=True):
    """The part of a quota that a key had used up at a moment (Unix time in milliseconds)."""

    kind: str
    key: str
    spent: float
    at: int


_KEEP = Insertion(quotas, ("kind", "key", "spent", "at"), existing="replace")
_KEPT = Statement(select(quotas.c.kind, quotas.c.key, quotas.c.spent, quotas.c.at))
_FORGET = Statement(delete(quotas).where(quotas.c.at < bindparam("before")))


@job
def keep(transaction: Transaction, spent: Sequence[SpentQuota], before: int) -> None:
    """Save what was spent, in place of what the same keys had; remove what was saved before a moment.

    If somebody spent something at two processes, the value that is saved last stays.
    """
    transaction.run(_FORGET, before=before)
    transaction.insert(_KEEP, [(one.kind, one.key, one.spent, one.at) for one in spent])


@job
def kept(transaction: Transaction) -> list[SpentQuota]:
    """All saved quotas."""
    return [SpentQuota(*row) for row in transaction.many(_KEPT)]
