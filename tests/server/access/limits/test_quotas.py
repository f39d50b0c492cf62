"""Quotas: so much at once, so much again while a window passes, and over a restart too."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from benchmarks.address_bounds import bytes_a_day, bytes_within, processor_s_a_minute
from hypothesis import given
from hypothesis import strategies as st

from parlour.server.access.limits.quotas import (
    BYTES_OF_A_PERSON,
    BYTES_OF_A_PLAYER,
    DAY_S,
    GUESTS_OF_A_PERSON,
    HOUR_S,
    MATCHES_OF_A_PERSON,
    MATCHES_OF_A_PLAYER,
    Quota,
    Quotas,
    QuotaWindow,
    windows_for,
)
from parlour.server.access.limits.rate_limits import MESSAGES_OF_A_PERSON
from parlour.server.access.limits.rooms import ROOMS_OF_A_PERSON
from parlour.server.problems import Problem
from parlour.server.settings import Settings
from parlour.store.players import Player
from parlour.store.store import Store

ANN = Player("ann", "Ann")
HOSTING = Path(__file__).parents[4] / "docs" / "HOSTING.md"
HERE, THERE = "192.0.2.1", "192.0.2.2"


class Time:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.s = 0.0

    def __call__(self) -> float:
        return self.s


def taken(quota: Quota, key: str, amount: float = 1.0) -> bool:
    """Whether there was enough; then it is used."""
    if quota.wait_s(key, amount) > 0:
        return False
    quota.charge(key, amount)
    return True


def test_what_was_used_beyond_a_quota_comes_back_steadily_and_is_not_saved_for_ever() -> None:
    time = Time()
    quota = Quota([QuotaWindow(60, 30)], clock=time)
    quota.charge("a", 40.0)
    assert quota.wait_s("a", 0.0) == pytest.approx(20)
    assert quota.wait_s("b", 30.0) == 0
    time.s = 20
    assert quota.wait_s("a", 0.0) == 0
    assert quota.wait_s("a", 1.0) == pytest.approx(2)
    time.s = 10_000
    assert quota.wait_s("a", 30.0) <= 0 < quota.wait_s("a", 31.0)


def test_a_quota_binds_over_each_of_its_spans() -> None:
    time = Time()
    quota = Quota((QuotaWindow(10, 3), QuotaWindow(100, 5)), clock=time)
    assert [taken(quota, "a") for _ in range(4)] == [True, True, True, False]
    assert quota.wait_s("a") == pytest.approx(10 / 3)
    time.s = 10
    assert [taken(quota, "a") for _ in range(3)] == [True, True, False]
    assert quota.wait_s("a") == pytest.approx(10)
    time.s = 110
    assert [taken(quota, "a") for _ in range(4)] == [True, True, True, False]
    assert taken(quota, "b")


@given(st.lists(st.tuples(st.floats(0, 50), st.floats(0.1, 4)), max_size=60))
def test_within_any_span_no_more_than_twice_its_quota_is_used(asked: list[tuple[float, float]]) -> None:
    time, window = Time(), QuotaWindow(100, 5)
    quota = Quota((window,), clock=time)
    used: list[tuple[float, float]] = []
    for pause, amount in asked:
        time.s += pause
        if taken(quota, "a", amount):
            used.append((time.s, amount))
    for start, _ in used:
        within = sum(amount for at, amount in used if start <= at < start + window.seconds)
        assert within <= 2 * window.most + 1e-6


def test_what_is_charged_without_asking_is_paid_back_first() -> None:
    time = Time()
    quota = Quota((QuotaWindow(10, 2),), clock=time)
    quota.charge("a", 5)
    time.s = 10
    assert not taken(quota, "a")
    time.s = 20
    assert taken(quota, "a")


def test_the_key_that_used_nothing_for_longest_is_forgotten() -> None:
    quota = Quota((QuotaWindow(10, 1),), most_keys=2, clock=Time())
    for key in ("a", "b", "c"):
        assert taken(quota, key)
    assert taken(quota, "a")
    assert not taken(quota, "c")


def refused(ask: Callable[[], None]) -> int:
    """How often it may be asked for before the quota is spent."""
    asked = 0

    def ask_on() -> None:
        nonlocal asked
        while True:
            ask()
            asked += 1

    with pytest.raises(Problem, match=r"quota-spent: .*; come back in [0-9]+ (hour|minute|second)"):
        ask_on()
    return asked


@pytest.mark.parametrize("people", [1, 30])
def test_an_address_has_the_quota_of_its_people(tmp_path: Path, people: int) -> None:
    quotas = Quotas(Settings(tmp_path / "parlour.db", people_of_an_address=people), Time())
    assert refused(lambda: quotas.admit_guest(HERE)) == people * GUESTS_OF_A_PERSON[0].most
    others = iter(range(1_000_000))
    asked = refused(lambda: quotas.admit_match(Player(f"{next(others)}", ""), HERE))
    assert asked == people * MATCHES_OF_A_PERSON[0].most
    quotas.admit_guest(THERE)
    quotas.admit_match(ANN, THERE)


def test_one_player_spends_a_part_of_what_an_address_has_of_matches_wherever_they_are(tmp_path: Path) -> None:
    quotas = Quotas(Settings(tmp_path / "parlour.db", people_of_an_address=30), Time())
    assert refused(lambda: quotas.admit_match(ANN, HERE)) == MATCHES_OF_A_PLAYER[0].most
    assert refused(lambda: quotas.admit_match(ANN, THERE)) == 0
    others = iter(range(1_000_000))
    left = 30 * MATCHES_OF_A_PERSON[0].most - MATCHES_OF_A_PLAYER[0].most
    assert refused(lambda: quotas.admit_match(Player(f"{next(others)}", ""), HERE)) == left


def test_whoever_has_spent_a_quota_is_told_when_there_is_more(tmp_path: Path) -> None:
    time = Time()
    quotas = Quotas(Settings(tmp_path / "parlour.db", people_of_an_address=1), time)
    refused(lambda: quotas.admit_match(ANN, HERE))
    with pytest.raises(Problem, match="come back in 30 seconds") as problem:
        quotas.admit_match(ANN, HERE)
    assert problem.value.retry_after_s == 30
    time.s += problem.value.retry_after_s
    quotas.admit_match(ANN, HERE)


def test_bytes_are_counted_for_a_player_wherever_they_are_and_for_an_address_whoever_is_there(tmp_path: Path) -> None:
    quotas = Quotas(Settings(tmp_path / "parlour.db", people_of_an_address=30), Time())
    chunk = 100_000
    assert refused(lambda: quotas.admit_bytes(ANN, HERE, chunk)) == BYTES_OF_A_PLAYER[0].most / chunk
    assert refused(lambda: quotas.admit_bytes(ANN, THERE, chunk)) == 0
    others = iter(range(1_000_000))
    left = (30 * BYTES_OF_A_PERSON[0].most - BYTES_OF_A_PLAYER[0].most) / chunk
    assert refused(lambda: quotas.admit_bytes(Player(f"{next(others)}", ""), HERE, chunk)) == left


def test_the_operators_are_told_what_an_address_can_cost() -> None:
    said, settings = " ".join(HOSTING.read_text().split()), Settings(Path("unused"))
    hour, day = (bytes_within(settings, seconds) / 1e6 for seconds in (HOUR_S, DAY_S))
    assert f"at most {hour:g} MB be written in any hour and {day:g} MB in any day" in said
    assert f"{bytes_a_day(settings) / 1e6:g} MB day after day" in said
    assert f"at most {processor_s_a_minute(settings):.0f} seconds of processor in a minute" in said
    for windows in (GUESTS_OF_A_PERSON, MATCHES_OF_A_PERSON):
        people = windows_for(settings.people_of_an_address, *windows)
        assert f"{people[-2].most:,.0f} an hour, {people[-1].most:,.0f} a day" in said
    assert "a player alone: {:g}, {:g} and {:g}".format(*(window.most for window in MATCHES_OF_A_PLAYER)) in said
    assert f"| {settings.people_of_an_address * ROOMS_OF_A_PERSON}, and no more than a tenth" in said
    assert f"| {settings.people_of_an_address * MESSAGES_OF_A_PERSON:.0f} a second" in said


def test_a_restart_gives_nobody_the_days_quota_back(tmp_path: Path) -> None:
    time, settings = Time(), Settings(tmp_path / "parlour.db", people_of_an_address=1)
    most = int(GUESTS_OF_A_PERSON[-1].most)

    async def lives(do: Callable[[Quotas], None], now_ms: int) -> None:
        store, quotas = Store(settings.database), Quotas(settings, time)
        await quotas.restore(store, now_ms)
        do(quotas)
        await quotas.save(store, now_ms)
        store.close()

    def spend(quotas: Quotas) -> None:
        for _ in range(most):
            quotas.admit_guest(HERE)
            time.s += HOUR_S / GUESTS_OF_A_PERSON[0].most

    def find_it_spent(quotas: Quotas) -> None:
        assert refused(lambda: quotas.admit_guest(HERE)) < most / 4
        quotas.admit_guest(THERE)

    def find_it_whole(quotas: Quotas) -> None:
        assert refused(lambda: quotas.admit_guest(HERE)) == GUESTS_OF_A_PERSON[0].most

    asyncio.run(lives(spend, 0))
    asyncio.run(lives(find_it_spent, 1000))
    asyncio.run(lives(find_it_whole, int(2 * DAY_S * 1000)))
    assert HERE.encode() not in (tmp_path / "parlour.db").read_bytes()
