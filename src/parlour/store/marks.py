"""Marked results: played faster than a hand can, held until a host has looked; and what hosts decided."""

from msgspec import Struct, structs
from sqlalchemy import bindparam, func, select

from parlour.core.errors import ParlourError
from parlour.core.pace import Pace, pace_of
from parlour.core.scoring import ShownScore
from parlour.games import kit_of, shown_scores
from parlour.protocol.matches import Decision
from parlour.protocol.ranking import Mark, Ranking, ranking_of
from parlour.store import log, standings
from parlour.store.log import StoredMatch
from parlour.store.statements import Insertion, Statement
from parlour.store.tables import marks
from parlour.store.transaction import Transaction, job

_ALL = select(marks.c.match).order_by(marks.c.marked, marks.c.match).limit(bindparam("most"))
_MARKED = Statement(_ALL)
_WAITING = Statement(_ALL.where(marks.c.decision.is_(None)))
_COUNT = Statement(select(func.count()).select_from(marks).where(marks.c.decision.is_(None)))
_DECIDE = Insertion(marks, ("match", "marked", "decision", "reason", "decided"), existing="replace")


class NothingToDecide(ParlourError):
    """A match that a host cannot decide on: it is not there, or it never came to count."""


class MarkedResult(Struct, frozen=True, kw_only=True):
    """A result for a host to look at."""

    match: str
    game: str
    board: str
    ended: int
    names: tuple[str, ...]
    scores: tuple[int, ...]
    shown: tuple[ShownScore, ...]
    """The scores for people."""
    paces: tuple[Pace, ...]
    """The pace of each seat."""
    ranking: Ranking
    decision: Decision | None
    reason: str | None


@job
def marked(transaction: Transaction, decided: bool, most: int = 1_000_000) -> list[MarkedResult]:
    """The results that wait for a host, oldest first; with ``decided``, those on which a host has decided as well."""
    names = [row.match for row in transaction.many(_MARKED if decided else _WAITING, most=most)]
    found = (log.stored_if_readable(transaction, match) for match in names)
    return [_result(stored) for stored in found if stored is not None]


@job
def one(transaction: Transaction, match: str) -> MarkedResult:
    """The result of a match, marked or not; NothingToDecide if there is no such match."""
    stored = log.stored(match)(transaction)
    if stored is None:
        raise NothingToDecide(f"there is no match {match}")
    return _result(stored)


@job
def count(transaction: Transaction) -> int:
    """The number of results that wait for a host."""
    [[number]] = transaction.many(_COUNT)
    return int(number)


@job
def decide(transaction: Transaction, match: str, decision: Decision, reason: str, now: int) -> MarkedResult:
    """Accept or reject a result; a later decision replaces an earlier one.

    To accept one that a host rejected is to make it what it is without that: it need not count then. One that comes to
    count does so from now on.
    """
    stored = log.stored(match)(transaction)
    if stored is None or not stored.confirmed:
        raise NothingToDecide(f"there is no match {match} that is over and confirmed")
    after = structs.replace(stored, mark=Mark(decision, reason))
    if decision == "accepted" and stored.mark is None and _ranking(after) != "counts":
        raise NothingToDecide(
            f"match {match} does not count, and no host rejected it: practice, help, bots, a defeat alone, or at home"
        )
    transaction.insert(_DECIDE, [(match, stored.session.ended, decision, reason, now)])
    standings.follow_decision(transaction, stored, after)
    return _result(after)


def _ranking(stored: StoredMatch) -> Ranking:
    kit = kit_of(stored.session.game)
    return ranking_of(kit, stored.facts(kit))


def _result(stored: StoredMatch) -> MarkedResult:
    session, kit, outcome = stored.session, kit_of(stored.session.game), stored.session.outcome
    mark = stored.mark or Mark()
    scores = () if outcome is None else outcome.scores
    return MarkedResult(
        match=session.id,
        game=session.game,
        board=kit.board_of(session.options, session.seats),
        ended=session.ended or session.started,
        names=tuple(seat.name for seat in stored.seats),
        scores=scores,
        shown=shown_scores(session.game, scores, session.entries),
        paces=tuple(pace_of(session, seat, kit.hand_ms) for seat in range(session.seats)),
        ranking=_ranking(stored),
        decision=mark.decision,
        reason=mark.reason,
    )
