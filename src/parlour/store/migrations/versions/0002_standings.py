"""Where seeds come from, who took over a seat; results, bests, ratings, daily attempts, analyses.

Of matches that were begun before this nobody knows whether the server drew the seed, so they rank nowhere.
"""

import sqlalchemy as sa
from alembic import op

from parlour.store.columns import Whole, only_where

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("matches", sa.Column("drawn", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("matches", sa.Column("daily", sa.String))
    op.add_column("matches", sa.Column("place", Whole))
    op.execute(
        "UPDATE matches SET place = ranked.place FROM (SELECT id, ROW_NUMBER() OVER (ORDER BY ended, id) AS place "
        "FROM matches WHERE confirmed IS NOT NULL) AS ranked WHERE ranked.id = matches.id"
    )
    op.create_index("matches_place", "matches", ["place"], unique=True)
    op.add_column("seats", sa.Column("changed", sa.Boolean, nullable=False, server_default=sa.false()))
    _derived()
    op.create_table(
        "attempts",
        sa.Column("game", sa.String, primary_key=True),
        sa.Column("day", sa.String, primary_key=True),
        sa.Column("player", sa.String, sa.ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("match", sa.String, sa.ForeignKey("matches.id"), nullable=False),
        sa.Index("attempts_player", "player"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "secrets",
        sa.Column("name", sa.String, primary_key=True),
        sa.Column("value", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "analyses",
        sa.Column("match", sa.String, sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("rules_version", Whole, primary_key=True),
        sa.Column("asked", Whole, nullable=False),
        sa.Column("report", sa.LargeBinary),
        sa.Index("analyses_waiting", "asked", **only_where("report IS NULL")),
        sqlite_with_rowid=False,
    )


def _derived() -> None:
    op.create_table(
        "results",
        sa.Column("match", sa.String, sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("player", sa.String, sa.ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("game", sa.String, nullable=False),
        sa.Column("board", sa.String, nullable=False),
        sa.Column("score", Whole, nullable=False),
        sa.Column("won", sa.Boolean, nullable=False),
        sa.Column("counted", sa.Boolean, nullable=False),
        sa.Column("started", Whole, nullable=False),
        sa.Column("ended", Whole, nullable=False),
        sa.Index("results_player", "player", "game", "board"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "bests",
        sa.Column("game", sa.String, primary_key=True),
        sa.Column("board", sa.String, primary_key=True),
        sa.Column("period", sa.String, primary_key=True),
        sa.Column("player", sa.String, sa.ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("score", Whole, nullable=False),
        sa.Column("at", Whole, nullable=False),
        sa.Column("took_ms", Whole, nullable=False),
        sa.Column("match", sa.String, nullable=False),
        sa.Index("bests_order", "game", "board", "period", sa.text("score DESC"), "at", "player"),
        sa.Index("bests_player", "player"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "ratings",
        sa.Column("game", sa.String, primary_key=True),
        sa.Column("player", sa.String, sa.ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("rating", Whole, nullable=False),
        sa.Column("games", Whole, nullable=False),
        sa.Column("at", Whole, nullable=False),
        sa.Index("ratings_order", "game", sa.text("rating DESC"), "at", "player"),
        sa.Index("ratings_player", "player"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "derivations",
        sa.Column("name", sa.String, primary_key=True),
        sa.Column("version", Whole, nullable=False),
    )
