"""What each writer committed, and numbers of matches that two processes never both take.

Both are for databases that several processes share, whose answer to a commit can be lost.
"""

import sqlalchemy as sa
from alembic import op

from parlour.store.columns import Whole

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    op.create_table(
        "commits",
        sa.Column("writer", sa.String, primary_key=True),
        sa.Column("number", Whole, primary_key=True),
        sa.Column("at", Whole, nullable=False),
        sa.Column("made", sa.Boolean, nullable=False),
    )
    sa.Sequence("matches_number_next").create(op.get_bind(), checkfirst=True)
