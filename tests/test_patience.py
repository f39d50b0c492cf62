"""No test fails because a machine is slow: whoever asks over a network says how long they wait."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
ASKING = {
    f"httpx.{name}"
    for name in (
        "get",
        "post",
        "put",
        "patch",
        "delete",
        "head",
        "options",
        "request",
        "stream",
        "Client",
        "AsyncClient",
    )
} | {"urlopen", "urllib.request.urlopen"}
"""What gives up after five seconds, or never, unless it is told otherwise."""


def test_every_request_of_a_test_says_how_long_it_waits() -> None:
    silent = [
        f"{file.relative_to(ROOT)}:{line}"
        for file in sorted((ROOT / "tests").rglob("*.py"))
        for line in _without_timeout(file.read_text())
    ]
    assert silent == [], "timeout=WAIT_S, from tests.patience"


def test_a_request_that_does_not_say_so_is_found() -> None:
    planted = 'httpx.get("/ready", timeout=1)\nwith httpx.Client(\n    base_url="/") as http:\n    urlopen("/ready")\n'
    assert list(_without_timeout(planted)) == [2, 4]


def _without_timeout(source: str) -> Iterator[int]:
    """The lines of requests that leave it to others how long they wait."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ASKING and not _says(node, "timeout"):
            yield node.lineno


def _says(call: ast.Call, name: str) -> bool:
    return any(keyword.arg == name for keyword in call.keywords)
