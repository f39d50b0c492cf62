"""What operators see: numbers without names, and logs without secrets."""

import re

from parlour.server.access.identity import hashed, hashed_recovery_phrase
from tests.server.table import Guest, take


def test_the_numbers_tell_what_happened_and_name_nobody(ann: Guest, bob: Guest) -> None:
    code = ann.open("nim", "me", "first", seed=5)["code"]
    with ann.enter(code) as table, bob.enter(code) as watcher:
        table.play(0, take(0, 99))
        table.play(0, take(0))
        table.hear("view", to_move=[0])
        watcher.send("nonsense")
        watcher.hear("fault")
        ann.http.get(f"/api/rooms/{code}/nothing-here")
        text = ann.http.get("/metrics").text
        names = [ann.me["id"], ann.me["name"], bob.me["id"], bob.me["name"], code, table.view["match"]]
    for name in names:
        assert name not in text
    assert re.search(r"^parlour_analyses \S+$", text, re.MULTILINE)
    for wanted in (
        'parlour_request_seconds_count{method="POST",route="/api/rooms",status="201"}',
        'parlour_request_seconds_count{method="GET",route="unknown",status="404"}',
        'parlour_refusals_total{code="not-that-many",game="nim"}',
        'parlour_faults_total{code="malformed"}',
        'parlour_bot_thinking_seconds_count{game="nim",level="first"}',
        "parlour_entries_total",
        "parlour_commit_seconds_count",
        "parlour_commit_jobs_count",
        "parlour_read_seconds_count",
        "parlour_read_wait_seconds_count",
        "parlour_loop_lag_seconds_count",
        "parlour_sockets",
        "parlour_rooms",
        "parlour_matches",
        "process_resident_memory_bytes",
    ):
        found = re.search(rf"^{re.escape(wanted)} (\S+)$", text, re.MULTILINE)
        assert found, wanted
        assert float(found[1]) > 0, wanted


def test_no_secret_reaches_the_log(ann: Guest) -> None:
    phrase = ann.post("/api/me/phrase")["phrase"]
    token = ann.cookie
    ann.http.post(f"/api/me/recover?phrase={phrase}", content=f'{{"phrase":"{phrase}"')
    ann.http.post("/api/me/recover", json={"phrase": phrase, "token": token})
    ann.http.post("/api/me/recover", json={"phrase": phrase + " no"})
    ann.http.get("/api/me", headers={"Authorization": f"Bearer {token}", "Cookie": f"parlour={token}; other={token}"})
    ann.post("/api/me/recover", {"phrase": phrase})
    code = ann.open("nim", "me", "broken")["code"]
    with ann.enter(code) as table:
        table.send(f'{{"type":"say","phrase":"{phrase}","token":"{token}"}}')
        table.hear("fault")
        table.play(0, take(0))
        table.hear("view", to_move=[0])
    log = ann.server.log.read_text()
    assert '"event":"request"' in log
    assert '"event":"bot failed"' in log
    for secret in (phrase, token, hashed(token).hex(), hashed_recovery_phrase(phrase).hex()):
        assert secret not in log
