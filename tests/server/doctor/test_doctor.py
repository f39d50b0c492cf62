"""What ``parlour doctor`` says of servers and of what stands before them."""

import os
import sqlite3
import time
from pathlib import Path

import httpx
import pytest

from parlour.server.doctor.clocks import judged_skew
from parlour.server.doctor.machine import examine_backups, judged_files
from parlour.server.doctor.processes import ProcessReport, judged_connections, judged_ready, judged_versions
from parlour.server.doctor.public_address import FORGED, judged_client_address, judged_guest, judged_scheme
from parlour.server.doctor.shared_store import judged_processes
from parlour.server.doctor.site import NoAnswer, Site
from parlour.store.processes import StoredProcess
from parlour.store.store import Store
from tests.cli.program import Program, Ran
from tests.patience import WAIT_S
from tests.postgres import Postgres, rows
from tests.server.proxy import Proxy, Rewrite, unchanged, with_header, without_header
from tests.server.table import Server, eventually


@pytest.fixture
def program(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Program:
    return Program(capsys, monkeypatch)


ALL = (
    *("database", "integrity", "disk space", "version", "logs", "strays", "open files", "backups"),
    *("process", "connections", "versions", "clocks of processes"),
    *("public address", "scheme", "client address", "answers", "clock", "guests", "sockets", "silent sockets"),
)


def passing_on(head: bytes) -> bytes:
    """As a proxy should."""
    return with_header("X-Forwarded-Proto", "http")(with_header("X-Forwarded-For", "127.0.0.1")(head))


def levels(ran: Ran) -> dict[str, str]:
    return {check["name"]: check["level"] for check in ran.json["checks"]}


def guests(server: Server) -> int:
    connection = sqlite3.connect(server.database)
    try:
        [count] = connection.execute("SELECT COUNT(*) FROM players").fetchone()
    finally:
        connection.close()
    return int(count)


def test_a_sound_deployment_is_said_to_be_well(program: Program, server: Server, tmp_path: Path) -> None:
    (tmp_path / "parlour.db").write_bytes(b"")
    eventually(lambda: httpx.get(f"{server.url}/ready", verify=False, timeout=WAIT_S).status_code == 200)
    before = guests(server)
    with Proxy(server.url, passing_on) as proxy:
        where = ["--process", server.url, "--url", proxy.url, "--idle", "0.2", "--backups", tmp_path]
        ran = program("doctor", "--json", "--database", server.database, "--most-connections", 100, *where)
    assert ran.code == 0, ran.out
    assert levels(ran) == dict.fromkeys(ALL, "ok") | {"metrics": "warning"}
    assert guests(server) == before, "the guest that came for it is gone"


@pytest.mark.parametrize(
    ("request_head", "answer_head", "name"),
    [
        (with_header("X-Forwarded-Proto", "https"), unchanged, "scheme"),
        (with_header("Host", "elsewhere.example"), unchanged, "guests"),
        (without_header("Upgrade"), unchanged, "sockets"),
        (unchanged, with_header("Cache-Control", "max-age=60"), "answers"),
        (unchanged, with_header("Content-Encoding", "br"), "answers"),
        (unchanged, without_header("Set-Cookie"), "guests"),
    ],
    ids=["another scheme", "another host", "no upgrade", "kept", "compressed", "no cookie"],
)
def test_what_a_proxy_does_not_pass_on_is_named(
    program: Program, server: Server, request_head: Rewrite, answer_head: Rewrite, name: str
) -> None:
    with Proxy(server.url, lambda head: request_head(passing_on(head)), answer_head) as proxy:
        ran = program("doctor", "--no-store", "--json", "--url", proxy.url, "--idle", 0)
    assert ran.code == 1
    assert [check for check, level in levels(ran).items() if level == "error"] == [name]
    assert all(check["advice"] for check in ran.json["checks"] if check["level"] != "ok")


def test_a_proxy_that_cuts_silent_sockets_is_found_and_one_that_believes_clients_from_here_is_doubted(
    program: Program, server: Server
) -> None:
    with Proxy(server.url, silent_s=0.2) as proxy:
        ran = program("doctor", "--no-store", "--json", "--url", proxy.url, "--idle", 20)
    found = levels(ran)
    assert (ran.code, found["silent sockets"], found["client address"]) == (1, "error", "warning")


def test_what_does_not_answer_is_said_in_one_sentence(program: Program, server: Server) -> None:
    nobody = "http://127.0.0.1:9"
    ran = program("doctor", "--no-store", "--json", "--process", nobody, "--url", nobody)
    assert (ran.code, levels(ran)["process"], levels(ran)["public address"]) == (1, "error", "error")
    below = program("doctor", "--no-store", "--url", f"{server.url}/games")
    assert (below.code, "is the server's --base" in below.out) == (1, True)
    none = program("doctor", "--no-store", "--url", "games.example")
    assert (none.code, "is no address" in none.err) == (2, True)


@pytest.mark.parametrize("address", ["", "ftp://x", "http://", "http://[", "http://a:b", "http://a:0"])
def test_an_address_that_is_none_is_refused(address: str) -> None:
    with pytest.raises(NoAnswer, match="is no address"):
        Site(address)


def test_a_client_address_that_is_forged_or_the_proxys_own_is_found() -> None:
    assert judged_client_address("203.0.113.9", "203.0.113.5", "203.0.113.5").level == "ok"
    assert judged_client_address("203.0.113.9", "203.0.113.5", FORGED).level == "error"
    assert judged_client_address("203.0.113.9", "127.0.0.1", "127.0.0.1").level == "error"
    assert judged_client_address("127.0.0.1", "127.0.0.1", FORGED).level == "warning"
    assert judged_client_address("127.0.0.1", "127.0.0.1", "127.0.0.1").level == "ok"


def test_over_https_a_cookie_has_to_be_secure() -> None:
    assert judged_scheme("https", "http").level == "error"
    assert judged_guest(200, "https", has_cookie=True, cookie="parlour=x; HttpOnly").level == "error"
    assert judged_guest(200, "https", has_cookie=True, cookie="parlour=x; Secure").level == "ok"
    assert judged_guest(429, "https", has_cookie=False, cookie="").level == "warning"


def test_processes_of_other_versions_other_clocks_and_too_few_files_are_named() -> None:
    assert judged_versions({"a": "1", "b": "2"}, "1").said == "this program is 1; b is 2"
    assert judged_skew("clock", {"a": 1.0, "b": -0.5}).level == "ok"
    assert judged_skew("clock", {"a": 1.5, "b": -1.5}).level == "warning", "they are three seconds apart"
    assert judged_skew("clock", {"a": -3600.0}).level == "error"
    assert judged_ready("a", 503, b'{"code":"not-ready"}').level == "error"
    assert judged_connections(ProcessReport("a", "1", 0.0, {"process_max_fds": 1024.0}), 10_000).level == "warning"
    full = {"process_max_fds": 20_000.0, "parlour_connections": 9_000.0}
    assert judged_connections(ProcessReport("a", "1", 0.0, full), 10_000).level == "warning"
    assert judged_connections(ProcessReport("a", "1", 0.0, {}), 10_000).level == "warning"
    assert [judged_files(files, 10_000).level for files in (None, 20_000, 1_024)] == ["ok", "ok", "warning"]


def test_a_backup_that_is_too_old_or_missing_is_wrong(tmp_path: Path) -> None:
    assert examine_backups(tmp_path, 26.0, 0).level == "error"
    (tmp_path / "parlour.db").write_bytes(b"")
    assert examine_backups(tmp_path, 26.0, 0).level == "ok"
    assert examine_backups(tmp_path, 26.0, 10**18).level == "warning"
    two_days_ago = time.time() - 48 * 3600
    os.utime(tmp_path / "parlour.db", (two_days_ago, two_days_ago))
    assert examine_backups(tmp_path, 26.0, 0).level == "error"
    assert examine_backups(tmp_path / "nowhere", 26.0, 0).level == "error"


def test_a_shared_database_is_asked_for_hints_its_clock_and_its_processes(program: Program, postgres: Postgres) -> None:
    address = postgres.create()
    Store(address).close()
    ran = program("doctor", "--json", "--database", address, "--most-connections", 100)
    shared = ("notifications", "clock of the database", "processes of the store")
    assert (ran.code, levels(ran)) == (
        0,
        dict.fromkeys(["database", "integrity", "version", "logs", "strays", *shared, "open files"], "ok"),
    )
    assert rows(address, "SELECT COUNT(*) FROM commits") == [(0,)], "nothing is left behind"
    postgres.drop(address)
    gone = program("doctor", "--json", "--database", address)
    assert (gone.code, gone.json["checks"][0]["name"], gone.json["checks"][0]["level"]) == (1, "database", "error")


def test_processes_that_are_silent_or_of_another_version_are_named() -> None:
    two = [StoredProcess("a", "1", 5), StoredProcess("b", "1", 7)]
    later = [StoredProcess("a", "1", 7), StoredProcess("b", "1", 9)]
    assert judged_processes(two, later, "1").level == "ok"
    assert judged_processes([], [], "1").level == "ok"
    assert judged_processes(two, [later[0], two[1]], "1").said == "1 of 2 say nothing: b"
    assert judged_processes(two, later, "2").level == "warning"
