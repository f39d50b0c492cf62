"""Results that were played faster than a hand can are marked, and hosts decide about them."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "marks",
        sa.Column("match", sa.String, sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("marked", sa.Integer, nullable=False),
        sa.Column("decision", sa.String),
        sa.Column("reason", sa.String),
        sa.Column("decided", sa.Integer),
        sa.Index("marks_waiting", "marked", sqlite_where=sa.text("decision IS NULL")),
        sqlite_with_rowid=False,
    )
