"""Results that were played faster than a hand can are marked, and hosts decide about them."""

import sqlalchemy as sa
from alembic import op

from parlour.store.columns import Whole, only_where

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "marks",
        sa.Column("match", sa.String, sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("marked", Whole, nullable=False),
        sa.Column("decision", sa.String),
        sa.Column("reason", sa.String),
        sa.Column("decided", Whole),
        sa.Index("marks_waiting", "marked", **only_where("decision IS NULL")),
        sqlite_with_rowid=False,
    )
