"""Players. Tokens and phrases are stored as hashes only: whoever reads the file can sign in as nobody."""

from msgspec import Struct
from sqlalchemy import BindParameter, Connection, bindparam, delete, insert, select, update

from parlour.store.statements import Prepared
from parlour.store.tables import players, seats, tokens
from parlour.store.writer import Job

GONE = "a player who left"
"""What stands in old matches instead of a deleted player's name."""


class Player(Struct, frozen=True):
    """An identity on this server."""

    id: str
    name: str
    recoverable: bool = False
    """Whether a recovery phrase has been given out."""


_PLAYER = select(players.c.id, players.c.name, players.c.phrase_hash.is_not(None))
_HASH: BindParameter[bytes] = bindparam("hash")
_BY_TOKEN = Prepared(_PLAYER.join(tokens, tokens.c.player == players.c.id).where(tokens.c.hash == _HASH))
_BY_PHRASE = Prepared(_PLAYER.where(players.c.phrase_hash == _HASH))


def add(player: Player, token_hash: bytes, now: int) -> Job[None]:
    """A new player on its first device."""

    def run(connection: Connection) -> None:
        connection.execute(insert(players).values(id=player.id, name=player.name, created=now))
        connection.execute(insert(tokens).values(hash=token_hash, player=player.id, created=now))

    return run


def add_token(player: str, token_hash: bytes, now: int) -> Job[None]:
    """The player on one more device."""

    def run(connection: Connection) -> None:
        connection.execute(insert(tokens).values(hash=token_hash, player=player, created=now))

    return run


def by_token(token_hash: bytes) -> Job[Player | None]:
    """Whose token this is."""
    return lambda connection: _one(connection, _BY_TOKEN, token_hash)


def by_phrase(phrase_hash: bytes) -> Job[Player | None]:
    """Whose recovery phrase this is."""
    return lambda connection: _one(connection, _BY_PHRASE, phrase_hash)


def rename(player: str, name: str) -> Job[None]:
    """From now on called so; matches keep the name that was played under."""

    def run(connection: Connection) -> None:
        connection.execute(update(players).where(players.c.id == player).values(name=name))

    return run


def set_phrase(player: str, phrase_hash: bytes) -> Job[None]:
    """The phrase before it stops working."""

    def run(connection: Connection) -> None:
        connection.execute(update(players).where(players.c.id == player).values(phrase_hash=phrase_hash))

    return run


def forget(player: str) -> Job[None]:
    """Delete the player, and with them their tokens, results, bests, ratings and attempts.

    The matches stay replayable, without a name.
    """

    def run(connection: Connection) -> None:
        connection.execute(update(seats).where(seats.c.player == player).values(player=None, name=GONE))
        connection.execute(delete(players).where(players.c.id == player))

    return run


def _one(connection: Connection, looking: Prepared, secret_hash: bytes) -> Player | None:
    row = looking.run(connection, hash=secret_hash).fetchone()
    return None if row is None else Player(row[0], row[1], bool(row[2]))
