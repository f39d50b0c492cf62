"""Matches are numbered, and entries are kept in the order in which they come, found by their match's number.

Moves of many matches that are made at once then fill one page; when entries lay with those of their own match, each
move changed a page of its own, and all of these were written with every commit. An id instead of a number is refused:
a process of an earlier version that still runs is told so, and acknowledges nothing that nobody would find again.
"""

import sqlalchemy as sa
from alembic import op

from parlour.store.columns import Whole, is_whole

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("matches", sa.Column("number", Whole))
    op.execute(
        "UPDATE matches SET number = ranked.number FROM (SELECT id, ROW_NUMBER() OVER (ORDER BY started, id) AS number "
        "FROM matches) AS ranked WHERE ranked.id = matches.id"
    )
    op.create_index("matches_number", "matches", ["number"], unique=True)
    op.rename_table("entries", "entries_by_id")
    op.create_table(
        "entries",
        sa.Column("match", Whole, primary_key=True),
        sa.Column("seq", Whole, primary_key=True),
        sa.Column("seat", Whole, nullable=False),
        sa.Column("ref", sa.String),
        sa.Column("entry", sa.LargeBinary, nullable=False),
        is_whole("match", "by_number"),
    )
    op.execute(
        "INSERT INTO entries SELECT matches.number, seq, seat, ref, entry FROM entries_by_id "
        "JOIN matches ON matches.id = entries_by_id.match ORDER BY matches.number, seq"
    )
    op.drop_table("entries_by_id")
