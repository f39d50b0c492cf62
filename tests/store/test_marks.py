"""Marked results: held until a host has looked, whatever else happens to the standings."""

import pytest
from sqlalchemy import text

from parlour.core.session import AnySession
from parlour.games.dots_and_boxes.rules import DotsAndBoxes
from parlour.games.ten_exorcism.rules import Options, TenExorcism
from parlour.store import log, marks, profiles, standings
from parlour.store.database import Connection
from parlour.store.marks import NothingToDecide
from parlour.store.ranking import Origin, Seated
from parlour.store.statements import Row, Statement
from parlour.store.transaction import Transaction
from parlour.testing.players import begin, finished
from tests.store.keeping import confirmed


def ghosts(transaction: Transaction, seed: int, *, too_fast: bool) -> str:
    return confirmed(transaction, without_help(seed), "a", too_fast=too_fast)


def without_help(seed: int) -> AnySession:
    match = begin(TenExorcism(), seed, Options(mode="endless"))
    while match.outcome is None:
        match, _ = match.submit(0, match.game.legal_actions(match.state, 0)[0], match.count)
    return match.session


def dots(transaction: Transaction, seed: int, who: str, *, too_fast: bool) -> str:
    return confirmed(transaction, finished(DotsAndBoxes(), seed, seats=len(who)).session, *who, too_fast=too_fast)


def derived(transaction: Transaction) -> list[list[Row]]:
    return [
        transaction.many(Statement(text(f"SELECT * FROM {name} ORDER BY 1, 2, 3, 4")))
        for name in ("results", "bests", "ratings")
    ]


def board(transaction: Transaction) -> list[str]:
    return [row.match for row in transaction.many(Statement(text("SELECT match FROM bests WHERE period = 'all'")))]


def test_a_marked_result_is_in_the_statistics_and_on_no_board_until_it_is_accepted(
    connection: Connection,
) -> None:
    match = ghosts(connection, 1, too_fast=True)
    assert board(connection) == []
    [waiting] = marks.marked(False)(connection)
    assert (waiting.match, waiting.ranking, waiting.names) == (match, "held", ("A",))
    [played] = profiles.history("a", None, None, 9)(connection)
    assert (played.counted, played.held) == (False, True)
    accepted = marks.decide(match, "accepted", "I saw it", 5)(connection)
    assert (accepted.ranking, accepted.reason) == ("counts", "I saw it")
    assert board(connection) == [match]
    assert marks.marked(False)(connection) == []
    assert [result.match for result in marks.marked(True)(connection)] == [match]
    [played] = profiles.history("a", None, None, 9)(connection)
    assert (played.counted, played.held) == (True, False)


@pytest.mark.parametrize("decision", ["accepted", "rejected", None])
def test_a_decision_survives_deriving_everything_again(connection: Connection, decision: str | None) -> None:
    """Accepted late, a match follows those that counted meanwhile, whichever way the ratings are derived."""
    first = dots(connection, 1, "ab", too_fast=True)
    ghosts(connection, 9, too_fast=True)
    dots(connection, 2, "abc", too_fast=False)
    dots(connection, 3, "ca", too_fast=False)
    if decision == "accepted":
        marks.decide(first, "accepted", "fine", 5)(connection)
    elif decision == "rejected":
        marks.decide(first, "rejected", "a script", 5)(connection)
    before = derived(connection)
    standings.rebuild(connection)
    assert derived(connection) == before


def test_a_result_that_counted_is_rejected_as_if_it_had_never_counted(connection: Connection) -> None:
    dots(connection, 1, "ab", too_fast=False)
    ghosts(connection, 8, too_fast=False)
    clean = derived(connection)[1:]
    matches = [dots(connection, 2, "ba", too_fast=False), ghosts(connection, 9, too_fast=False)]
    assert derived(connection)[1:] != clean
    for match in matches:
        assert marks.decide(match, "rejected", "a script", 5)(connection).ranking == "does-not-count"
    assert derived(connection)[1:] == clean
    for match in matches:
        assert marks.decide(match, "accepted", "I was wrong", 6)(connection).ranking == "counts"
    assert derived(connection)[1:] != clean
    assert marks.decide(matches[0], "accepted", "again", 7)(connection).reason == "again"


def test_there_is_nothing_to_decide_about_what_never_came_to_count(connection: Connection) -> None:
    under_way = begin(DotsAndBoxes(), 4).session
    log.begin("ROOM", under_way, [Seated("A", "a"), Seated("B", "b")], Origin(drawn=True))(connection)
    helped = confirmed(connection, finished(TenExorcism(), 9, Options(mode="endless")).session, "a", too_fast=False)
    for match in (under_way.id, helped, "no such match"):
        with pytest.raises(NothingToDecide):
            marks.decide(match, "accepted", "why not", 5)(connection)
