"""Which process makes an analysis, so that another one does when that process has died."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    op.add_column("analyses", sa.Column("process", sa.String))
