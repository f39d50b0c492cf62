"""Stored analyses, requested or done, by match and version of its rules."""

from msgspec import Struct
from sqlalchemy import bindparam, delete, exists, or_, select, update

from parlour.store.statements import Insertion, Statement
from parlour.store.tables import analyses, processes
from parlour.store.transaction import Transaction, job


class StoredAnalysis(Struct, frozen=True):
    """An analysis that somebody asked for."""

    match: str
    rules_version: int
    report: bytes | None
    """The game's own JSON; None until it is written."""


_ASK = Insertion(analyses, ("match", "rules_version", "asked", "process"), existing="keep")
_OF_MATCH = analyses.c.match == bindparam("of")
_OF_RULES = analyses.c.rules_version == bindparam("rules")
_COLUMNS = select(analyses.c.match, analyses.c.rules_version, analyses.c.report)
_ASKED = Statement(_COLUMNS.where(_OF_MATCH, _OF_RULES))
_LEFT = (
    analyses.c.report.is_(None),
    or_(analyses.c.process.is_(None), ~exists().where(processes.c.id == analyses.c.process)),
)
_WAITING = Statement(_COLUMNS.where(*_LEFT).order_by(analyses.c.asked))
_TAKE = Statement(update(analyses).where(_OF_MATCH, _OF_RULES, *_LEFT).values(process=bindparam("by")))
_MADE_BY = Statement(select(analyses.c.process).where(_OF_MATCH, _OF_RULES))
_FINISH = Statement(update(analyses).where(_OF_MATCH, _OF_RULES).values(report=bindparam("written")))
_ABANDON = Statement(delete(analyses).where(_OF_MATCH, analyses.c.report.is_(None)))


@job
def ask(transaction: Transaction, match: str, rules_version: int, now: int, process: str) -> bool:
    """Record the request for a report; whether this process is to make it, since no other does."""
    transaction.insert(_ASK, [(match, rules_version, now, process)])
    return take(match, rules_version, process)(transaction)


@job
def take(transaction: Transaction, match: str, rules_version: int, process: str) -> bool:
    """Whether this process is to make a report: it was requested here, or the process that was to make it has ended."""
    transaction.run(_TAKE, of=match, rules=rules_version, by=process)
    row = transaction.one(_MADE_BY, of=match, rules=rules_version)
    return row is not None and row.process == process


@job
def finish(transaction: Transaction, match: str, rules_version: int, report: bytes) -> None:
    """Keep the report for good."""
    transaction.run(_FINISH, of=match, rules=rules_version, written=report)


@job
def abandon(transaction: Transaction, match: str) -> None:
    """Drop the request for a report that cannot be made; finished reports stay."""
    transaction.run(_ABANDON, of=match)


@job
def asked(transaction: Transaction, match: str, rules_version: int) -> StoredAnalysis | None:
    """The analysis of a match, if somebody asked for it."""
    row = transaction.one(_ASKED, of=match, rules=rules_version)
    return None if row is None else StoredAnalysis(*row)


@job
def waiting(transaction: Transaction) -> list[StoredAnalysis]:
    """The requested analyses that no process is making, in the order of the requests."""
    return [StoredAnalysis(*row) for row in transaction.many(_WAITING)]
