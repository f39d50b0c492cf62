"""Killed, or without space, at any commit: no room is stuck, no rating is wrong, no action is lost."""

import ast
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from litestar.routes import HTTPRoute

from parlour.server.app import Parlour
from parlour.server.http.dependencies import SAFE_METHODS
from parlour.server.settings import Settings
from tests.server.hostile.faults.injection import SERVER
from tests.server.hostile.faults.rounds import Report
from tests.server.hostile.faults.scenarios import SCENARIOS
from tests.server.table import ROOT, install_nim

PARTS = 2
WRITE_NOTHING = {
    "POST /api/verdicts",
    "POST /api/sessions",
    "POST /api/sign-in",
    "POST /api/sessions/steps",
    "POST /api/sessions/analysis",
    "POST /api/matches/{match_id}/solution",
}
"""Routes that only compute."""
MEMORY = Path("/dev/shm")


@pytest.mark.long
def test_nothing_is_stuck_wrong_or_lost_after_a_fault_at_any_commit(tmp_path: Path) -> None:
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
        reports = run_all(Path(folder))
    wrong = [problem for report in reports for problem in report.wrong]
    assert not wrong, "\n\n".join(wrong)
    commits = sum(report.commits for report in reports)
    full_disks = sum(report.full_disks for report in reports)
    assert full_disks >= commits
    assert 2 * sum(report.told for report in reports) > full_disks, "most often somebody waits for what is not written"
    assert sum(report.kills for report in reports) >= len(SCENARIOS)
    writers = {writer for report in reports for writer in report.writers}
    assert set(writing_functions()) <= writers, "every function that writes needs a scenario"
    routes = {route for report in reports for route in report.routes}
    assert set(writing_routes(tmp_path)) <= routes | WRITE_NOTHING, "every route that writes needs a scenario"


def run_all(folder: Path) -> list[Report]:
    install_nim(folder)
    environment = os.environ | {"PYTHONPATH": f"{folder}{os.pathsep}{ROOT}"}
    running = []
    for part in range(PARTS):
        own = folder / f"part {part}"
        own.mkdir()
        command = [sys.executable, "-m", "tests.server.hostile.faults.rounds", str(own), str(part), str(PARTS)]
        running.append(subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT, env=environment))
    return [msgspec.json.decode(process.communicate()[0], type=Report) for process in running]


def writing_routes(folder: Path) -> Iterator[str]:
    """``POST /api/rooms``: what a request can change something by."""
    app = Parlour(Settings(folder / "parlour.db", warm=False))
    for route in app.app.routes:
        if isinstance(route, HTTPRoute):
            yield from (f"{method} {route.path_format}" for method in route.methods if method not in SAFE_METHODS)
    app.store.close()


def writing_functions() -> Iterator[str]:
    """``live/rooms/room.py Room._save``: the functions of the server that hand something to the store to be written."""
    for file in sorted(SERVER.rglob("*.py")):
        for name, function in _functions(ast.parse(file.read_text()), ""):
            if any(_writes(node) for node in ast.walk(function)):
                yield f"{file.relative_to(SERVER).as_posix()} {name}"


def _functions(tree: ast.AST, outer: str) -> Iterator[tuple[str, ast.AST]]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ClassDef):
            yield from _functions(node, f"{outer}{node.name}.")
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield f"{outer}{node.name}", node


def _writes(node: ast.AST) -> bool:
    match node:
        case ast.Call(func=ast.Attribute(attr="write" | "put", value=ast.Name(id=name) | ast.Attribute(attr=name))):
            return name.endswith("store")
    return False
