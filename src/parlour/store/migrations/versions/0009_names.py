"""Names that are taken for each other have a number; what nobody could be called now becomes ``Visitor``.

The first who came keeps the name alone. Matches keep the names that were played under.
"""

from collections import Counter

import sqlalchemy as sa
from alembic import op

from parlour.store.columns import Whole
from parlour.store.names import NameRefused, clean_name, numbered, skeleton

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.add_column("players", sa.Column("skeleton", sa.String))
    op.add_column("players", sa.Column("number", Whole))
    connection, numbers = op.get_bind(), Counter[str]()
    change = sa.text("UPDATE players SET name = :name, skeleton = :skeleton, number = :number WHERE id = :id")
    for player, name in connection.execute(sa.text("SELECT id, name FROM players ORDER BY created, id")).fetchall():
        shown = _shown(name)
        like = skeleton(shown)
        numbers[like] += 1
        called = {"name": numbered(shown, numbers[like]), "skeleton": like, "number": numbers[like]}
        connection.execute(change, called | {"id": player})
    op.create_index("players_called", "players", ["skeleton", "number"], unique=True)


def _shown(name: str) -> str:
    try:
        return clean_name(name)
    except NameRefused:
        return "Visitor"
