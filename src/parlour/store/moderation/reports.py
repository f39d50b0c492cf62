"""Reports of players about others, for the hosts. A player's same report is stored once until it is settled."""

from typing import Literal, TypeAlias

from msgspec import Struct
from sqlalchemy import and_, bindparam, func, or_, select, update

from parlour.store.statements import Insertion, Statement
from parlour.store.tables import players, reports
from parlour.store.transaction import Transaction, job

About: TypeAlias = Literal["name", "conduct", "play"]
"""The kind of report: the name, how somebody behaves, whether they play fairly."""
_ADD = Insertion(reports, ("id", "at", "about", "named", "what", "reporter", "room"), existing="keep")
_NAME = Statement(select(players.c.name).where(players.c.id == bindparam("player")))
_REPORTER = players.alias("reporters")
_OPEN = (
    select(reports, players.c.name, _REPORTER.c.name.label("reported_by"))
    .join(players, players.c.id == reports.c.about)
    .join(_REPORTER, _REPORTER.c.id == reports.c.reporter, isouter=True)
    .where(reports.c.settled.is_(None))
    .order_by(reports.c.at, reports.c.id)
    .limit(bindparam("most"))
)
_FIRST = Statement(_OPEN)
_NEXT = Statement(
    _OPEN.where(
        or_(
            reports.c.at > bindparam("after_at"),
            and_(reports.c.at == bindparam("after_at"), reports.c.id > bindparam("after_id")),
        )
    )
)
_ONE = Statement(select(reports).where(reports.c.id == bindparam("called")))
_SETTLE = Statement(
    update(reports)
    .where(reports.c.id == bindparam("called"), reports.c.settled.is_(None))
    .values(settled=bindparam("now"))
)
_COUNT = Statement(select(func.count()).select_from(reports).where(reports.c.settled.is_(None)))


class Report(Struct, frozen=True):
    """A report that waits for a host."""

    id: str
    at: int
    about: str
    """The id of the player."""
    named: str
    """The player's name at that time."""
    name: str
    """The player's name now."""
    what: About
    reporter: str | None
    """The id of the player who reported; None if they were deleted."""
    reported_by: str | None
    room: str | None
    """The code of the room in which it happened, if it was in a room."""


@job
def add(
    transaction: Transaction, report: str, about: str, what: About, reporter: str, room: str | None, now: int
) -> bool:
    """Add a report, unless the same one waits already; whether the reported player exists."""
    row = transaction.one(_NAME, player=about)
    if row is None:
        return False
    transaction.insert(_ADD, [(report, now, about, row.name, what, reporter, room)])
    return True


@job
def waiting(transaction: Transaction, after: str | None, count: int) -> list[Report]:
    """The reports that wait, the oldest first, after a given one."""
    last = None if after is None else transaction.one(_ONE, called=after)
    found = (
        transaction.many(_FIRST, most=count)
        if last is None
        else transaction.many(_NEXT, after_at=last.at, after_id=last.id, most=count)
    )
    return [
        Report(row.id, row.at, row.about, row.named, row.name, row.what, row.reporter, row.reported_by, row.room)
        for row in found
    ]


@job
def settle(transaction: Transaction, report: str, now: int) -> tuple[str, str] | None:
    """Settle a report; returns the id and the name of the reported player, or None if no such report waits."""
    row = transaction.one(_ONE, called=report)
    if row is None or not transaction.run(_SETTLE, called=report, now=now):
        return None
    return row.about, row.named


@job
def count(transaction: Transaction) -> int:
    """The number of reports that wait."""
    [[number]] = transaction.many(_COUNT)
    return int(number)
