"""Requests made up from the OpenAPI, sound and unsound ones: none finds a fault of the server.

For a longer look: ``PARLOUR_MADE_UP=300 pytest tests/server/http/test_schema.py``, requests for each operation.
"""

import os
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok

from tests.server.table import Guest, Server

REQUESTS = int(os.environ.get("PARLOUR_MADE_UP", "2"))
LEFT_OUT = {"DELETE /api/me"}
"""It would end the guest in whose name the others ask."""


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("asked"), "--most-rooms-each", "1000") as running:
        yield running


def test_no_request_that_can_be_made_up_finds_a_fault(asked: Server) -> None:
    with Guest(asked) as guest:
        room = guest.open("nim", "me", "me", options={"heaps": 1})
        known = {"code": room["code"], "match_id": room["match"]}
        schema = schemathesis.openapi.from_url(f"{asked.url}/api/schema/openapi.json")
        labels = [_ask(result, guest, known) for result in schema.get_all_operations()]
        assert len(set(labels)) > 15
    assert '"event":"fault"' not in asked.log.read_text()


def _ask(result: Any, guest: Guest, known: dict[str, str]) -> str:
    """Some requests for one operation, half of them about things that exist; the operation's name."""
    assert isinstance(result, Ok)
    operation = result.ok()
    label = str(operation.label)
    made_up = operation.as_strategy()
    if any(True for _ in operation.iter_parameters()) or operation.body:
        made_up |= operation.as_strategy(generation_mode=GenerationMode.NEGATIVE)

    @settings(
        max_examples=REQUESTS,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(made_up)
    def ask(case: Any) -> None:
        for name in set(case.path_parameters or {}) & known.keys():
            if hash(repr(case.query) + repr(case.body)) % 2:
                case.path_parameters[name] = known[name]
        case.call_and_validate(checks=[not_a_server_error], headers={"Cookie": f"parlour={guest.cookie}"})

    if label not in LEFT_OUT:
        ask()
    return label
