"""A player's page and history are read from indexes in their order: seats and leavings know game and beginning."""

import sqlalchemy as sa
from alembic import op

from parlour.store.columns import Whole

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    for table in ("seats", "leavings"):
        op.add_column(table, sa.Column("game", sa.String, nullable=False, server_default=sa.text("''")))
        op.add_column(table, sa.Column("began", Whole, nullable=False, server_default=sa.text("0")))
        op.execute(
            f"UPDATE {table} SET (game, began) = "  # noqa: S608
            f'(SELECT game, started FROM matches WHERE matches.id = {table}."match")'
        )
        op.drop_index(f"ix_{table}_player", table)
        op.create_index(f"{table}_history", table, ["player", "began", "match", "game"])
    op.drop_index("results_player", "results")
    op.create_index(
        "results_player", "results", ["player", "game", "board", sa.text("score DESC"), "ended", "started", "won"]
    )
