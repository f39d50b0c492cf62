"""Matches that were played at home: kept once, ranked apart, and the same however the standings are derived."""

import asyncio
from collections.abc import Callable

import pytest
from msgspec import structs

from parlour.core.errors import MalformedInput
from parlour.core.game import Finish
from parlour.core.match import AnyMatch
from parlour.core.session import Branch
from parlour.games import kit_of
from parlour.games.dots_and_boxes.rules import DotsAndBoxes
from parlour.games.ten_exorcism.rules import Ask, Options, TenExorcism
from parlour.protocol.ranking import CHOSEN, Left, Origin, Seated, not_counted
from parlour.store import home_matches, leaderboards, log, match_seats, players, profiles, standings
from parlour.store.address import Address
from parlour.store.database import Connection
from parlour.store.home_matches import HandedIn, HomeMatch, digest_of, placed_in_time
from parlour.store.players import Player
from parlour.store.results import result
from parlour.store.store import Store
from parlour.testing.players import begin, finished
from tests.store.derived.test_standings import everything
from tests.store.keeping import DRAWN, confirmed, have_tables

NOW = 1_800_000_000_000


def ghosts(seed: int, rectangles: int = 2, before: Callable[[AnyMatch], AnyMatch] = lambda match: match) -> AnyMatch:
    """Ten Exorcism without a limit, finished after so many rectangles."""
    match = before(begin(TenExorcism(), seed, Options(mode="endless")))
    for _ in range(rectangles):
        match, _ = match.submit(0, match.game.legal_actions(match.state, 0)[0], match.last_ms + 1000)
    return match.submit(0, Finish(), match.last_ms + 1000)[0]


def alone(match: AnyMatch, player: str = "a") -> HomeMatch:
    return HomeMatch(match.session, (Seated(player.upper(), player),), digest_of(match.session, (None,)))


def hand_in(connection: Connection, home: HomeMatch, player: str = "a", at: int = NOW, other: str = "0") -> HandedIn:
    return home_matches.take_in(home, player, at, f"other-{other}")(connection)


def test_a_match_from_home_stands_in_the_history_and_on_a_board_of_its_own(connection: Connection) -> None:
    there = ghosts(1, 3)
    assert hand_in(connection, alone(there)) == HandedIn("test-1", known=False, not_counted="unwitnessed")
    [played] = profiles.history("a", None, None, 10)(connection)
    assert (played.handed_in, played.counted, played.not_counted, played.confirmed) == (NOW, False, "unwitnessed", True)
    assert (played.started, played.ended) == (there.header.started, there.header.ended)
    assert leaderboards.leaderboard("ten-exorcism", "endless", "all", NOW, 10, "a")(connection).rows == ()
    home = leaderboards.home_board("ten-exorcism", "endless", "all", NOW, 10, "a")(connection)
    [row] = home.rows
    assert home.witnessed is False
    assert (row.player, row.match, row.at) == ("a", "test-1", NOW)
    assert leaderboards.bests_of(connection, "a") == {}


def test_what_is_played_here_stands_apart_from_matches_from_home(connection: Connection) -> None:
    hand_in(connection, alone(ghosts(1, 5)))
    confirmed(connection, ghosts(2, 2).session, "a")
    here, home = (
        find("ten-exorcism", "endless", "week", NOW, 10, None)(connection)
        for find in (leaderboards.leaderboard, leaderboards.home_board)
    )
    assert ([row.match for row in here.rows], [row.match for row in home.rows]) == ([], ["test-1"])
    all_time = leaderboards.leaderboard("ten-exorcism", "endless", "all", NOW, 10, None)(connection)
    assert [row.match for row in all_time.rows] == ["test-2"]


def test_the_result_of_a_match_from_home_is_compared_with_others_from_home(connection: Connection) -> None:
    confirmed(connection, ghosts(3, 9).session, "a")
    first = structs.replace(ghosts(1, 2).session, started=0, ended=3000)
    hand_in(connection, HomeMatch(first, (Seated("A", "a"),), digest_of(first, (None,))))
    hand_in(connection, alone(ghosts(2, 4)))
    stored, before = log.stored("test-2")(connection), log.stored("test-1")(connection)
    assert stored is not None
    assert before is not None
    assert before.session.outcome is not None
    kit = kit_of("ten-exorcism")
    told = result(stored, "endless", not_counted(kit, stored.facts(kit)), "a")(connection)
    assert told is not None
    assert (told.not_counted, told.best_before) == ("unwitnessed", before.session.outcome.scores[0])
    assert told.place is not None
    assert (told.place.span, told.place.rank, told.place.players) == ("all", 1, 1)


def test_a_match_handed_in_again_is_the_same_whatever_its_id_and_times(connection: Connection) -> None:
    first = ghosts(1)
    hand_in(connection, alone(first))
    session = structs.replace(
        first.session,
        id="another",
        started=5,
        ended=50_000,
        seed=1 + 2**32,
        entries=tuple(structs.replace(entry, at_ms=entry.at_ms + 7) for entry in first.session.entries),
    )
    again = HomeMatch(session, (Seated("A", "a"),), digest_of(session, (None,)))
    assert hand_in(connection, again) == HandedIn("test-1", known=True, not_counted="unwitnessed")
    assert len(profiles.history("a", None, None, 10)(connection)) == 1


def test_the_same_game_of_somebody_else_is_theirs_once_and_counts_for_the_first(connection: Connection) -> None:
    hand_in(connection, alone(ghosts(1)))
    assert home_matches.known(alone(ghosts(1), "b"), "b")(connection) is None
    theirs = hand_in(connection, alone(ghosts(1), "b"), "b")
    assert theirs == HandedIn("other-0", known=False, not_counted="chosen-seed")
    assert hand_in(connection, alone(ghosts(1), "b"), "b", other="1") == structs.replace(theirs, known=True)
    assert hand_in(connection, alone(ghosts(1))) == HandedIn("test-1", known=True, not_counted="unwitnessed")
    assert [played.match for played in profiles.history("b", None, None, 10)(connection)] == ["other-0"]


def test_a_board_that_was_played_here_before_is_practice_at_home(connection: Connection) -> None:
    confirmed(connection, ghosts(1, 2).session, "b")
    told = hand_in(connection, alone(ghosts(1, 4)))
    assert told == HandedIn("other-0", known=False, not_counted="chosen-seed")
    after = structs.replace(ghosts(1, 3).session, id="mine", seed=1 - 2**32)
    practice = HomeMatch(after, (Seated("A", "a"),), digest_of(after, (None,)))
    assert hand_in(connection, practice).not_counted == "chosen-seed"
    assert leaderboards.home_board("ten-exorcism", "endless", "all", NOW, 10, None)(connection).rows == ()


def test_what_was_finished_here_in_the_same_way_is_that_match(connection: Connection) -> None:
    whole = ghosts(1)
    confirmed(connection, whole.session, "a")
    assert hand_in(connection, alone(whole)) == HandedIn("test-1", known=True, not_counted=None)
    assert hand_in(connection, alone(whole, "b"), "b").not_counted == "chosen-seed"


def test_an_id_that_is_taken_is_replaced(connection: Connection) -> None:
    confirmed(connection, structs.replace(ghosts(2).session, id="test-1"), "b")
    assert hand_in(connection, alone(ghosts(1))) == HandedIn("other-0", known=False, not_counted="unwitnessed")
    stored = log.stored("test-1")(connection)
    assert stored is not None
    assert stored.session.seed == 2


def test_help_no_points_bots_tries_and_chosen_boards_do_not_rank_at_home_either(connection: Connection) -> None:
    helped = ghosts(1, before=lambda match: match.submit(0, Ask(), 1)[0])
    assert hand_in(connection, alone(helped)).not_counted == "helped"
    assert hand_in(connection, alone(ghosts(2, 0))).not_counted == "no-points"
    session = structs.replace(ghosts(3).session, branch=Branch("elsewhere", 1, 1))
    tried = HomeMatch(session, (Seated("A", "a"),), digest_of(session, (None,)))
    assert hand_in(connection, tried).not_counted == "chosen-seed"
    chosen = structs.replace(alone(ghosts(6)), chosen=True)
    assert hand_in(connection, chosen).not_counted == "chosen-seed"
    dots = finished(DotsAndBoxes(), 4, seats=2).session
    with_bot = HomeMatch(dots, (Seated("A", "a"), Seated("bot hard", bot="hard")), digest_of(dots, (None, "hard")))
    assert hand_in(connection, with_bot).not_counted == "bot"
    other = finished(DotsAndBoxes(), 5, seats=2).session
    passed_round = HomeMatch(other, (Seated("A", "a"), Seated("A", "a")), digest_of(other, (None, None)))
    assert hand_in(connection, passed_round).not_counted == "same-player"
    assert len(profiles.history("a", None, None, 10)(connection)) == 6
    assert leaderboards.home_board("ten-exorcism", "endless", "all", NOW, 10, None)(connection).rows == ()


def left_here(
    connection: Connection, match: AnyMatch, count: int, origin: Origin = DRAWN, *, listed: bool = True
) -> None:
    """The first entries of a match as it was played here, and left."""
    session = structs.replace(match.session, entries=match.session.entries[:count], ended=None, outcome=None)
    log.begin("ROOM", session, [Seated("A", "a")], origin, listed=listed)(connection)
    log.leave_off(session.id)(connection)
    match_seats.seat_left(session.id, 0, Left("a", NOW))(connection)
    stored = log.stored(session.id)(connection)
    assert stored is not None
    standings.confirm([(stored, True)])(connection)


def test_a_match_that_was_left_here_and_finished_at_home_is_one_match(connection: Connection) -> None:
    whole = ghosts(1, 4)
    left_here(connection, whole, 2)
    told = hand_in(connection, alone(whole))
    assert told == HandedIn("other-0", known=False, not_counted="unwitnessed")
    assert [played.match for played in profiles.history("a", None, None, 10)(connection)] == ["other-0"]
    assert hand_in(connection, alone(whole), other="1") == structs.replace(told, known=True)
    assert hand_in(connection, alone(ghosts(1, 3)), other="2").not_counted == "chosen-seed"


def test_a_match_that_was_taken_home_before_its_first_move_counts_as_its_player_began_it(
    connection: Connection,
) -> None:
    whole = ghosts(1, 4)
    left_here(connection, whole, 0, listed=False)
    assert hand_in(connection, alone(whole)).not_counted == "unwitnessed"
    assert hand_in(connection, alone(ghosts(1, 3)), other="1").not_counted == "chosen-seed"


def test_a_match_that_the_clock_ended_here_while_it_went_on_at_home_is_no_practice(connection: Connection) -> None:
    begun = begin(TenExorcism(), 1, Options(mode="classic"))
    begun, _ = begun.submit(0, begun.game.legal_actions(begun.state, 0)[0], 1000)
    here, home = begun.until(10**6), begun.submit(0, begun.game.legal_actions(begun.state, 0)[0], 2000)[0]
    assert here.outcome is not None
    confirmed(connection, here.session, "a")
    told = hand_in(connection, alone(home.submit(0, Finish(), 3000)[0]))
    assert told == HandedIn("other-0", known=False, not_counted="unwitnessed")
    assert {played.match for played in profiles.history("a", None, None, 10)(connection)} == {"test-1", "other-0"}


@pytest.mark.parametrize("change", ["other entries", "somebody else's", "chosen", "daily"])
def test_what_did_not_go_on_from_a_match_of_mine_that_counts_is_practice(connection: Connection, change: str) -> None:
    whole, player = ghosts(1, 4), "b" if change == "somebody else's" else "a"
    origins = {"chosen": CHOSEN, "daily": Origin(drawn=True, daily="2026-11-10")}
    left_here(connection, ghosts(1, 4, lambda match: match.submit(0, Ask(), 1)[0]) if "entries" in change else whole, 2)
    if change in origins:
        whole = ghosts(2, 4)
        left_here(connection, whole, 2, origins[change])
    assert hand_in(connection, alone(whole, player), player).not_counted == "chosen-seed"


def test_standings_derived_again_are_the_same(connection: Connection) -> None:
    whole = ghosts(1, 4)
    left_here(connection, whole, 2)
    hand_in(connection, alone(whole))
    hand_in(connection, alone(ghosts(2, 3)), at=NOW + 1)
    hand_in(connection, alone(ghosts(3, 3), "b"), "b", at=NOW + 2)
    hand_in(connection, alone(ghosts(2, 5)), at=NOW + 3, other="1")
    confirmed(connection, ghosts(4, 2).session, "a")
    before = everything(connection)
    standings.rebuild(connection)
    assert everything(connection) == before


def test_of_two_processes_that_take_in_one_match_one_does(database: Address) -> None:
    have_tables(database)
    stores = [Store(database)]
    if stores[0].shared:
        stores.append(Store(database))

    async def all_at_once() -> list[HandedIn]:
        await stores[0].write(players.add(Player("a", "A"), b"a", 0))
        return await asyncio.gather(
            *(
                store.write(home_matches.take_in(alone(ghosts(seed)), "a", NOW, f"other-{place}-{seed}"))
                for seed in range(10)
                for place, store in enumerate((*stores, *stores))
            )
        )

    try:
        told = asyncio.run(all_at_once())
    finally:
        for store in stores:
            store.close()
    assert sum(not one.known for one in told) == 10
    assert {one.match for one in told} == {f"test-{seed}" for seed in range(10)}


def test_no_match_from_home_ends_in_the_future(connection: Connection) -> None:
    ahead = structs.replace(ghosts(1).session, started=NOW, ended=NOW + 3000)
    placed = placed_in_time(ahead, NOW)
    assert (placed.started, placed.ended, placed.entries) == (NOW - 3000, NOW, ahead.entries)
    assert placed_in_time(ghosts(1).session, NOW) == ghosts(1).session
    for wrong in (structs.replace(ahead, started=-1), structs.replace(ahead, started=0, ended=2**53)):
        with pytest.raises(MalformedInput, match="1970"):
            placed_in_time(wrong, NOW)
    assert hand_in(connection, alone(ghosts(1))).known is False
