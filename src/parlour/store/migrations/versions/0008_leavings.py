"""Who left a match under way, whom a player met, and which ratings are provisional.

Ratings are derived: they are thrown away here, and derived again when the store is opened.
"""

import sqlalchemy as sa
from alembic import op

from parlour.store.columns import Whole

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.create_table(
        "leavings",
        sa.Column("match", sa.String, sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", Whole, primary_key=True),
        sa.Column("player", sa.String, index=True),
        sa.Column("at", Whole, nullable=False),
        sqlite_with_rowid=False,
    )
    op.drop_table("ratings")
    op.create_table(
        "ratings",
        sa.Column("game", sa.String, primary_key=True),
        sa.Column("player", sa.String, sa.ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("rating", Whole, nullable=False),
        sa.Column("games", Whole, nullable=False),
        sa.Column("at", Whole, nullable=False),
        sa.Column("provisional", sa.Boolean, nullable=False),
        sa.Column("points", Whole, nullable=False),
        sa.Index("ratings_order", "game", sa.text("points DESC"), "at", "player"),
        sa.Index("ratings_player", "player"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "meetings",
        sa.Column("game", sa.String, primary_key=True),
        sa.Column("player", sa.String, sa.ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("at", Whole, primary_key=True),
        sa.Column("match", sa.String, primary_key=True),
        sa.Column("seat", Whole, primary_key=True),
        sa.Column("opponent", sa.String, sa.ForeignKey("players.id", ondelete="SET NULL")),
        sa.Column("newcomer", sa.Boolean, nullable=False),
        sa.Index("meetings_match", "match", "player"),
        sa.Index("meetings_opponent", "opponent"),
        sa.Index("meetings_player", "player"),
        sqlite_with_rowid=False,
    )
