"""Each process says how far its clock is ahead of the database's, so that all of them tell one time."""

import sqlalchemy as sa
from alembic import op

from parlour.store.columns import Whole

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    op.add_column("processes", sa.Column("ahead_ms", Whole))
    op.add_column("processes", sa.Column("ahead_at", Whole))
