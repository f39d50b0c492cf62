"""What the sockets lean on in picows is tried before the server listens."""

import asyncio
from importlib.metadata import requires, version
from typing import Any

import pytest

from parlour.server.socket import picows_adapter
from parlour.server.socket.picows_adapter import (
    NEEDED,
    PicowsUnsupported,
    SocketProtocol,
    check_picows,
)


def test_the_installed_picows_carries_sockets() -> None:
    asyncio.run(check_picows())


def changed_parameters(_self: Any, *_args: Any, **_kwargs: Any) -> None:
    raise TypeError("__init__() got an unexpected keyword argument 'read_buffer_init_size'")


def deaf(_self: Any, _data: bytes) -> None:
    """Takes the handshake and does nothing."""


@pytest.mark.parametrize(("part", "instead"), [("__init__", changed_parameters), ("data_received", deaf)])
def test_a_picows_that_works_otherwise_stops_the_start_with_what_to_install(
    monkeypatch: pytest.MonkeyPatch, part: str, instead: Any
) -> None:
    monkeypatch.setattr(SocketProtocol, part, instead)
    monkeypatch.setattr(picows_adapter, "CHECK_S", 0.2)
    with pytest.raises(PicowsUnsupported) as raised:
        asyncio.run(check_picows())
    assert version("picows") in str(raised.value)
    assert NEEDED in str(raised.value)


def test_the_version_that_is_named_is_the_one_that_the_package_requires() -> None:
    needed = NEEDED.removeprefix("picows")
    [required] = [line for line in requires("parlour") or () if line.startswith("picows")]
    assert set(required.removeprefix("picows").split(",")) == set(needed.split(","))
