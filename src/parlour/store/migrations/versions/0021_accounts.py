"""Accounts with a provider of sign-ins, and seats of guests whose rating ended when they signed in."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    op.add_column("players", sa.Column("account", sa.LargeBinary))
    op.create_index("players_account", "players", ["account"], unique=True)
    op.add_column("seats", sa.Column("unrated", sa.Boolean, nullable=False, server_default=sa.false()))
