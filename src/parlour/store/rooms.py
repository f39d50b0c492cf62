"""Rooms as they are kept: what the server needs to open them again after a restart."""

from msgspec import Struct, structs
from sqlalchemy import Connection, bindparam, delete, func, select
from sqlalchemy.dialects.sqlite import insert

from parlour.store.statements import Prepared
from parlour.store.tables import rooms
from parlour.store.writer import Job


class StoredRoom(Struct, frozen=True):
    """A room between two processes."""

    code: str
    game: str
    host: str
    """The player who opened it."""
    state: bytes
    """The server's own JSON of the rest."""
    match: str | None
    touched: int
    """Unix time in milliseconds of the last change."""


_ROOM = insert(rooms)
_KEEP = Prepared(
    _ROOM.on_conflict_do_update(index_elements=["code"], set_={c.name: _ROOM.excluded[c.name] for c in rooms.c})
)
_LOAD = Prepared(select(rooms).where(rooms.c.code == bindparam("wanted")))
_COUNT = Prepared(select(func.count()).select_from(rooms))
_HOSTED = Prepared(select(rooms.c.code).where(rooms.c.host == bindparam("by")).order_by(rooms.c.touched))


def keep(room: StoredRoom) -> Job[None]:
    """Write a room down, new or changed."""
    values = structs.asdict(room)

    def run(connection: Connection) -> None:
        _KEEP.run(connection, **values)

    return run


def load(code: str) -> Job[StoredRoom | None]:
    """The room of a code."""

    def run(connection: Connection) -> StoredRoom | None:
        row = _LOAD.run(connection, wanted=code).fetchone()
        return None if row is None else StoredRoom(*row)

    return run


def close(code: str) -> Job[None]:
    """The room is no more; its matches stay."""

    def run(connection: Connection) -> None:
        connection.execute(delete(rooms).where(rooms.c.code == code))

    return run


def count() -> Job[int]:
    """How many rooms there are."""
    return lambda connection: int(_COUNT.run(connection).fetchone()[0])


def hosted(player: str) -> Job[list[str]]:
    """Codes of the rooms that a player opened, those not touched for longest first."""
    return lambda connection: [code for (code,) in _HOSTED.run(connection, by=player)]


def naming(player: str) -> Job[dict[str, int]]:
    """Codes of the rooms in whose state a player's id occurs, and when each was last changed."""
    looking = select(rooms.c.code, rooms.c.touched).where(func.instr(rooms.c.state, player.encode()) > 0)
    return lambda connection: {row.code: row.touched for row in connection.execute(looking)}


def stale(before: int) -> Job[list[str]]:
    """Codes of the rooms that nobody touched since."""
    looking = select(rooms.c.code).where(rooms.c.touched < before)
    return lambda connection: list(connection.scalars(looking))
