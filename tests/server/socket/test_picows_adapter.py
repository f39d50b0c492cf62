"""What the sockets lean on in picows is tried before the server listens."""

import asyncio
import subprocess
import sys
from importlib.metadata import requires, version
from pathlib import Path
from typing import Any

import pytest

from parlour.server.socket import picows_adapter, picows_check
from parlour.server.socket.picows_adapter import OpenSocket, SocketProtocol, as_one_write
from parlour.server.socket.picows_check import check_picows
from parlour.server.socket.picows_version import NEEDED, PicowsUnsupported
from tests.patience import WAIT_S

WITHOUT = """
import sys, picows, picows.picows
{change}
sys.argv = ["parlour", "serve", "--port", "0", "--database", {database!r}]
from parlour.cli.app import main
main()
"""


def test_the_installed_picows_carries_sockets() -> None:
    asyncio.run(check_picows())


def changed_parameters(_self: Any, *_args: Any, **_kwargs: Any) -> None:
    raise TypeError("__init__() got an unexpected keyword argument 'read_buffer_init_size'")


def deaf(_self: Any, _data: bytes) -> None:
    """Takes the handshake and does nothing."""


def without_close_handshake(_self: Any) -> bool:
    raise AttributeError("'WSTransport' object has no attribute 'close_handshake'")


def deaf_to_parts(_self: Any, _frame: Any) -> None:
    """Takes a part of a message and does nothing."""


@pytest.mark.parametrize(
    ("of", "part", "instead"),
    [
        (SocketProtocol, "__init__", changed_parameters),
        (SocketProtocol, "data_received", deaf),
        (OpenSocket, "_protocol_broken", without_close_handshake),
        (OpenSocket, "_receive_part", deaf_to_parts),
    ],
)
def test_a_picows_that_works_otherwise_stops_the_start_with_what_to_install(
    monkeypatch: pytest.MonkeyPatch, of: type, part: str, instead: Any
) -> None:
    monkeypatch.setattr(of, part, instead)
    monkeypatch.setattr(picows_check, "CHECK_S", 0.2)
    with pytest.raises(PicowsUnsupported) as raised:
        asyncio.run(check_picows())
    assert version("picows") in str(raised.value)
    assert NEEDED in str(raised.value)


@pytest.mark.parametrize(
    "change",
    [
        "del picows.picows.WSProtocol",
        "del picows.WSUpgradeResponseWithListener",
        "picows.picows.WSProtocol = type('WSProtocol', (), {'__init__': lambda self, **_: None})",
    ],
)
def test_a_picows_without_a_part_stops_the_start_with_what_to_install(tmp_path: Path, change: str) -> None:
    program = WITHOUT.format(change=change, database=str(tmp_path / "parlour.db"))
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=WAIT_S, check=False)
    assert ended.returncode == 2
    said = ended.stderr.splitlines()[-1]
    assert said.startswith(f"parlour: picows {version('picows')} cannot carry the sockets (")
    assert said.endswith(f"install {NEEDED}")


def test_each_of_several_processes_says_what_to_install_where_picows_lacks_a_part(tmp_path: Path) -> None:
    program = (
        "import picows.picows; del picows.picows.WSProtocol\n"
        "from pathlib import Path\n"
        "from parlour.cli.hosting.serve import _serve_as_one\n"
        "from parlour.server.settings import Settings\n"
        f"_serve_as_one('info', Settings(Path({str(tmp_path / 'parlour.db')!r})), [], None)\n"
    )
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=WAIT_S, check=False)
    assert ended.returncode == 2
    assert ended.stderr.splitlines()[-1].endswith(f"install {NEEDED}")


def test_the_version_that_is_named_is_the_one_that_the_package_requires() -> None:
    needed = NEEDED.removeprefix("picows")
    [required] = [line for line in requires("parlour") or () if line.startswith("picows")]
    assert set(required.removeprefix("picows").split(",")) == set(needed.split(","))


def test_frames_that_are_put_together_wrongly_stop_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(picows_adapter, "as_one_write", b"".join)
    with pytest.raises(PicowsUnsupported):
        asyncio.run(check_picows())


@pytest.mark.parametrize("length", [0, 1, 125, 126, 65_535, 65_536])
def test_messages_that_are_written_together_have_the_headers_of_the_protocol(length: int) -> None:
    text = b"x" * length
    if length < 126:
        header = bytes([0x81, length])
    elif length < 65_536:
        header = b"\x81\x7e" + length.to_bytes(2, "big")
    else:
        header = b"\x81\x7f" + length.to_bytes(8, "big")
    assert as_one_write([text, b"y"]) == header + text + b"\x81\x01y"
