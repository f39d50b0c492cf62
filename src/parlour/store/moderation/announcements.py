"""The announcement: what a host says to everybody, one thing at a time."""

from msgspec import Struct
from sqlalchemy import bindparam, delete, or_, select

from parlour.store.statements import Insertion, Statement
from parlour.store.tables import announcements
from parlour.store.transaction import Transaction, job

_ADD = Insertion(announcements)
_END = Statement(delete(announcements))
_NOW = Statement(
    select(announcements).where(or_(announcements.c.until.is_(None), announcements.c.until > bindparam("now")))
)


class Announcement(Struct, frozen=True):
    """The host's own words."""

    act: int
    """The number of the act by which it was made: another one is another announcement."""
    at: int
    until: int | None
    text: str


@job
def announce(transaction: Transaction, announcement: Announcement) -> None:
    """Store an announcement in place of the one before."""
    transaction.run(_END)
    row = (announcement.act, announcement.at, announcement.until, announcement.text)
    transaction.insert(_ADD, [row])


@job
def end(transaction: Transaction) -> bool:
    """Remove the announcement; whether there was one."""
    return transaction.run(_END) > 0


@job
def current(transaction: Transaction, now: int) -> Announcement | None:
    """The announcement that is shown now."""
    row = transaction.one(_NOW, now=now)
    return None if row is None else Announcement(*row)
