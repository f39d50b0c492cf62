"""Secrets of the store: random bits that are drawn when first asked for, and kept from then on."""

import secrets as random_bits

from sqlalchemy import bindparam, select

from parlour.store.statements import Insertion, Statement
from parlour.store.tables import secrets
from parlour.store.transaction import Transaction, job

_DRAW = Insertion(secrets, ("name", "value"), existing="keep")
_SECRET = Statement(select(secrets.c.value).where(secrets.c.name == bindparam("called")))


@job
def obtain(transaction: Transaction, name: str) -> bytes:
    """The secret of a name: 256 random bits, drawn when it is first asked for."""
    transaction.insert(_DRAW, [(name, random_bits.token_bytes(32))])
    [[secret]] = transaction.many(_SECRET, called=name)
    return bytes(secret)
