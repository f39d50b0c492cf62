"""What stops everybody is measured and named, and a commit never has to move the log into the database."""

import asyncio
import gc
import logging
import os
import re
import sqlite3
import sys
import threading
import time
import weakref
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest

from parlour.games.dots_and_boxes.rules import DRAWS
from parlour.server import collector
from parlour.server.app import Parlour
from parlour.server.clock import ServerClock
from parlour.server.live.people.seating import Person
from parlour.server.logs import JsonLines, ThreadedHandler
from parlour.server.loop_watch import LoopWatch, place_of
from parlour.server.metrics import Metrics
from parlour.server.settings import Settings
from parlour.server.stalls import STALL_S, Activity, Cause, Stall, Stalls, Usage, cause_of
from parlour.store import checkpointer, players, sqlite
from parlour.store.players import Player
from parlour.store.store import Store
from parlour.store.transaction import Job, Transaction, together
from parlour.store.watching import Unwatched
from tests.patience import WAIT_S
from tests.server.table import eventually
from tests.store.plain_sql import asking
from tests.store.tracing import traced

IDLE = Usage(0, 0, 0)
MUCH_MORE_THAN_A_PIPE_HOLDS = 2000


@pytest.mark.parametrize(
    ("what", "usage", "activities", "cause"),
    [
        ("loop", IDLE, [Activity("collector", 0, 6)], "collector"),
        ("loop", Usage(2, 2, 8), [Activity("collector", 0, 10)], "no-processor"),
        ("loop", Usage(6, 6, 0), [Activity("collector", 0, 6)], "collector"),
        ("loop", IDLE, [Activity("collector", 0, 2), Activity("collector", 5, 9)], "collector"),
        ("loop", IDLE, [Activity("collector", -9, 4)], "unknown"),
        ("loop", IDLE, [Activity("checkpoint", 0, 10), Activity("commit", 0, 10)], "unknown"),
        ("loop", Usage(1, 2, 7), [], "no-processor"),
        ("loop", Usage(8, 9, 1), [], "own-work"),
        ("loop", Usage(1, 9, 1), [], "other-threads"),
        ("commit", Usage(1, 1, 0), [], "disk"),
        ("commit", Usage(1, 1, 0), [Activity("checkpoint", -5, 7)], "checkpoint"),
        ("commit", Usage(1, 1, 8), [], "no-processor"),
        ("commit", Usage(1, 1, 0), [Activity("read", 0, 10)], "disk"),
    ],
)
def test_the_cause_is_what_took_at_least_half_of_it(
    what: str, usage: Usage, activities: Sequence[Activity], cause: Cause
) -> None:
    assert cause_of(Stall("loop" if what == "loop" else "commit", 0, 10, usage, activities)) == cause


def stalls_in(caplog: pytest.LogCaptureFixture) -> list[dict[str, object]]:
    return [record.__dict__["facts"] for record in caplog.records if record.getMessage() == "stall"]


def test_a_slow_commit_is_told_with_what_went_on_meanwhile(caplog: pytest.LogCaptureFixture) -> None:
    now = 0.0
    metrics = Metrics()
    stalls = Stalls(metrics, lambda: now)
    stalls.committed(1, 1, STALL_S - 0.001)
    assert not stalls_in(caplog)
    with stalls.during("checkpoint"):
        now = 10.0
        stalls.committed(1, 1, 0.3)
    [told] = stalls_in(caplog)
    assert (told["what"], told["cause"], told["ms"], told["meanwhile"]) == (
        "commit",
        "checkpoint",
        300,
        {"checkpoint": 300},
    )
    assert 'parlour_stalls_total{cause="checkpoint",what="commit"} 1.0' in metrics.text().decode()


def test_of_many_stalls_one_a_minute_is_logged_and_the_others_with_the_next(caplog: pytest.LogCaptureFixture) -> None:
    now = 0.0
    metrics = Metrics()
    stalls = Stalls(metrics, lambda: now)
    for ended, seconds in ((100, 0.06), (110, 0.07), (130, 0.09), (159, 0.05), (161, 0.06), (162, 0.05)):
        now = ended
        stalls.committed(1, 1, seconds)
    first, second = stalls_in(caplog)
    assert "left_out" not in first
    assert (second["ms"], second["left_out"], second["longest_left_out_ms"]) == (60, 3, 90)
    assert second["last_left_out_s_ago"] == 2
    now = 170.0
    stalls.tell(Stall("loop", 169.9, now, IDLE, ()))
    stalls.committed(1, 1, 0.2)
    assert [(told["what"], told["ms"]) for told in stalls_in(caplog)[2:]] == [("loop", 100), ("commit", 200)], (
        "another kind, and one that is much longer, are told at once"
    )
    counted = re.findall(r'parlour_stalls_total\{.*what="commit"\} (\d+)', metrics.text().decode())
    assert sum(map(int, counted)) == 7


def test_a_loop_that_stands_still_is_told_and_so_is_the_collector(caplog: pytest.LogCaptureFixture) -> None:
    metrics = Metrics()

    async def check() -> None:
        watch = LoopWatch(Stalls(metrics), metrics)
        await asyncio.sleep(0)
        gc.collect()
        time.sleep(3 * STALL_S)
        while not stalls_in(caplog):
            await asyncio.sleep(0.01)
        watch.stop()

    asyncio.run(asyncio.wait_for(check(), WAIT_S))
    told = stalls_in(caplog)[0]
    assert told["what"] == "loop"
    assert int(str(told["ms"])) >= STALL_S * 1000
    text = metrics.text().decode()
    assert 'parlour_collector_seconds_count{generation="2"} ' in text
    assert "parlour_stalls_total{" in text


def test_the_collector_may_run_while_its_numbers_are_being_written() -> None:
    metrics = Metrics()

    def collect_within() -> None:
        with metrics._collections._lock:
            gc.collect()

    async def check() -> None:
        watch = LoopWatch(Stalls(metrics), metrics)
        thread = threading.Thread(target=collect_within, daemon=True)
        thread.start()
        await asyncio.to_thread(thread.join, WAIT_S)
        assert not thread.is_alive()
        watch.stop()

    asyncio.run(check())
    assert 'parlour_collector_seconds_count{generation="2"} ' in metrics.text().decode()


def test_where_the_loop_was_is_told_by_the_place_in_this_program(tmp_path: Path) -> None:
    places: list[str | None] = []

    def look(_transaction: Transaction) -> None:
        places.append(place_of(sys._getframe()))

    async def check() -> None:
        await store.read(together(look, look))

    store = Store(tmp_path / "parlour.db")
    asyncio.run(check())
    store.close()
    assert places[0] is not None
    assert places[0].startswith("store/transaction.py:")
    assert place_of(None) is None


def add(name: str) -> Job[Player]:
    return players.add(Player(name, name), name.encode(), 0)


def test_no_commit_moves_the_log_into_the_database_and_another_thread_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checkpointer, "LOOK_EACH_S", 0.001)
    lengths: list[int] = []

    class Watcher(Unwatched):
        def checkpointed(self, pages: int, seconds: float) -> None:  # noqa: ARG002
            lengths.append(pages)

    store = Store(tmp_path / "parlour.db", Watcher())

    async def check() -> None:
        assert [tuple(row) for row in await store.write(asking("PRAGMA wal_autocheckpoint"))] == [(0,)]
        await store.write(add("ann"))

    asyncio.run(check())
    eventually(lambda: bool(lengths))
    assert store.failure.reason is None
    store.close()


def test_a_long_log_is_begun_again_and_a_reader_of_it_delays_that_and_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    monkeypatch.setattr(sqlite, "MOST_PAGES_AHEAD", 40)
    monkeypatch.setattr(sqlite3, "connect", traced(said.append))
    database = sqlite.SqliteDatabase(tmp_path / "parlour.db")
    database.migrate()
    writing, reading, move = database.writing(), database.reading(), database.checkpoints()

    def write(name: str) -> None:
        writing.begin()
        add(name)(writing)
        writing.commit()

    write("first")
    assert move() < 40
    assert not any("RESTART" in statement for statement in said)
    reading.begin()
    assert players.by_token(b"first")(reading) is not None
    for number in range(40):
        write(f"n{number}")
    before = move()
    assert before >= 40
    assert any("RESTART" in statement for statement in said)
    write("while somebody reads")
    assert move() > before
    reading.rollback()
    move()
    write("when nobody reads")
    assert move() < before
    database.close()


def test_a_log_that_nobody_reads_stops_nobody_and_tells_what_it_left_out() -> None:
    reading, writing = os.pipe()
    handler = ThreadedHandler(writing, most_waiting=10)
    log = logging.getLogger("parlour.nobody-reads")
    log.propagate = False
    log.addHandler(handler)
    for number in range(MUCH_MORE_THAN_A_PIPE_HOLDS):
        log.warning("x" * 1000, extra={"facts": {"number": number}})
    log.removeHandler(handler)
    lines: list[bytes] = []

    def read() -> None:
        with os.fdopen(reading, "rb") as file:
            lines.extend(file)

    reader = threading.Thread(target=read)
    reader.start()
    handler.close()
    os.close(writing)
    reader.join()
    told = [msgspec.json.decode(line) for line in lines]
    left_out = sum(line["lines"] for line in told if line["event"] == "lines left out")
    numbers = [line["number"] for line in told if "number" in line]
    assert left_out > 0
    assert numbers == sorted(numbers)
    assert len(numbers) + left_out == MUCH_MORE_THAN_A_PIPE_HOLDS


def test_what_is_no_json_is_logged_all_the_same() -> None:
    odd = {"levelname": "ERROR", "msg": "odd", "facts": {"half a letter": "\ud800", "thing": object}}
    line = msgspec.json.decode(JsonLines().format(logging.makeLogRecord(odd)))
    assert line["half a letter"] == r"'\ud800'"
    assert line["thing"] == "<class 'object'>"


def test_a_room_that_is_forgotten_needs_no_collector_to_give_its_memory_back(tmp_path: Path) -> None:
    async def check() -> None:
        clock = ServerClock()
        parlour = Parlour(Settings(tmp_path / "parlour.db", warm=False), clock)
        ann = Player("a", "Ann")
        await parlour.store.write(players.add(ann, b"a", 0))
        both = (Person("a", "Ann"), Person("a", "Ann"))
        room = await parlour.hub.open(ann, "dots-and-boxes", {}, both, public=False, seed=3)
        assert room.match_host is not None
        await room.match_host.submit_and_wait(0, DRAWS[0])
        kept = weakref.ref(room), weakref.ref(room.match_host)
        del room
        await parlour.hub.tidy(idle_ms=0)
        assert [one() for one in kept] == [None, None]
        parlour.store.close()

    gc.collect()
    gc.disable()
    try:
        asyncio.run(check())
    finally:
        gc.enable()


def test_old_objects_are_searched_when_nobody_is_here_and_seldom_when_somebody_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    searched: list[int] = []
    monkeypatch.setattr(collector, "LOOK_EACH_S", 0.0)

    async def look(quiet: bool, times: int) -> int:
        looks = 0
        enough = asyncio.Event()

        def is_quiet() -> bool:
            nonlocal looks
            looks += 1
            if looks > times:
                enough.set()
            return quiet

        task = asyncio.create_task(collector.collect_all_when_quiet(is_quiet))
        await enough.wait()
        task.cancel()
        return looks

    def see(phase: str, about: dict[str, int]) -> None:
        if phase == "stop" and about["generation"] == 2:
            searched.append(1)

    gc.callbacks.append(see)
    try:
        asyncio.run(look(quiet=False, times=20))
        assert not searched
        asyncio.run(look(quiet=True, times=3))
        assert len(searched) >= 3
    finally:
        gc.callbacks.remove(see)


def test_whoever_asks_for_the_numbers_again_and_again_shares_them_with_others() -> None:
    made = 0

    class Counted(Metrics):
        def text(self) -> bytes:
            nonlocal made
            made += 1
            return super().text()

    async def check() -> None:
        metrics = Counted()
        first = await asyncio.gather(*(metrics.text_in_turn() for _ in range(100)))
        assert len(set(first)) == made == 1
        metrics.fault("malformed")
        later = await metrics.text_in_turn()
        assert made == 2
        assert b'parlour_faults_total{code="malformed"} 1.0' in later

    asyncio.run(check())
