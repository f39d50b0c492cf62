"""docs/PROTOCOL.md is played, line by line, against a real server."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from tests.server.table import Guest, Seat, Server

PAGE = Path(__file__).parents[2] / "docs" / "PROTOCOL.md"
NAMED = {"id", "code", "match", "player", "host", "room"}
"""Fields whose values are others each time: the page's are bound to those that come."""
TIMES = {"now_ms", "at_ms"}


class Reader:
    """Plays the page, remembering which of its ids stand for which real ones."""

    def __init__(self, server: Server) -> None:
        self._guests: dict[str, Guest] = {}
        self._server = server
        self._seats: dict[str, Seat] = {}
        self._real: dict[str, str] = {}

    def play(self, lines: Iterator[str]) -> None:
        for line in lines:
            if found := re.fullmatch(r"(\w+): (GET|POST) (\S+) ?(.*)", line):
                self._request(next(lines), *found.groups())
            elif found := re.fullmatch(r"(\w+) enters (\w+)", line):
                self._seats[found[1]] = self._guests[found[1]].socket(self._as_real(found[2]))
            elif found := re.fullmatch(r"(\w+) > (.*)", line):
                self._seats[found[1]].send(self._as_real(found[2]))
            elif found := re.fullmatch(r"(\w+) < (.*)", line):
                self._compare(msgspec.json.decode(found[2]), self._seats[found[1]].receive(), line)
            else:
                raise AssertionError(f"what does this line mean? {line}")

    def close(self) -> None:
        for seat in self._seats.values():
            seat.close()
        for guest in self._guests.values():
            guest.http.close()

    def _request(self, expected: str, who: str, method: str, path: str, body: str) -> None:
        if who not in self._guests:
            self._guests[who] = Guest(self._server)
        response = self._guests[who].http.request(method, self._as_real(path), content=self._as_real(body))
        status, _, told = expected.partition(" ")
        assert response.status_code == int(status), (path, response.text)
        self._compare(msgspec.json.decode(told), response.json(), f"{method} {path}")

    def _as_real(self, text: str) -> str:
        for told, real in self._real.items():
            text = text.replace(told, real)
        return text

    def _compare(self, told: Any, real: Any, line: str, field: str = "") -> None:
        if isinstance(told, dict) and isinstance(real, dict):
            assert set(told) <= set(real), line
            for name, value in told.items():
                self._compare(value, real[name], line, name)
        elif isinstance(told, list) and isinstance(real, list):
            assert len(told) == len(real), line
            for one, other in zip(told, real, strict=True):
                self._compare(one, other, line, field)
        elif field in TIMES:
            assert isinstance(real, int)
        elif isinstance(told, str) and field in NAMED and not re.fullmatch(r"[a-z-]+", told):
            assert self._real.setdefault(told, real) == real, line
        else:
            assert self._as_real(told) == real if isinstance(told, str) else told == real, (line, real)


def test_the_messages_of_the_protocol_page_can_be_exchanged_with_a_server(server: Server) -> None:
    blocks = re.findall(r"```messages\n(.*?)```", PAGE.read_text(), re.DOTALL)
    lines = [line for block in blocks for line in block.splitlines()]
    assert len(lines) > 50
    reader = Reader(server)
    try:
        reader.play(iter(lines))
    finally:
        reader.close()


def test_every_code_of_the_server_is_on_the_protocol_page() -> None:
    page = PAGE.read_text()
    folder = PAGE.parents[1] / "src" / "parlour" / "server"
    sources = "\n".join(file.read_text() for file in folder.rglob("*.py"))
    codes = set(re.findall(r'(?:Bye|Fault)\("([a-z-]+)"', sources))
    codes |= set(re.findall(r'Problem\(\s*[0-9]+,\s*"([a-z-]+)"', sources)) - {"fault", "no-such-seat"}
    assert len(codes) > 30
    for code in codes:
        assert f"`{code}`" in page, code
    for thing in re.findall(r'not_found\("([a-z]+)"', sources):
        assert re.search(rf"`no-such-…` \([^)]*\b{thing}\b", page), thing
