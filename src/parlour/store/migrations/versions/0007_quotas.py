"""Where rooms were opened from, when players were last seen, and what was spent of quotas; what is left is found fast.

Of players who came before this nobody knows when they were last seen: from now on it is known.
"""

import time

import sqlalchemy as sa
from alembic import op

from parlour.store.columns import Whole, only_where

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.add_column("rooms", sa.Column("address", sa.String, nullable=False, server_default=sa.text("''")))
    op.create_index("ix_rooms_address", "rooms", ["address"])
    op.add_column("players", sa.Column("seen", Whole, nullable=False, server_default=sa.text("0")))
    op.execute(sa.text("UPDATE players SET seen = :now").bindparams(now=int(time.time() * 1000)))
    op.create_index("players_seen", "players", ["seen", "id"], **only_where("phrase_hash IS NULL"))
    op.create_index("matches_left", "matches", ["ended"], **only_where("outcome IS NULL AND ended IS NOT NULL"))
    op.create_table(
        "quotas",
        sa.Column("kind", sa.String, primary_key=True),
        sa.Column("key", sa.String, primary_key=True),
        sa.Column("spent", sa.Float, nullable=False),
        sa.Column("at", Whole, nullable=False),
        sqlite_with_rowid=False,
    )
