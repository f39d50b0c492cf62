"""A result knows the day whose challenge it is. Results are derived again when the store is opened."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    op.add_column("results", sa.Column("daily", sa.String))
    op.drop_index("results_player", "results")
    op.create_index(
        "results_player",
        "results",
        ["player", "game", "board", sa.text("score DESC"), "ended", "started", "won", "not_counted", "daily"],
    )
