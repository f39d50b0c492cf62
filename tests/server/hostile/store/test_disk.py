"""What is refused over and over does not fill the disk, nor does what nobody finishes."""

import sqlite3
from itertools import cycle, takewhile
from pathlib import Path

import pytest

from parlour.core.errors import Refusal
from parlour.protocol.submission import MOST_REFUSED_IN_A_ROW
from parlour.server.access.access import Access
from parlour.server.access.allowance import BYTES_AT_ONCE, Allowance
from parlour.server.access.authentication import Authentication
from parlour.server.access.device_cookie import DeviceCookie
from parlour.server.access.limits.quotas import BYTES_OF_A_PERSON, ROW_BYTES, Quotas
from parlour.server.access.limits.rate_limits import RateLimits
from parlour.server.access.restrictions import Restrictions
from parlour.server.clock import ServerClock
from parlour.server.problems import Problem
from parlour.server.settings import Settings
from parlour.server.socket.picows_adapter import LARGEST_FRAME
from parlour.store.players import Player
from parlour.store.store import Store
from parlour.testing.players import begin
from tests.core.test_match import NIM
from tests.server.table import Guest, Seat, Server, take


def refuse(table: Seat, count: int, first: int = 0) -> list[int | None]:
    """Take from a heap that is not there, so often, each time with the longest ref; the places in the log."""
    answers = [table.play(0, take(62), f"{number:064}") for number in range(first, first + count)]
    assert {answer["refused"]["code"] for answer in answers} == {"no-such-heap"}
    return [answer["seq"] for answer in answers]


def entries_in(database: Path) -> int:
    connection = sqlite3.connect(database)
    [[count]] = connection.execute("SELECT COUNT(*) FROM entries")
    connection.close()
    return int(count)


def test_only_so_many_refusals_in_a_row_are_logged_and_all_are_answered(tmp_path: Path) -> None:
    server = Server(tmp_path)
    try:
        with Guest(server) as ann:
            code = ann.open("nim", "me", "me", seed=5)["code"]
            with ann.enter(code) as table:
                places = refuse(table, MOST_REFUSED_IN_A_ROW + 50)
                assert places == [*range(MOST_REFUSED_IN_A_ROW), *[None] * 50]
                assert entries_in(server.database) == MOST_REFUSED_IN_A_ROW
                assert refuse(table, 1) == [0], "one that is in the log is answered again"
                counted = ann.http.get("/metrics").text
                assert f'parlour_refusals_total{{code="no-such-heap",game="nim"}} {len(places)}.0' in counted
            server.kill()
            server.start()
            ann.come_back()
            with ann.enter(code) as table:
                assert refuse(table, 20, 1000) == [None] * 20, "not even after a restart"
                assert table.play(0, take(0))["seq"] == MOST_REFUSED_IN_A_ROW
                assert table.play(1, take(0))["refused"] is None
                assert refuse(table, 1, 2000) == [MOST_REFUSED_IN_A_ROW + 2], "after an accepted one it counts anew"
    finally:
        server.stop()


def test_a_seat_that_only_tries_is_told_from_one_that_plays() -> None:
    match = begin(NIM, 1)
    for at_ms in range(3):
        match, refusal = match.submit(0, NIM.legal_actions(match.state, 0)[0], at_ms)
        match, refusal = match.submit(0, NIM.legal_actions(match.state, 1)[0], at_ms)
        assert refusal == Refusal("not-your-turn")
        match, _ = match.submit(1, NIM.legal_actions(match.state, 1)[0], at_ms)
    taken_up = match.taken_up(NIM, match.session, match.state)
    for same in (match, taken_up):
        assert same.only_refused(0, 1)
        assert not same.only_refused(0, 2)
        assert not same.only_refused(1, 1)
        assert [*same.newest_first()] == [*reversed(match.session.entries)]


def access_of(store: Store, settings: Settings) -> Access:
    """Who may, as a server with these settings has it."""
    authentication = Authentication(store, ServerClock(), DeviceCookie())
    return Access(authentication, RateLimits(settings), Quotas(settings), Restrictions(ServerClock()))


def is_admitted(allowance: Allowance) -> bool:
    try:
        allowance.admit_entry(LARGEST_FRAME)
    except Problem:
        return False
    return True


def test_every_action_is_charged_in_bytes_to_the_player_and_to_the_address(tmp_path: Path) -> None:
    settings = Settings(tmp_path / "parlour.db", people_of_an_address=1)
    store = Store(settings.database)
    access = access_of(store, settings)
    allowances = [Allowance(access, Player(f"player {number}", ""), "192.0.2.1") for number in range(5)]
    most, written = BYTES_OF_A_PERSON[0].most, 0
    for allowance in takewhile(is_admitted, cycle(allowances)):
        written += LARGEST_FRAME + ROW_BYTES
        assert written <= most, allowance
    assert written > most - 6 * BYTES_AT_ONCE, "all but what the sockets took ahead, and one could not"
    with pytest.raises(Problem, match="quota-spent"):
        Allowance(access, Player("another", ""), "192.0.2.1").admit_entry(LARGEST_FRAME)
    Allowance(access, Player("another", ""), "192.0.2.2").admit_entry(LARGEST_FRAME)
    store.close()
