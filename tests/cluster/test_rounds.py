"""What a seed says of a round, and what rounds add up to."""

from pathlib import Path

import pytest

from tests.cluster.chaos import totals_of
from tests.cluster.checking.checker import Violation
from tests.cluster.checking.history import Absence
from tests.cluster.faults import FAULTS
from tests.cluster.proxy import EXAMPLE, configuration
from tests.cluster.rounds import EXPECTED_ANSWERS, TABLES, Played, plan_of


def test_a_seed_makes_the_same_round_again() -> None:
    plans = [plan_of(seed, FAULTS) for seed in range(200)]
    assert plans == [plan_of(seed, FAULTS) for seed in range(200)]
    assert {name for plan in plans for name, _ in plan.faults} == set(FAULTS)
    assert {name for plan in plans for name in plan.tables} == set(TABLES)
    for plan in plans:
        moments = [after for _, after in plan.faults]
        assert moments == sorted(moments)
        assert all(0 <= after < EXPECTED_ANSWERS for after in moments)


def test_rounds_add_up() -> None:
    wrong = Violation("doubled", "match", "twice")
    absences = tuple(Absence(seconds, ("cut",)) for seconds in (0.3, 0.5, 4.0))
    rounds = [
        Played(7, ("kill-server",), 100, 120, 300, 6, 6, absences, ()),
        Played(8, ("kill-server", "upgrade"), 90, 110, 280, 6, 5, absences[:1], (wrong,)),
    ]
    totals = totals_of(7, rounds, 12.34, Path("kept"))
    assert (totals.rounds, totals.acknowledged, totals.matches, totals.finished) == (2, 190, 12, 11)
    assert totals.faults == {"kill-server": 2, "upgrade": 1}
    assert totals.violations == {"doubled": 1}
    assert totals.wrong_seeds == (8,)
    assert totals.away_s == {"kill-server": (0.5, 4.0, 4.0, 4.0), "several": (0.3, 0.3, 0.3, 0.3)}


def test_the_proxys_example_is_used_with_other_ports_and_one_front_more() -> None:
    text = configuration(EXAMPLE.read_text(), 1000, 1001, [2001, 2002], Path("admin.sock"))
    assert "bind 127.0.0.1:1000\n" in text
    assert "bind 127.0.0.1:1001\n" in text
    assert text.count("server one 127.0.0.1:2001") == text.count("server two 127.0.0.1:2002") == 2
    assert "server three" not in text
    assert text.count("balance hash var(txn.room)") == text.count("balance roundrobin") == 1


def test_an_example_that_names_other_addresses_is_not_taken_for_the_projects() -> None:
    with pytest.raises(AssertionError, match=r"127\.0\.0\.1:8002"):
        configuration(EXAMPLE.read_text().replace(":8002", ":9002"), 1000, 1001, [2001], Path("admin.sock"))
