"""Players, rooms, matches and their entries."""

import sqlalchemy as sa
from alembic import op

from parlour.store.columns import Whole, only_where

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "players",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("phrase_hash", sa.LargeBinary, unique=True),
        sa.Column("created", Whole, nullable=False),
    )
    op.create_table(
        "tokens",
        sa.Column("hash", sa.LargeBinary, primary_key=True),
        sa.Column("player", sa.String, sa.ForeignKey("players.id", ondelete="CASCADE"), nullable=False, index=True),
        sa.Column("created", Whole, nullable=False),
    )
    op.create_table(
        "rooms",
        sa.Column("code", sa.String, primary_key=True),
        sa.Column("game", sa.String, nullable=False),
        sa.Column("host", sa.String, nullable=False, index=True),
        sa.Column("state", sa.LargeBinary, nullable=False),
        sa.Column("match", sa.String),
        sa.Column("touched", Whole, nullable=False, index=True),
    )
    op.create_table(
        "matches",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("room", sa.String, nullable=False),
        sa.Column("game", sa.String, nullable=False),
        sa.Column("header", sa.LargeBinary, nullable=False),
        sa.Column("started", Whole, nullable=False),
        sa.Column("ended", Whole),
        sa.Column("outcome", sa.LargeBinary),
        sa.Column("confirmed", sa.Boolean),
        sa.Index("matches_unconfirmed", "ended", **only_where("outcome IS NOT NULL AND confirmed IS NULL")),
        sa.Index("matches_live", "room", **only_where("ended IS NULL")),
    )
    op.create_table(
        "seats",
        sa.Column("match", sa.String, sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("seat", Whole, primary_key=True),
        sa.Column("player", sa.String, index=True),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("bot", sa.String),
    )
    op.create_table(
        "entries",
        sa.Column("match", sa.String, primary_key=True),
        sa.Column("seq", Whole, primary_key=True),
        sa.Column("seat", Whole, nullable=False),
        sa.Column("ref", sa.String),
        sa.Column("entry", sa.LargeBinary, nullable=False),
        sa.Index("entries_ref", "match", "seat", "ref", unique=True, **only_where("ref IS NOT NULL")),
        sqlite_with_rowid=False,
    )
