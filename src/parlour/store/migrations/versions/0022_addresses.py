"""The hash of the address from which a player was last seen."""

import sqlalchemy as sa
from alembic import op

from parlour.store.columns import only_where

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    op.add_column("players", sa.Column("address", sa.String))
    op.create_index("players_addressed", "players", ["seen"], **only_where("address IS NOT NULL"))
