"""A store of its own for a test, and finished matches kept in it."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from parlour.core.session import AnySession
from parlour.store import log, players, standings
from parlour.store.players import Player
from parlour.store.ranking import Origin, Seated
from parlour.store.sqlite import SqliteConnection, SqliteDatabase
from parlour.store.transaction import Transaction

DRAWN = Origin(drawn=True)


@contextmanager
def a_store(*names: str) -> Iterator[SqliteConnection]:
    """An open transaction on a new store in which these people are players."""
    with TemporaryDirectory() as folder:
        database = SqliteDatabase(Path(folder) / "parlour.db")
        database.migrate()
        connection = database.writing()
        connection.begin()
        for name in names:
            players.add(Player(name, name.upper()), name.encode(), 0)(connection)
        yield connection
        connection.commit()
        database.close()


def kept(transaction: Transaction, session: AnySession, *who: str, origin: Origin = DRAWN) -> log.StoredMatch:
    """A finished match in the store, not yet confirmed."""
    seats = [Seated(name.upper(), player=name) for name in who]
    log.begin("ROOM", session, seats, origin)(transaction)
    stored = log.stored(session.id)(transaction)
    assert stored is not None
    return stored


def confirmed(
    transaction: Transaction, session: AnySession, *who: str, origin: Origin = DRAWN, too_fast: bool = False
) -> str:
    """A finished match in the store, confirmed."""
    stored = kept(transaction, session, *who, origin=origin)
    standings.confirm([(stored, True)], {session.id} if too_fast else ())(transaction)
    return session.id
