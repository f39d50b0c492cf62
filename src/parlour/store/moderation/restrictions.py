"""Bans and mutes: whom a host has sent away, or keeps from talking, since when and until when."""

from typing import Literal, TypeAlias

from msgspec import Struct
from sqlalchemy import and_, bindparam, delete, func, or_, select

from parlour.store.statements import Insertion, Statement
from parlour.store.tables import players, restrictions
from parlour.store.transaction import Transaction, job

Kind: TypeAlias = Literal["ban", "mute"]
Whose: TypeAlias = Literal["player", "address"]
_SET = Insertion(restrictions, existing="replace")
_LIFT = Statement(
    delete(restrictions).where(
        restrictions.c.kind == bindparam("what"),
        restrictions.c.whose == bindparam("of"),
        restrictions.c.key == bindparam("called"),
    )
)
_NOW = or_(restrictions.c.until.is_(None), restrictions.c.until > bindparam("now"))
_ALL = Statement(
    select(restrictions, func.coalesce(players.c.name, "").label("name"))
    .join(players, and_(restrictions.c.whose == "player", restrictions.c.key == players.c.id), isouter=True)
    .where(_NOW)
    .order_by(restrictions.c.since.desc(), restrictions.c.kind, restrictions.c.whose, restrictions.c.key)
)


class Restriction(Struct, frozen=True):
    """What holds for a player or an address now."""

    kind: Kind
    whose: Whose
    key: str
    """The player's id, or the address's hash."""
    since: int
    until: int | None
    """None until it is lifted."""
    reason: str
    name: str = ""
    """Of the player."""


@job
def impose(
    transaction: Transaction, kind: Kind, whose: Whose, key: str, since: int, until: int | None, reason: str
) -> None:
    """From now on; in place of one of the same kind."""
    transaction.insert(_SET, [(kind, whose, key, since, until, reason)])


@job
def lift(transaction: Transaction, kind: Kind, whose: Whose, key: str) -> bool:
    """Not any more; whether there was one."""
    return transaction.run(_LIFT, what=kind, of=whose, called=key) > 0


@job
def in_force(transaction: Transaction, now: int) -> list[Restriction]:
    """All that hold now, the latest first."""
    return [Restriction(*row) for row in transaction.many(_ALL, now=now)]
