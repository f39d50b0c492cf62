"""What connections lean on in uvicorn is tried before the server listens."""

import asyncio
import tomllib
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

from parlour.server.connections import uvicorn_check
from parlour.server.connections.http_connection import HttpConnection
from parlour.server.connections.uvicorn_check import NEEDED, UvicornUnsupported, check_uvicorn


def test_the_installed_uvicorn_carries_connections() -> None:
    asyncio.run(check_uvicorn())


def deaf(_self: Any, _data: bytes) -> None:
    """Takes what comes and does nothing."""


def forgetful(_self: Any) -> None:
    """Never goes on to what came behind a request."""


@pytest.mark.parametrize(("part", "instead"), [("data_received", deaf), ("on_response_complete", forgetful)])
def test_a_uvicorn_that_works_otherwise_stops_the_start_with_what_to_install(
    monkeypatch: pytest.MonkeyPatch, part: str, instead: Any
) -> None:
    monkeypatch.setattr(HttpConnection, part, instead)
    monkeypatch.setattr(uvicorn_check, "CHECK_S", 0.2)
    with pytest.raises(UvicornUnsupported) as raised:
        asyncio.run(check_uvicorn())
    assert version("uvicorn") in str(raised.value)
    assert NEEDED in str(raised.value)


def test_the_version_that_is_named_is_the_one_that_the_package_requires() -> None:
    project = tomllib.loads((Path(__file__).parents[3] / "pyproject.toml").read_text())["project"]
    assert NEEDED in project["dependencies"]
