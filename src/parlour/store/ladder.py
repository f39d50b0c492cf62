"""Rows in the order of their points, a few at a time, each with its rank.

Ties share a rank; among them the earlier comes first. Every question is answered from one index that begins with the
ladder's own columns and goes on with points, time and player.
"""

from collections.abc import Mapping

from sqlalchemy import Column, Table, and_, bindparam, func, or_, select

from parlour.store.statements import Row, Statement
from parlour.store.tables import players
from parlour.store.transaction import Transaction

AROUND = 2
"""The number of rows shown before and after one's own."""


class Ladder:
    """Rows of a table with the columns ``at`` and ``player``, one for each player.

    A table holds several ladders: the key names the columns that tell them apart, and each call says their values.
    """

    def __init__(self, table: Table, points: Column[int], key: tuple[str, ...]) -> None:
        within = and_(*(table.c[name] == bindparam(name) for name in key))
        earlier = or_(
            table.c.at < bindparam("mine_at"),
            and_(table.c.at == bindparam("mine_at"), table.c.player < bindparam("me")),
        )
        order = (points.desc(), table.c.at, table.c.player)
        self._size = Statement(select(func.count()).select_from(table).where(within))
        self._above = Statement(select(func.count()).select_from(table).where(within, points > bindparam("mine")))
        self._tied = Statement(
            select(func.count()).select_from(table).where(within, points == bindparam("mine"), earlier)
        )
        self._mine = Statement(
            select(points.label("points"), table.c.at).where(within, table.c.player == bindparam("me"))
        )
        self._next = Statement(
            select(table, points.label("points"), players.c.name)
            .join(players, players.c.id == table.c.player)
            .where(within, points > bindparam("mine"))
            .order_by(points, table.c.at.desc())
            .limit(1)
        )
        # What the index does not hold is looked up for the rows that are shown, not for those that are skipped.
        shown = select(table.c.player).where(within).order_by(*order)
        shown_only = shown.limit(bindparam("count")).offset(bindparam("first")).subquery()
        self._page = Statement(
            select(table, points.label("points"), players.c.name)
            .join_from(shown_only, table, table.c.player == shown_only.c.player)
            .join(players, players.c.id == table.c.player)
            .where(within)
            .order_by(*order)
        )

    def size(self, transaction: Transaction, key: Mapping[str, str]) -> int:
        """The number of players on the ladder."""
        return _number(transaction.one(self._size, **key))

    def page(self, transaction: Transaction, key: Mapping[str, str], first: int, count: int) -> list[tuple[int, Row]]:
        """Rank and row from a place on (0 is the top); a row has the table's columns, then the player's name."""
        found = transaction.many(self._page, **key, first=first, count=count)
        if not found:
            return []
        rank = 1 + _number(transaction.one(self._above, **key, mine=found[0].points))
        page: list[tuple[int, Row]] = []
        for place, row in enumerate(found, start=first):
            if page and row.points != page[-1][1].points:
                rank = place + 1
            page.append((rank, row))
        return page

    def of(self, transaction: Transaction, key: Mapping[str, str], player: str) -> tuple[int, Row] | None:
        """A player's rank and row, if there is one."""
        return next(iter(self.around(transaction, key, player, 0)), None)

    def above(self, transaction: Transaction, key: Mapping[str, str], points: int) -> tuple[int, Row] | None:
        """Rank and row of the next place above so many points; None at the top."""
        row = transaction.one(self._next, **key, mine=points)
        return None if row is None else (_number(transaction.one(self._above, **key, mine=row.points)) + 1, row)

    def around(
        self, transaction: Transaction, key: Mapping[str, str], player: str, each: int = AROUND
    ) -> list[tuple[int, Row]]:
        """A player's row with its neighbours; empty if the player has none."""
        mine = transaction.one(self._mine, **key, me=player)
        if mine is None:
            return []
        above = _number(transaction.one(self._above, **key, mine=mine.points))
        tied = _number(transaction.one(self._tied, **key, mine=mine.points, mine_at=mine.at, me=player))
        first = max(0, above + tied - each)
        return self.page(transaction, key, first, above + tied - first + each + 1)


def _number(row: Row | None) -> int:
    return 0 if row is None else int(next(iter(row)))
