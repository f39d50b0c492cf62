"""Whether a match counts, asked at every moment of its life."""

import pytest
from msgspec import structs

from parlour.core.game import Outcome
from parlour.games import kit_of
from parlour.store.periods import day_ms
from parlour.store.ranking import CHOSEN, GRACE_MS, MatchFacts, Origin, Ranking, Seated, ranking_of

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
    "facts",
    [
        structs.replace(TWO, origin=CHOSEN),
        structs.replace(TWO, helped=True),
        structs.replace(TWO, seats=(ANN, Seated("bot strong", bot="strong"))),
        structs.replace(TWO, seats=(ANN, structs.replace(BOB, changed=True))),
        structs.replace(TWO, seats=(ANN, ANN)),
        structs.replace(TWO, ended=1),
    ],
    ids=["a chosen seed", "help", "a bot", "a seat that changed hands", "one person at two seats", "left early"],
)
def test_what_spoils_a_match_spoils_it_at_every_moment(facts: MatchFacts) -> None:
    assert ranking_of(SEVERAL, facts) == "does-not-count"
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


def test_a_solo_game_without_boards_never_counts() -> None:
    assert ranking_of(SEVERAL, ALONE) == "does-not-count"
