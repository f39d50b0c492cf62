"""A match in which no person has done anything is no game: histories list it from the first thing that one does."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    op.add_column("matches", sa.Column("listed", sa.Boolean, nullable=False, server_default=sa.false()))
    op.execute(
        "UPDATE matches SET listed = (1 = 1) WHERE outcome IS NOT NULL OR "
        'EXISTS (SELECT 1 FROM entries WHERE entries."match" = matches.number AND entries.seat >= 0)'
    )
