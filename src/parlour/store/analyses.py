"""Analyses that were asked for: a report, or none yet. They belong to a match and to the rules it was judged by."""

from msgspec import Struct
from sqlalchemy import Connection, delete, select, update
from sqlalchemy.dialects.sqlite import insert

from parlour.store.tables import analyses
from parlour.store.writer import Job


class Asked(Struct, frozen=True):
    """An analysis that somebody asked for."""

    match: str
    rules_version: int
    report: bytes | None
    """The game's own JSON; None until it is written."""


def ask(match: str, rules_version: int, now: int) -> Job[None]:
    """Remember that a report is wanted."""
    row = {"match": match, "rules_version": rules_version, "asked": now}

    def run(connection: Connection) -> None:
        connection.execute(insert(analyses).values(row).on_conflict_do_nothing())

    return run


def finish(match: str, rules_version: int, report: bytes) -> Job[None]:
    """Keep the report for good."""
    one = (analyses.c.match == match) & (analyses.c.rules_version == rules_version)

    def run(connection: Connection) -> None:
        connection.execute(update(analyses).where(one).values(report=report))

    return run


def abandon(match: str) -> Job[None]:
    """There will be no report; those that are there stay."""
    without = (analyses.c.match == match) & analyses.c.report.is_(None)

    def run(connection: Connection) -> None:
        connection.execute(delete(analyses).where(without))

    return run


def asked(match: str, rules_version: int) -> Job[Asked | None]:
    """The analysis of a match, if somebody asked for it."""
    looking = select(analyses.c.match, analyses.c.rules_version, analyses.c.report).where(
        analyses.c.match == match, analyses.c.rules_version == rules_version
    )

    def run(connection: Connection) -> Asked | None:
        row = connection.execute(looking).one_or_none()
        return None if row is None else Asked(*row)

    return run


def waiting() -> Job[list[Asked]]:
    """Those without a report, in the order in which they were asked for."""
    columns = (analyses.c.match, analyses.c.rules_version, analyses.c.report)
    looking = select(*columns).where(analyses.c.report.is_(None)).order_by(analyses.c.asked)
    return lambda connection: [Asked(*row) for row in connection.execute(looking)]
