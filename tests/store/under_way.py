"""Matches under way, for tests that only add entries to them."""

from secrets import token_hex

from msgspec import structs

from parlour.games import kits
from parlour.store import log
from parlour.store.log import Line
from parlour.store.transaction import Transaction, job
from parlour.testing.players import begin


@job
def under_way(transaction: Transaction, count: int = 1) -> list[int]:
    """So many matches that nobody has begun; gives their numbers, in a new store from 1 on."""
    session = begin(kits()["dots-and-boxes"].game, 1).session
    named = [structs.replace(session, id=token_hex(8)) for _ in range(count)]
    return [log.begin("ROOM", one, [])(transaction) for one in named]


def line(said: str, ref: str | None = None) -> Line:
    """An entry of the first seat, whatever it says."""
    return Line(0, said.encode(), ref)
