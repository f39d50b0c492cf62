"""Matches that were played at home and handed in, and the seed of every match: whether one was played here before."""

from collections.abc import Iterator
from typing import Any

import msgspec
import sqlalchemy as sa
from alembic import op

from parlour.store.columns import Whole

revision = "0019"
down_revision = "0018"
PAGE = 1_000


class _Header(msgspec.Struct):
    seed: int


def upgrade() -> None:
    op.create_table(
        "home_matches",
        sa.Column("match", sa.String, sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("handed_in", Whole, nullable=False),
        sa.Column("digest", sa.LargeBinary, nullable=False, unique=True),
        sqlite_with_rowid=False,
    )
    op.add_column("matches", sa.Column("seed", Whole))
    change = sa.text("UPDATE matches SET seed = :seed WHERE id = :id")
    for page in _pages(op.get_bind()):
        op.get_bind().execute(change, [{"id": match, "seed": _seed(bytes(header))} for match, header in page])
    op.create_index("matches_seed", "matches", ["seed", "game"])


def _pages(connection: sa.Connection) -> Iterator[list[Any]]:
    """Ids and headers of all matches, a thousand at a time: a store may hold more than fits into memory."""
    look = sa.text("SELECT id, header FROM matches WHERE id > :last ORDER BY id LIMIT :most")
    last = ""
    while page := connection.execute(look, {"last": last, "most": PAGE}).fetchall():
        yield list(page)
        last = page[-1][0]


def _seed(header: bytes) -> int | None:
    """None where a header cannot be read."""
    try:
        return msgspec.json.decode(header, type=_Header).seed % 2**32
    except msgspec.MsgspecError:
        return None
