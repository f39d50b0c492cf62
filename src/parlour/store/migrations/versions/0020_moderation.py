"""What hosts do: a log of their acts, bans and mutes, an announcement, reports by players, links to the host's page."""

import sqlalchemy as sa
from alembic import op

from parlour.store.columns import Whole, only_where

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    op.create_table(
        "acts",
        sa.Column("number", Whole, primary_key=True, autoincrement=False),
        sa.Column("at", Whole, nullable=False),
        sa.Column("host", sa.String, nullable=False),
        sa.Column("act", sa.String, nullable=False),
        sa.Column("about", sa.String, nullable=False),
        sa.Column("named", sa.String, nullable=False),
        sa.Column("reason", sa.String, nullable=False),
        sa.Column("until", Whole),
    )
    op.create_index("acts_about", "acts", ["about"])
    op.create_table(
        "restrictions",
        sa.Column("kind", sa.String, primary_key=True),
        sa.Column("whose", sa.String, primary_key=True),
        sa.Column("key", sa.String, primary_key=True),
        sa.Column("since", Whole, nullable=False),
        sa.Column("until", Whole),
        sa.Column("reason", sa.String, nullable=False),
    )
    op.create_table(
        "announcements",
        sa.Column("act", Whole, primary_key=True, autoincrement=False),
        sa.Column("at", Whole, nullable=False),
        sa.Column("until", Whole),
        sa.Column("text", sa.String, nullable=False),
    )
    op.create_table(
        "reports",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("at", Whole, nullable=False),
        sa.Column("about", sa.String, sa.ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
        sa.Column("named", sa.String, nullable=False),
        sa.Column("what", sa.String, nullable=False),
        sa.Column("reporter", sa.String, sa.ForeignKey("players.id", ondelete="SET NULL")),
        sa.Column("room", sa.String),
        sa.Column("settled", Whole),
    )
    op.create_index("reports_open", "reports", ["at", "id"], **only_where("settled IS NULL"))
    op.create_index("reports_about", "reports", ["about"])
    op.create_index(
        "reports_once", "reports", ["reporter", "about", "what"], unique=True, **only_where("settled IS NULL")
    )
    op.create_table(
        "admin_links",
        sa.Column("hash", sa.LargeBinary, primary_key=True),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("created", Whole, nullable=False),
        sa.Column("expires", Whole, nullable=False),
    )
    op.create_index("players_latest", "players", ["seen", "id"])
