"""Bans and mutes, of players and of addresses, with their beginning and end."""

from typing import Literal, TypeAlias

from msgspec import Struct
from sqlalchemy import and_, bindparam, delete, func, or_, select, update

from parlour.store.moderation import audit
from parlour.store.moderation.stored_words import SIGN_IN
from parlour.store.statements import Insertion, Statement
from parlour.store.tables import players, restrictions
from parlour.store.transaction import Transaction, job

Kind: TypeAlias = Literal["ban", "mute"]
Whose: TypeAlias = Literal["player", "address", "range", "account"]
_SET = Insertion(restrictions, existing="replace")
_LIFT = Statement(
    delete(restrictions).where(
        restrictions.c.kind == bindparam("what"),
        restrictions.c.whose == bindparam("of"),
        restrictions.c.key == bindparam("called"),
    )
)
IN_FORCE = or_(restrictions.c.until.is_(None), restrictions.c.until > bindparam("now"))
"""The condition that a restriction has not expired."""
_ALL = Statement(
    select(restrictions, func.coalesce(players.c.name, "").label("name"))
    .join(players, and_(restrictions.c.whose == "player", restrictions.c.key == players.c.id), isouter=True)
    .where(IN_FORCE)
    .order_by(restrictions.c.since.desc(), restrictions.c.kind, restrictions.c.whose, restrictions.c.key)
)


_HELD = and_(restrictions.c.whose == bindparam("of"), restrictions.c.key == bindparam("called"))
_OF = Statement(select(restrictions).where(_HELD, IN_FORCE))
_LEAVE = Statement(update(restrictions).where(_HELD).values(whose="account", key=bindparam("account")))
_LIFT_ALL = Statement(delete(restrictions).where(_HELD))
_PLAYER = Statement(select(players.c.name, players.c.account).where(players.c.id == bindparam("player")))
_FOR_EVER = 2**62


class Restriction(Struct, frozen=True):
    """A ban or a mute of a player, an address or a range of addresses."""

    kind: Kind
    whose: Whose
    key: str
    """The player's id, the hash of an address or of an account whose player was deleted, or a range as it is written:
    it names a network, and no one who is there."""
    since: int
    until: int | None
    """When it expires; None if it stays until it is lifted."""
    reason: str
    name: str = ""
    """The player's name."""


@job
def impose(
    transaction: Transaction, kind: Kind, whose: Whose, key: str, since: int, until: int | None, reason: str
) -> None:
    """Impose a ban or a mute, in place of one of the same kind."""
    transaction.insert(_SET, [(kind, whose, key, since, until, reason)])


@job
def lift(transaction: Transaction, kind: Kind, whose: Whose, key: str) -> bool:
    """Lift a ban or a mute; whether there was one."""
    return transaction.run(_LIFT, what=kind, of=whose, called=key) > 0


@job
def in_force(transaction: Transaction, now: int) -> list[Restriction]:
    """The bans and mutes that are in force, the latest first."""
    return [Restriction(*row) for row in transaction.many(_ALL, now=now)]


@job
def is_muted(transaction: Transaction, player: str, now: int) -> bool:
    """Whether a host keeps the player from talking and renaming now."""
    return any(row.kind == "mute" for row in transaction.many(_OF, of="player", called=player, now=now))


@job
def leave_to_account(transaction: Transaction, player: str) -> None:
    """Remove the restrictions of a player who is deleted, or move them to their account, if they have one."""
    row = transaction.one(_PLAYER, player=player)
    if row is not None and row.account is not None:
        transaction.run(_LEAVE, of="player", called=player, account=bytes(row.account).hex())
    transaction.run(_LIFT_ALL, of="player", called=player)


@job
def take_from_account(transaction: Transaction, player: str, account: bytes, now: int) -> None:
    """Move the restrictions of an account to its player."""
    _take_over(transaction, player, "account", account.hex(), now)


@job
def take_from_guest(transaction: Transaction, player: str, guest: str, now: int) -> None:
    """Move the restrictions of a guest to a player."""
    _take_over(transaction, player, "player", guest, now)


def _take_over(transaction: Transaction, player: str, whose: Whose, key: str, now: int) -> None:
    """Give a player the restrictions of another owner; of two of one kind the longer one stays. A line of the log tells
    hosts and servers."""
    own = {row.kind: row for row in transaction.many(_OF, of="player", called=player, now=now)}
    named = transaction.one(_PLAYER, player=player)
    for row in transaction.many(_OF, of=whose, called=key, now=now):
        before = own.get(row.kind)
        if before is None or (before.until or _FOR_EVER) < (row.until or _FOR_EVER):
            impose(row.kind, "player", player, row.since, row.until, row.reason)(transaction)
            name = "" if named is None else named.name
            audit.add(SIGN_IN, row.kind, player, name, row.reason, now, row.until)(transaction)
    transaction.run(_LIFT_ALL, of=whose, called=key)
