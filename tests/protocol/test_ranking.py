"""Whether a match counts, asked at every moment of its life."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from parlour.core.game import Outcome
from parlour.games import kit_of
from parlour.protocol.days import day_ms
from parlour.protocol.ranking import (
    CHOSEN,
    GRACE_MS,
    Left,
    Mark,
    MatchFacts,
    NotCounted,
    Origin,
    Ranking,
    Seated,
    has_won,
    not_counted,
    places,
    ranking_of,
    seat_taken,
)

SOLO, SEVERAL = kit_of("ten-exorcism"), kit_of("dots-and-boxes")
DRAWN = Origin(drawn=True)
ANN, BOB = Seated("Ann", "ann"), Seated("Bob", "bob")
ALONE, TWO = MatchFacts(DRAWN, (ANN,)), MatchFacts(DRAWN, (ANN, BOB))
WON = Outcome("over", (5, 3), (0,))
END = day_ms("2026-11-15", 1)


def test_a_match_counts_once_it_is_over_and_a_replay_has_borne_it_out() -> None:
    over = structs.replace(TWO, ended=1, outcome=WON)
    life = [TWO, over, structs.replace(over, confirmed=True)]
    assert [ranking_of(SEVERAL, facts) for facts in life] == ["may-count", "may-count", "counts"]
    assert ranking_of(SEVERAL, structs.replace(over, confirmed=False)) == "does-not-count"


@pytest.mark.parametrize(
    ("facts", "why"),
    [
        (structs.replace(TWO, origin=CHOSEN), "chosen-seed"),
        (structs.replace(TWO, helped=True), "helped"),
        (structs.replace(TWO, seats=(ANN, Seated("bot strong", bot="strong"))), "bot"),
        (structs.replace(TWO, seats=(ANN, structs.replace(BOB, changed=True))), "seat-changed"),
        (structs.replace(TWO, seats=(ANN, ANN)), "same-player"),
        (structs.replace(TWO, ended=1), "unfinished"),
    ],
    ids=["a chosen seed", "help", "a bot", "a seat that changed hands", "one person at two seats", "left early"],
)
def test_what_spoils_a_match_spoils_it_at_every_moment(facts: MatchFacts, why: NotCounted) -> None:
    assert (ranking_of(SEVERAL, facts), not_counted(SEVERAL, facts)) == ("does-not-count", why)
    if facts.ended is None:
        over = structs.replace(facts, ended=1, outcome=WON, confirmed=True)
        assert ranking_of(SEVERAL, over) == "does-not-count"


def test_somebody_who_has_been_deleted_spoils_nothing() -> None:
    gone = Seated("a player who left")
    over = structs.replace(TWO, seats=(gone, gone), ended=1, outcome=WON, confirmed=True)
    assert ranking_of(SEVERAL, over) == "counts"


@pytest.mark.parametrize(
    ("winners", "late_ms", "ranking"),
    [
        ((0,), -1, "counts"),
        ((), -1, "does-not-count"),
        ((0,), GRACE_MS - 1, "counts"),
        ((0,), GRACE_MS, "does-not-count"),
    ],
)
def test_alone_one_has_to_win_and_a_daily_challenge_in_time(
    winners: tuple[int, ...], late_ms: int, ranking: Ranking
) -> None:
    daily = structs.replace(ALONE, origin=Origin(drawn=True, daily="2026-11-15"))
    over = structs.replace(daily, ended=END + late_ms, outcome=Outcome("over", (7,), winners), confirmed=True)
    assert ranking_of(SOLO, over) == ranking


@pytest.mark.parametrize(("late_ms", "reason"), [(-1, None), (0, "too-late")])
def test_a_daily_challenge_begins_before_everybody_may_look_at_it(late_ms: int, reason: NotCounted | None) -> None:
    daily = structs.replace(ALONE, origin=Origin(drawn=True, daily="2026-11-15"), began=END + late_ms)
    over = structs.replace(daily, ended=END + 120_000, outcome=Outcome("over", (7,), (0,)), confirmed=True)
    assert not_counted(SOLO, over) == reason


def test_alone_nothing_is_won_without_points() -> None:
    facts = structs.replace(ALONE, ended=1, outcome=Outcome("time-up", (0,), (0,)), confirmed=True)
    assert (not_counted(SOLO, facts), ranking_of(SOLO, facts)) == ("no-points", "does-not-count")
    assert not has_won(Outcome("time-up", (0,), (0,)), 0)
    assert has_won(Outcome("over", (0, 0), (0, 1)), 0), "among several the outcome says who won"


def test_a_solo_game_without_boards_never_counts() -> None:
    assert ranking_of(SEVERAL, ALONE) == "does-not-count"


@pytest.mark.parametrize(
    ("mark", "ranking"),
    [
        (None, "counts"),
        (Mark(), "held"),
        (Mark("accepted", "I saw it"), "counts"),
        (Mark("rejected", "a script"), "does-not-count"),
    ],
)
def test_what_is_marked_is_held_until_a_host_decides(mark: Mark | None, ranking: Ranking) -> None:
    over = structs.replace(TWO, ended=1, outcome=WON, confirmed=True, mark=mark)
    assert ranking_of(SEVERAL, over) == ranking
    spoilt = structs.replace(over, helped=True)
    assert ranking_of(SEVERAL, spoilt) == "does-not-count", "no host can make practice count"


BOT = Seated("bot strong", bot="strong", changed=True)
LEFT = structs.replace(BOT, left=Left("bob", 5))


def test_a_seat_that_was_left_spoils_nothing_for_those_who_stay() -> None:
    over = structs.replace(TWO, seats=(ANN, LEFT), ended=9, outcome=WON, confirmed=True)
    assert ranking_of(SEVERAL, over) == "counts"
    assert ranking_of(SEVERAL, structs.replace(TWO, seats=(ANN, LEFT))) == "may-count"
    assert ranking_of(SEVERAL, structs.replace(over, seats=(ANN, BOT))) == "does-not-count", "who left is not known"
    twice = structs.replace(LEFT, left=Left("ann", 5))
    assert ranking_of(SEVERAL, structs.replace(over, seats=(ANN, twice))) == "does-not-count"


@pytest.mark.parametrize(
    ("changes", "ranking"),
    [
        ({}, "counts"),
        ({"all_moved": False}, "does-not-count"),
        ({"seats": (ANN, BOB)}, "does-not-count"),
        ({"helped": True}, "does-not-count"),
        ({"confirmed": None}, "may-count"),
        ({"confirmed": False}, "does-not-count"),
    ],
    ids=["as it is", "somebody never moved", "nobody left", "help", "no replay yet", "contradicted"],
)
def test_what_nobody_finished_counts_if_everybody_moved_and_somebody_left(
    changes: dict[str, object], ranking: Ranking
) -> None:
    closed = structs.replace(TWO, seats=(ANN, LEFT), ended=9, all_moved=True, confirmed=True)
    assert ranking_of(SEVERAL, structs.replace(closed, **changes)) == ranking


SEATS = st.lists(st.none() | st.integers(0, 3), min_size=2, max_size=4)


@given(SEATS, st.data())
def test_whoever_left_comes_after_all_who_stayed_the_earliest_last(
    left_at: list[int | None], data: st.DataObject
) -> None:
    seats = [
        structs.replace(ANN, player=f"p{seat}", left=None if at is None else Left(f"p{seat}", at))
        for seat, at in enumerate(left_at)
    ]
    scores = tuple(data.draw(st.integers(0, 9)) for _ in seats)
    winners = tuple(seat for seat, score in enumerate(scores) if score == max(scores))
    outcome = data.draw(st.sampled_from([None, Outcome("over", scores, winners)]))
    found = places(seats, outcome)
    assert min(found) == 1
    assert set(found) == set(range(1, max(found) + 1))
    for one, mine in enumerate(left_at):
        for other, theirs in enumerate(left_at):
            if mine is None and theirs is not None:
                assert found[one] < found[other]
            elif mine is not None and theirs is not None:
                assert (found[one] < found[other]) == (mine > theirs)
            elif mine is None and theirs is None and outcome is not None:
                assert (found[one] < found[other]) == (scores[one] > scores[other])


PEOPLE = st.sampled_from([ANN, BOB, Seated("Eve", "eve"), Seated("bot strong", bot="strong")])


@given(st.lists(st.tuples(PEOPLE, st.booleans()), max_size=6))
def test_whoever_sits_there_in_between_is_rated_neither_up_nor_down(comings: list[tuple[Seated, bool]]) -> None:
    """Ann begins; others come. She is the beginner whatever happens, has left once somebody else sat there, and is gone
    while somebody else does."""
    seat, somebody_else = ANN, False
    for at, (who, ann_left_before) in enumerate(comings):
        if ann_left_before and seat.player == "ann" and not seat.changed:
            seat = structs.replace(seat, left=seat.left or Left("ann", at))
        gone = Left("ann", at) if not seat.changed and seat.left is None and who is not ANN else None
        seat = seat_taken(seat, who, gone)
        somebody_else |= who is not ANN
        assert seat.beginner == "ann"
        assert (seat.gone == "ann") == (who is not ANN)
        assert (seat.left is not None) == seat.changed == somebody_else
