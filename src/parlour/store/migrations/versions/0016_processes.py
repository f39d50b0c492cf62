"""Several processes may serve one store: each says that it is alive, and which rooms it holds."""

import sqlalchemy as sa
from alembic import op

from parlour.store.columns import Whole, only_where

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    op.create_table(
        "processes",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("version", sa.String, nullable=False),
        sa.Column("beat", Whole, nullable=False),
    )
    op.create_table(
        "presence",
        sa.Column("room", sa.String, primary_key=True),
        sa.Column("process", sa.String, primary_key=True),
        sa.Column("people", sa.LargeBinary, nullable=False),
    )
    op.create_index("presence_process", "presence", ["process"])
    op.add_column("rooms", sa.Column("waits", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_index("rooms_waiting", "rooms", ["touched"], **only_where("waits"))
