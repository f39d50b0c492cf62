"""A result says why it does not count, and how a rating changed. Results are derived again when the store is opened."""

import sqlalchemy as sa
from alembic import op

from parlour.store.columns import Whole

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.add_column("results", sa.Column("not_counted", sa.String))
    op.add_column("results", sa.Column("rating_before", Whole))
    op.add_column("results", sa.Column("rating_after", Whole))
    op.add_column("results", sa.Column("provisional", sa.Boolean))
    op.drop_index("results_player", "results")
    op.create_index(
        "results_player",
        "results",
        ["player", "game", "board", sa.text("score DESC"), "ended", "started", "won", "not_counted"],
    )
    op.drop_column("results", "counted")
