"""A chosen few tests of the server once more, with PostgreSQL beneath it and a restart of it in between."""

from collections.abc import Iterator

import pytest

from tests.patience import WAIT_S
from tests.postgres import Postgres
from tests.server.http.api.test_players import test_deleting_forgets_the_player_and_keeps_the_match
from tests.server.http.api.test_profiles import (
    test_a_page_tells_ratings_bests_and_statistics,
    test_history_comes_in_pages_with_names_scores_and_whether_it_counted,
)
from tests.server.http.api.test_standings import (
    test_people_who_play_each_other_are_rated_once_a_match,
    test_ties_share_a_rank_and_the_earlier_comes_first,
)
from tests.server.live.rooms.test_rooms import (
    test_leaving_a_match_lets_somebody_else_play_on,
    test_public_rooms_are_listed_while_somebody_waits,
    test_seats_and_spectators_follow_into_the_rematch,
)
from tests.server.live.test_daily import test_many_windows_begin_one_attempt
from tests.server.socket.test_play import (
    test_a_resent_action_is_not_played_again_and_gets_the_same_answer,
    test_two_clients_race_on_one_match_and_there_is_one_order,
    test_two_play_a_whole_game_and_see_the_same,
)
from tests.server.table import Guest, Server, eventually, take

__all__ = [
    "test_a_page_tells_ratings_bests_and_statistics",
    "test_a_resent_action_is_not_played_again_and_gets_the_same_answer",
    "test_deleting_forgets_the_player_and_keeps_the_match",
    "test_history_comes_in_pages_with_names_scores_and_whether_it_counted",
    "test_leaving_a_match_lets_somebody_else_play_on",
    "test_many_windows_begin_one_attempt",
    "test_people_who_play_each_other_are_rated_once_a_match",
    "test_public_rooms_are_listed_while_somebody_waits",
    "test_seats_and_spectators_follow_into_the_rematch",
    "test_ties_share_a_rank_and_the_earlier_comes_first",
    "test_two_clients_race_on_one_match_and_there_is_one_order",
    "test_two_play_a_whole_game_and_see_the_same",
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, postgres: Postgres) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("server"), "--database", postgres.create()) as running:
        yield running


def test_a_match_goes_on_when_the_database_was_killed_and_when_the_server_was(
    server: Server, postgres: Postgres
) -> None:
    with Guest(server) as ann:
        code = ann.open("nim", "me", "me", options={"heaps": 5}, seed=5)["code"]
        with ann.enter(code) as table:
            assert table.play(0, take(0))["refused"] is None
            postgres.kill()
            postgres.start()
            assert table.play(1, take(0))["refused"] is None
            answer = table.play(0, take(0), ref="once")
        server.kill()
        server.start()
        ann.come_back()
        with ann.enter(code) as table:
            assert table.play(0, take(0), ref="once") == answer
            assert table.view["seq"] == answer["seq"] + 1


def test_while_the_database_is_away_the_server_is_not_ready(server: Server, postgres: Postgres) -> None:
    with Guest(server) as ann:
        postgres.stop()
        try:
            refused = ann.http.get("/ready", timeout=WAIT_S)
            assert (refused.status_code, refused.json()["code"]) == (503, "store-away")
            assert refused.headers["Retry-After"] == "2"
            assert ann.http.get("/health").status_code == 200
        finally:
            postgres.start()
        eventually(lambda: ann.http.get("/ready", timeout=WAIT_S).status_code == 200)
