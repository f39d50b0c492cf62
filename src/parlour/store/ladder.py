"""Rows in the order of their points, a few at a time, each with its rank.

Ties share a rank; among them the earlier comes first. Every question is answered from one index that begins with the
ladder's own columns and goes on with points, time and player.
"""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, Table, and_, func, or_, select

from parlour.store.tables import players

AROUND = 2
"""How many rows are shown before and after one's own."""


@dataclass(frozen=True)
class Ladder:
    """Some rows of a table, one for each player, with the columns ``at`` and ``player``."""

    table: Table
    within: ColumnElement[bool]
    points: ColumnElement[int]

    def size(self, connection: Connection) -> int:
        """How many players are on it."""
        return connection.scalar(select(func.count()).select_from(self.table).where(self.within)) or 0

    def page(self, connection: Connection, first: int, count: int) -> list[tuple[int, Row[Any]]]:
        """Rank and row from a place on (0 is the top); a row has the table's columns, then the player's name."""
        found = connection.execute(self._rows(first, count)).all()
        if not found:
            return []
        name = self.points.key
        rank = 1 + self._above(connection, getattr(found[0], str(name)))
        page: list[tuple[int, Row[Any]]] = []
        for place, row in enumerate(found, start=first):
            if page and getattr(row, str(name)) != getattr(page[-1][1], str(name)):
                rank = place + 1
            page.append((rank, row))
        return page

    def of(self, connection: Connection, player: str) -> tuple[int, Row[Any]] | None:
        """A player's rank and row, if there is one."""
        return next(iter(self.around(connection, player, 0)), None)

    def around(self, connection: Connection, player: str, each: int = AROUND) -> list[tuple[int, Row[Any]]]:
        """A player's own row with its neighbours; nothing for whoever is not there."""
        table, points = self.table, self.points
        mine = connection.execute(select(points, table.c.at).where(self.within, table.c.player == player)).one_or_none()
        if mine is None:
            return []
        tied = and_(
            self.within,
            points == mine[0],
            or_(table.c.at < mine[1], and_(table.c.at == mine[1], table.c.player < player)),
        )
        place = self._above(connection, mine[0]) + (connection.scalar(select(func.count()).where(tied)) or 0)
        first = max(0, place - each)
        return self.page(connection, first, place - first + each + 1)

    def _above(self, connection: Connection, points: int) -> int:
        return connection.scalar(select(func.count()).where(self.within, self.points > points)) or 0

    def _rows(self, first: int, count: int) -> Any:
        """What the index does not hold is looked up for the rows that are shown, not for those that are skipped."""
        table = self.table
        order = (self.points.desc(), table.c.at, table.c.player)
        shown = select(table.c.player).where(self.within).order_by(*order).limit(count).offset(first).subquery()
        found = select(table, players.c.name).join_from(shown, table, table.c.player == shown.c.player)
        return found.join(players, players.c.id == table.c.player).where(self.within).order_by(*order)
