"""Batches by the workers of a real Dask cluster, some of which die."""

import pickle
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from parlour.batch.cluster import Cluster, OtherRules, PickledCall, by_same_rules, rules_here
from parlour.batch.pool import BatchStopped
from parlour.core.session import encode_session
from parlour.games.dots_and_boxes import DotsAndBoxes
from parlour.testing.players import finished
from tests.batch.dask_cluster import DASK, WITHOUT_PARLOUR, DaskCluster, end, wait_for
from tests.cli.program import Program


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DaskCluster]:
    started = DaskCluster(tmp_path_factory.mktemp("dask"))
    yield started
    started.close()


@pytest.fixture
def program(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Program:
    return Program(capsys, monkeypatch)


def parlour(*words: object) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "parlour", *map(str, words)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def first_part(ran: "subprocess.Popen[str]", output: Path) -> None:
    """Until a part is done; the others are not while a worker that was given some is stopped."""
    kept = output.with_name(f"{output.name}.parts")
    wait_for(lambda: ran.poll() is not None or any(kept.glob("*-*.jsonl")), "the first part")


def test_the_parts_of_a_worker_that_dies_are_done_by_another(
    cluster: DaskCluster, program: Program, tmp_path: Path
) -> None:
    dying, _ = cluster.workers(DASK, DASK)
    file, output = tmp_path / "games.jsonl", tmp_path / "verdicts.jsonl"
    sessions = [encode_session(finished(DotsAndBoxes(), seed).session) for seed in range(8)]
    file.write_bytes(b"\n".join([*sessions, b"{}"] * 20))
    dying.send_signal(signal.SIGSTOP)
    ran = parlour("verify", file, "--output", output, "--scheduler", cluster.address)
    first_part(ran, output)
    end(dying)
    assert ran.communicate() == (f"180 sessions in {output}: 160 ok, 0 rejected, 20 unreadable, 0 not checked\n", "")
    assert ran.returncode == 2
    assert output.read_bytes() == program("verify", file, "--json").out.encode()


def test_without_any_worker_the_batch_stops_and_goes_on_elsewhere(
    cluster: DaskCluster, program: Program, tmp_path: Path
) -> None:
    [other] = cluster.workers(DASK)
    words = ("arena", "dots-and-boxes", "--bots", "novice,casual", "--games", 64, "--json")
    output = tmp_path / "games.parquet"
    other.send_signal(signal.SIGSTOP)
    ran = parlour(*words, "--output", output, "--scheduler", cluster.address, "--wait-for-workers", "0.5")
    first_part(ran, output)
    cluster.end_workers()
    _, said = ran.communicate()
    assert "has had no worker for 0.5 seconds; start one with: dask worker tcp://127.0.0.1:" in said
    assert "the same command goes on from there" in said
    assert ran.returncode == 4
    assert not output.exists()
    again = tmp_path / "again.parquet"
    assert program(*words, "--output", output).json == program(*words, "--output", again).json
    assert output.read_bytes() == again.read_bytes()


def test_a_worker_without_parlour_is_told_of_and_left_alive(cluster: DaskCluster, tmp_path: Path) -> None:
    [worker] = cluster.workers((sys.executable, "-c", WITHOUT_PARLOUR))
    file = tmp_path / "empty.json"
    file.write_bytes(b"{}")
    ran = parlour("verify", file, "--scheduler", cluster.address)
    _, said = ran.communicate()
    assert "lacks Parlour" in said
    assert ran.returncode == 4
    assert worker.poll() is None


def test_a_worker_of_other_rules_does_no_part() -> None:
    packed = pickle.dumps((len, "four"))
    assert pickle.loads(pickle.dumps(PickledCall(by_same_rules, (rules_here(), packed)))) == 4
    with pytest.raises(OtherRules, match="has stackdoku in rules version 1, but 99 is needed"):
        by_same_rules(rules_here() | {"stackdoku": "99"}, packed)
    with pytest.raises(OtherRules, match="has chess in rules version none, but 1 is needed"):
        by_same_rules({"chess": "1"}, b"never read")


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "", "127.0.0.1", "post://office"])
def test_where_no_scheduler_answers_the_address_is_named(address: str) -> None:
    with pytest.raises(BatchStopped, match=f"no Dask scheduler answers at '{address}'"):
        Cluster(address, 0.0)
