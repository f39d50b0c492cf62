"""Links to the host's page. Of the token in each only the hash is kept."""

from msgspec import Struct
from sqlalchemy import bindparam, delete, select

from parlour.store.statements import Insertion, Row, Statement
from parlour.store.tables import admin_links
from parlour.store.transaction import Transaction, job

_ADD = Insertion(admin_links)
_VALID = admin_links.c.expires > bindparam("now")
_BY_HASH = Statement(select(admin_links).where(admin_links.c.hash == bindparam("secret"), _VALID))
_ALL = Statement(select(admin_links).where(_VALID).order_by(admin_links.c.created, admin_links.c.hash))
_WITHDRAW = Statement(delete(admin_links).where(admin_links.c.hash == bindparam("secret")))
SHOWN = 8
"""The number of hexadecimal digits of its hash by which a link is shown."""


class AdminLink(Struct, frozen=True):
    """A link that has not expired."""

    id: str
    """The beginning of its hash."""
    name: str
    """The host who has it, as the log of acts names them."""
    created: int
    expires: int


@job
def add(transaction: Transaction, token_hash: bytes, name: str, now: int, expires: int) -> AdminLink:
    """A new link."""
    transaction.insert(_ADD, [(token_hash, name, now, expires)])
    return AdminLink(token_hash.hex()[:SHOWN], name, now, expires)


@job
def by_token(transaction: Transaction, token_hash: bytes, now: int) -> AdminLink | None:
    """The link of a token, unless it has expired or was withdrawn."""
    row = transaction.one(_BY_HASH, secret=token_hash, now=now)
    return None if row is None else AdminLink(token_hash.hex()[:SHOWN], row.name, row.created, row.expires)


@job
def valid(transaction: Transaction, now: int) -> list[AdminLink]:
    """The links that are valid now, the oldest first."""
    return [AdminLink(row.hash.hex()[:SHOWN], row.name, row.created, row.expires) for row in _valid(transaction, now)]


@job
def withdraw(transaction: Transaction, link: str, now: int) -> str | None:
    """Withdraw the link whose hash begins so; returns its host's name, or None if there is none."""
    found = [row for row in _valid(transaction, now) if row.hash.hex()[:SHOWN] == link]
    for row in found:
        transaction.run(_WITHDRAW, secret=row.hash)
    return found[0].name if found else None


def _valid(transaction: Transaction, now: int) -> list[Row]:
    return transaction.many(_ALL, now=now)
