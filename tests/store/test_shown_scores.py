"""Scores of a game that folds several things into one number: wherever people read them they are taken apart."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from parlour.core.session import AnySession
from parlour.games.stackdoku.actions import Restart
from parlour.store import leaderboards, log, marks, players, profiles, standings
from parlour.store.players import Player
from parlour.store.ranking import Origin, Seated
from parlour.store.sqlite import SqliteConnection, SqliteDatabase
from tests.games.stackdoku.building import solved


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[SqliteConnection]:
    """Two easy levels of Ann's: one flawless and held for a host to look at, one after a restart."""
    database = SqliteDatabase(tmp_path / "parlour.db")
    database.migrate()
    opened = database.writing()
    opened.begin()
    players.add(Player("a", "Ann"), b"a", 0)(opened)
    keep(opened, solved(1).session, held=True)
    keep(opened, solved(2, Restart()).session, held=False)
    yield opened
    opened.commit()
    database.close()


def keep(connection: SqliteConnection, session: AnySession, *, held: bool) -> None:
    log.begin("ROOM", session, [Seated("Ann", player="a")], Origin(drawn=True))(connection)
    stored = log.stored(session.id)(connection)
    assert stored is not None
    standings.confirm([(stored, True)], {session.id} if held else set())(connection)


def test_a_packed_score_is_shown_as_stars_and_time_in_every_list(connection: SqliteConnection) -> None:
    flawless, restarted = (session.session.outcome for session in (solved(1), solved(2, Restart())))
    assert flawless is not None
    assert restarted is not None
    [row] = leaderboards.leaderboard("stackdoku", "easy", "all", 0, 10, "a")(connection).rows
    assert (row.score, row.shown.text.en[:3], row.shown.note.en) == (*restarted.scores, "★☆☆", "1 restart")
    latest = {one.match: one.seats[0] for one in profiles.history("a", None, None, 10)(connection)}
    shown = latest["test-1"].shown
    assert shown is not None
    assert (latest["test-1"].score, shown.text.en[:3], shown.note.en) == (*flawless.scores, "★★★", "")
    again = latest["test-2"].shown
    assert again is not None
    assert (again.facts["restarts"], again.facts["hints"], again.note.en) == (1, 0, "1 restart")
    [waiting] = marks.marked(decided=False)(connection)
    assert waiting.shown == (shown,)
    page = profiles.profile("a")(connection)
    assert page is not None
    assert page.statistics[0].best == row


def test_a_mean_of_packed_scores_is_not_taken(connection: SqliteConnection) -> None:
    page = profiles.profile("a")(connection)
    assert page is not None
    assert (page.statistics[0].played, page.statistics[0].mean) == (2, None)
