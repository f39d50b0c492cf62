"""A store in which something was played."""

import asyncio

from parlour.games import kits
from parlour.protocol.ranking import Seated
from parlour.store import log, standings
from parlour.store.store import Store
from parlour.store.transaction import Transaction
from parlour.testing.players import finished


def fill(address: str) -> None:
    """A store with two confirmed matches."""

    def two_matches(transaction: Transaction) -> None:
        for seed in (1, 2):
            session = finished(kits()["dots-and-boxes"].game, seed).session
            log.begin("", session, [Seated("Ann"), Seated("Bob")])(transaction)
            stored = log.stored(session.id)(transaction)
            assert stored is not None
            standings.confirm([(stored, True)])(transaction)

    store = Store(address)
    asyncio.run(store.write(two_matches))
    store.close()
