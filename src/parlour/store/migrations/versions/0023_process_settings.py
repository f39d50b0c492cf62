"""Each process says what it was started with."""

import sqlalchemy as sa
from alembic import op

from parlour.store.columns import Whole

revision = "0023"
down_revision = "0022"


def upgrade() -> None:
    op.create_table(
        "process_settings",
        sa.Column("process", sa.String, primary_key=True),
        sa.Column("version", sa.String, nullable=False),
        sa.Column("since", Whole, nullable=False),
        sa.Column("settings", sa.LargeBinary, nullable=False),
    )
