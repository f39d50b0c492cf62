"""How much is kept of what hosts did and were told: the latest, for as long as the settings say."""

from sqlalchemy import bindparam, delete, or_, select

from parlour.store.statements import Statement
from parlour.store.tables import acts, admin_links, announcements, reports, restrictions
from parlour.store.transaction import Transaction, job

MOST_ACTS = 10_000
MOST_REPORTS = 10_000
_OLD_ACTS = Statement(
    delete(acts).where(
        or_(acts.c.at < bindparam("before"), acts.c.number <= bindparam("last") - MOST_ACTS),
        acts.c.number != bindparam("last"),
    )
)
"""The last stays: its number tells servers whether something was done since."""
_LAST = Statement(select(acts.c.number).order_by(acts.c.number.desc()).limit(1))
_OLD_REPORTS = Statement(delete(reports).where(reports.c.at < bindparam("before")))
_MANY_REPORTS = Statement(
    delete(reports).where(
        reports.c.id.in_(select(reports.c.id).order_by(reports.c.at.desc(), reports.c.id.desc()).offset(MOST_REPORTS))
    )
)
_LAPSED = tuple(
    Statement(delete(table).where(column < bindparam("now")))
    for table, column in (
        (restrictions, restrictions.c.until),
        (announcements, announcements.c.until),
        (admin_links, admin_links.c.expires),
    )
)


@job
def tidy(transaction: Transaction, now: int, acts_before: int, reports_before: int) -> int:
    """Remove acts and reports from before then, and what has lapsed; how many rows that was."""
    last = transaction.one(_LAST)
    gone = 0 if last is None else transaction.run(_OLD_ACTS, before=acts_before, last=last.number)
    gone += transaction.run(_OLD_REPORTS, before=reports_before) + transaction.run(_MANY_REPORTS)
    return gone + sum(transaction.run(statement, now=now) for statement in _LAPSED)
