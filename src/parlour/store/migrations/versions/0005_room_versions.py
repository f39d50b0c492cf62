"""A room has a version, which every change raises by one: whoever changes it says which version they have seen.

A process of an earlier version raises none, and so must be stopped before.
"""

import sqlalchemy as sa
from alembic import op

from parlour.store.columns import Whole

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("rooms", sa.Column("version", Whole, nullable=False, server_default=sa.text("0")))
