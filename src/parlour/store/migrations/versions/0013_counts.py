"""What is told with a score is kept beside it. Results are derived again when the store is opened."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    op.add_column("results", sa.Column("counts", sa.String))
    op.add_column("bests", sa.Column("counts", sa.String))
