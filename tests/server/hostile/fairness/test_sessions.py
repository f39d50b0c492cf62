"""What ``/api/verdicts`` says of a forged session is true."""

import httpx
import pytest

from tests.forgeries.lots import V1, Lot, lots
from tests.forgeries.naive_replay import Answer, answer_to
from tests.patience import WAIT_S
from tests.server.table import Server

SESSIONS = 60


def verdict(http: httpx.Client, lot: Lot, text: bytes, number: int) -> Answer:
    """What the server answers to whoever comes from an address of their own."""
    told = {"mode": lot.mode} if lot.format_name == V1 else {}
    response = http.post(
        "/api/verdicts", content=text, params=told, headers={"X-Forwarded-For": f"198.51.100.{number % 250}"}
    )
    if response.status_code != 200:
        assert (response.status_code, response.json()["code"]) == (400, "malformed")
        return Answer("unreadable")
    said = response.json()
    if not said["ok"]:
        return Answer("rejected", entry=said["entry"])
    return Answer("holds", scores=tuple(said["scores"]), complete=said["complete"])


@pytest.mark.parametrize("lot", lots(1000, 5), ids=lambda lot: f"{lot.game}-{lot.format_name}")
def test_whatever_the_server_says_of_a_forged_session_is_true(server: Server, lot: Lot) -> None:
    with httpx.Client(base_url=server.url, timeout=WAIT_S, trust_env=False, verify=False) as http:
        for number, (change, text) in enumerate(lot.forgeries(SESSIONS)):
            assert verdict(http, lot, text, number) == answer_to(text, lot.mode), (change, text)
