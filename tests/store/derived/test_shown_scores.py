"""Scores of a game that folds several things into one number: wherever people read them they are taken apart."""

from collections.abc import Iterator

import pytest

from parlour.games.stackdoku.actions import Restart
from parlour.store import leaderboards, marks, profiles
from parlour.store.address import Address
from parlour.store.database import Connection
from tests.games.stackdoku.building import solved
from tests.store.keeping import a_store, confirmed


@pytest.fixture
def connection(database: Address) -> Iterator[Connection]:  # noqa: ARG001
    """Two easy levels of one player's: one flawless and held for a host to look at, one after a restart."""
    with a_store("a") as opened:
        confirmed(opened, solved(1).session, "a", too_fast=True)
        confirmed(opened, solved(2, Restart()).session, "a")
        yield opened


def test_a_packed_score_is_shown_as_stars_and_time_in_every_list(connection: Connection) -> None:
    flawless, restarted = (session.session.outcome for session in (solved(1), solved(2, Restart())))
    assert flawless is not None
    assert restarted is not None
    [row] = leaderboards.leaderboard("stackdoku", "easy", "all", 0, 10, "a")(connection).rows
    assert (row.score, row.shown.text["en"][:3], row.shown.note["en"]) == (*restarted.scores, "★☆☆", "1 restart")
    latest = {one.match: one.seats[0] for one in profiles.history("a", None, None, 10)(connection)}
    shown = latest["test-1"].shown
    assert shown is not None
    assert (latest["test-1"].score, shown.text["en"][:3], shown.note["en"]) == (*flawless.scores, "★★★", "")
    again = latest["test-2"].shown
    assert again is not None
    assert (again.facts["restarts"], again.facts["hints"], again.note["en"]) == (1, 0, "1 restart")
    [waiting] = marks.marked(decided=False)(connection)
    assert waiting.shown == (shown,)
    page = profiles.profile("a")(connection)
    assert page is not None
    assert page.statistics[0].best == row


def test_a_mean_of_packed_scores_is_not_taken(connection: Connection) -> None:
    page = profiles.profile("a")(connection)
    assert page is not None
    assert (page.statistics[0].played, page.statistics[0].mean) == (2, None)
