"""The borders of docs/ARCHITECTURE.md are watched: planting a breach makes `make check` fail."""

import ast
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from scripts.layout import PAGE, packages, written

ROOT = Path(__file__).parents[1]
BIN = Path(sys.executable).parent
BREACHES = [
    ("games/ten_exorcism/rules.py", "import time", "no clock"),
    ("games/ten_exorcism/rules.py", "from datetime import datetime", "no clock"),
    ("games/ten_exorcism/rules.py", "import random", "no clock"),
    ("core/match.py", "import os", "no clock"),
    ("core/game.py", "import parlour.games", "point one way"),
    ("games/ten_exorcism/rules.py", "import parlour.cli.common", "point one way"),
    ("games/stackdoku/levels/level.py", "import parlour.games.stackdoku.rules", "Inside Stackdoku"),
    ("games/stackdoku/hints/marks.py", "import parlour.games.stackdoku.rules", "Inside Stackdoku"),
    ("store/log.py", "import parlour.server.live.hub", "point one way"),
    ("protocol/views.py", "import parlour.store.log", "point one way"),
    ("home/table.py", "import parlour.server.clock", "point one way"),
    ("home/table.py", "import asyncio", "table at home"),
    ("core/session.py", "import parlour.core.match", "Inside core"),
    ("protocol/messages.py", "import parlour.protocol.matches", "Inside protocol"),
    ("store/moderation/audit.py", "import parlour.store.players", "Inside the store"),
    ("store/leaderboards.py", "import parlour.store.standings", "Inside the store"),
    ("store/standings.py", "import parlour.store.sqlite", "Inside the store"),
    ("store/sqlite.py", "import parlour.store.tables", "runs jobs and knows none"),
    ("server/live/hub.py", "import parlour.batch.arena", "point one way"),
    ("server/live/matches/match_host.py", "import parlour.server.socket.handshake", "Inside the server"),
    ("server/after/confirmer.py", "import parlour.server.live.rooms.room", "Inside the server"),
    ("server/access/limits/quotas.py", "import parlour.server.http.api.rooms", "Inside the server"),
    ("server/access/limits/quotas.py", "import parlour.server.access.access", "Inside access"),
    ("server/live/people/leaving.py", "import parlour.server.live.matches.match_host", "Inside what is live"),
    ("server/live/matches/beginning.py", "import parlour.server.live.rooms.turns", "Inside what is live"),
    ("server/http/pages.py", "import parlour.server.http.api.rooms", "Inside http"),
    ("cli/seeds.py", "import parlour.cli.playing.board", "Inside the command line"),
    ("games/ten_exorcism/search.py", "import numpy", "import numpy"),
    ("store/log.py", "import sqlite3", "speaks to SQLite"),
    ("store/log.py", "import psycopg", "speaks to PostgreSQL"),
    ("server/app.py", "import sqlalchemy", "speaks SQL"),
    ("protocol/ranking.py", "import parlour.store.tables", "without a database"),
    ("games/other_game/__init__.py", "import parlour.games.ten_exorcism.rules", "Games never import each other"),
]
"""Where what is planted, and words of the border that it crosses."""


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of the sources to plant things in."""
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def plant(tree: Path, module: str, line: str) -> None:
    file = tree / "src" / "parlour" / module
    file.parent.mkdir(exist_ok=True)
    with file.open("a") as end:
        end.write(f"\n{line}\n")


def imports_hold(tree: Path) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [BIN / "lint-imports", "--no-cache"],
        cwd=tree,
        env={"PYTHONPATH": str(tree / "src"), "PATH": str(BIN), "COLUMNS": "200"},
        capture_output=True,
        text=True,
    )


def test_the_tree_as_it_is_keeps_its_borders(tree: Path) -> None:
    done = imports_hold(tree)
    assert done.returncode == 0, done.stdout


def test_each_planted_import_is_reported_under_the_border_that_it_crosses(tree: Path) -> None:
    for module, line, _ in BREACHES:
        plant(tree, module, line)
    done = imports_hold(tree)
    assert done.returncode != 0
    reports = re.split(r"^(.+)\n-+\n", done.stdout.partition("Broken contracts")[2], flags=re.MULTILINE)
    reported = dict(zip(reports[1::2], reports[2::2], strict=True))
    for module, line, border in BREACHES:
        importer = "parlour." + module.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        [report] = [report for name, report in reported.items() if border in name]
        assert f"- {importer} -> {line.split()[1]} (l." in re.sub(" +", " ", report), (module, line)


def test_each_planted_import_that_has_its_own_place_breaks_the_check(tree: Path) -> None:
    planted = {
        "games/ten_exorcism/text.py": "import numba  # noqa: E402, F401",
        "store/log.py": "from sqlalchemy.dialects.sqlite import insert  # noqa: E402, F401",
    }
    for module, line in planted.items():
        plant(tree, module, line)
    done = subprocess.run(
        [BIN / "ruff", "check", "--no-cache", "--output-format", "concise", "."],
        cwd=tree,
        capture_output=True,
        text=True,
    )
    assert done.returncode != 0
    for module in planted:
        assert re.search(rf"^src/parlour/{module}:\d+:\d+: TID251 ", done.stdout, re.MULTILINE), done.stdout


def test_the_page_lists_every_package_and_module_as_they_are() -> None:
    """``make layout`` writes the table anew."""
    assert written() == packages()


def test_every_package_says_what_it_may_import_and_imports_no_other_beside_it() -> None:
    source = ROOT / "src" / "parlour"
    folders = [init.parent for init in source.rglob("__init__.py") if "migrations" not in init.parts]
    for folder in folders:
        if folder == source:
            continue
        says = ast.get_docstring(ast.parse((folder / "__init__.py").read_text())) or ""
        allowed = re.search(r"\b[Ii]mports? [^.]*\.", says)
        assert allowed is not None, f"{folder}: its docstring ends with what it may import, as in 'Imports core.'"
        beside = {other.name for other in folders if other.parent == folder.parent and other != folder}
        used = {name for file in folder.rglob("*.py") for name in _imported(file, folder.parent)} & beside
        assert used <= set(re.findall(r"\w+", allowed[0])), (folder, used)


MOST_MODULES = 15
"""A folder with more modules has rooms in it that want walls."""
FLAT = {
    "core": "one contract and its parts, in the layers that pyproject.toml gives them",
    "protocol": "one module for each message or answer, in the layers that pyproject.toml gives them",
    "store": "one module for each table or question, in the layers that pyproject.toml gives them",
}
"""The folders that may have more, each with its reason."""


def test_a_folder_of_many_modules_has_rooms_or_a_reason() -> None:
    source = ROOT / "src" / "parlour"
    counts = {
        init.parent.relative_to(source).as_posix(): len(list(init.parent.glob("*.py"))) - 1
        for init in source.rglob("__init__.py")
    }
    assert {folder for folder, count in counts.items() if count > MOST_MODULES} == FLAT.keys()


FLAT_TESTS = {"e2e": "one file for each page, game or way through the hub"}
"""The folders of tests that may have more files of tests, each with its reason."""
OF_THEIR_OWN = {
    "server/hostile": "whoever attacks does not keep to a package",
    "store/derived": "what is derived from the log",
    "store/postgresql": "what only several processes on one database meet",
}
"""The folders of tests that no package has, each with its subject."""


def test_a_folder_of_many_tests_has_rooms_or_a_reason() -> None:
    tests = ROOT / "tests"
    counts = Counter(file.parent.relative_to(tests).as_posix() for file in tests.rglob("test_*.py"))
    assert {folder for folder, count in counts.items() if count > MOST_MODULES} == FLAT_TESTS.keys()


@pytest.mark.parametrize("package", ["cli", "server", "store"])
def test_folders_of_tests_mirror_the_packages(package: str) -> None:
    tests, source = ROOT / "tests", ROOT / "src" / "parlour"
    folders = {file.parent.relative_to(tests) for file in (tests / package).rglob("test_*.py")}
    assert len(folders) > 1
    for folder in folders:
        of_its_own = any(folder.is_relative_to(name) for name in OF_THEIR_OWN)
        assert of_its_own or (source / folder / "__init__.py").is_file(), folder


def _imported(file: Path, folder: Path) -> Iterator[str]:
    """What a file imports of the modules and packages in a folder, by their names there."""
    prefix = ".".join(folder.relative_to(ROOT / "src").parts) + "."
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        yield from (name.removeprefix(prefix).split(".")[0] for name in names if name.startswith(prefix))


def test_the_glossary_has_at_most_25_words_and_each_names_something_where_it_says() -> None:
    table = PAGE.read_text().partition("\n## Words\n")[2].partition("\n## ")[0]
    words = re.findall(r"^\| ([A-Z][A-Za-z ]+) \|.*\| `([a-z_/]+)` \|$", table, re.MULTILINE)
    assert 20 <= len(words) <= 25
    assert len(words) == table.count("\n| ") - 1, "a row is not as the others"
    for word, place in words:
        source = ROOT / "src" / "parlour" / place
        files = source.glob("*.py") if source.is_dir() else [source.with_suffix(".py")]
        defined = {name for file in files for name in _defined(file)}
        for part in word.lower().split():
            assert any(part in name for name in defined), (word, place)


def _defined(file: Path) -> Iterator[str]:
    """The name of a file, and those that it gives to classes, functions and values, in small letters."""
    yield file.stem
    for node in ast.walk(ast.parse(file.read_text())):
        match node:
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield name.lower()
            case (
                ast.AnnAssign(target=ast.Name(id=name) | ast.Attribute(attr=name))
                | ast.Assign(targets=[ast.Name(id=name) | ast.Attribute(attr=name)])
            ):
                yield name.lower()


def test_every_file_in_the_diagrams_exists() -> None:
    drawn = re.findall(r"```mermaid\n(.*?)```", PAGE.read_text(), re.DOTALL)
    assert len(drawn) == 4
    files = set(re.findall(r"\b(?:socket|live|after|core|store|protocol|connection)/[a-zA-Z_/]+", "\n".join(drawn)))
    assert len(files) > 12
    for file in files:
        assert sources(file), file


def sources(drawn: str) -> list[Path]:
    """The files that a box of a diagram stands for: one, or for ``…`` that of each game."""
    name = drawn.replace("…", "*")
    python = [found for folder in ("", "server/") for found in ROOT.glob(f"src/parlour/{folder}{name}.py")]
    return python or [
        found for ending in (".ts", ".tsx", "/index.tsx") for found in ROOT.glob(f"client/src/{name}{ending}")
    ]


def test_an_action_goes_from_file_to_file_as_it_is_drawn() -> None:
    """By 10 files of the server and 5 of the client; each calls what the line names, and the next one has that."""
    way = PAGE.read_text().partition("\n## The way of an action\n")[2].partition("\n## ")[0]
    drawing = re.findall(r"```mermaid\n(.*?)```", way, re.DOTALL)[0]
    boxes = dict(re.findall(r'(\w+)\["([^"]+)"\]', drawing))
    assert len(set(boxes.values())) == 15
    lines = re.sub(r'\["[^"]+"\]', "", drawing)
    edges = re.findall(r"(\w+) -->(?:\|(\w+)\|)? (?=(\w+))", lines)
    assert len(edges) == 17
    for start, label, end in edges:
        for source in sources(boxes[start]):
            for target in sources(boxes[end]):
                assert leads(source.read_text(), label, target), (boxes[start], label, boxes[end])
    handed = [(label, end) for label, end in re.findall(r"-\.->\|(\w+)\| (\w+)", lines) if label != "frame"]
    assert {label for label, _ in handed} == {"receive", "answer", "_written"}
    for label, end in handed:
        [target] = sources(boxes[end])
        assert is_handed_down(label, target), (label, boxes[end])


def is_handed_down(name: str, target: Path) -> bool:
    """Whether a file defines a method that the server gives away without calling it."""
    server = ROOT / "src" / "parlour" / "server"
    given = rf"[(,] *(?:\w+\.)+{name}[,)]"
    handed = any(re.search(given, file.read_text()) for file in server.rglob("*.py"))
    return handed and re.search(rf"    def {name}\(self", target.read_text()) is not None


def leads(source: str, label: str, target: Path) -> bool:
    """Whether a file imports another and, where the line has a name, calls that and the other defines it."""
    if target.suffix != ".py":
        return all(re.search(rf"\b{label}\b", text) for text in (source, target.read_text()))
    module = ".".join(target.relative_to(ROOT / "src").with_suffix("").parts)
    if not label:
        return module in source
    called = re.search(rf"\.{label}\(|\bpartial\({label},", source)
    return called is not None and re.search(rf"def {label}\(", target.read_text()) is not None


def test_what_leaves_a_room_leaves_by_its_feed() -> None:
    """The list of open rooms has subscribers of its own."""
    live = ROOT / "src" / "parlour" / "server" / "live"
    senders = {file.name for file in live.rglob("*.py") if re.search(r"\bsubscriber\.(send|close)\(", file.read_text())}
    assert senders == {"feed.py", "open_rooms.py"}


def test_nothing_outside_a_room_reaches_through_it_to_its_state() -> None:
    server = ROOT / "src" / "parlour" / "server"
    reaching = re.compile(r"\b(?!server\b)\w+\.live\b")
    files = [file for file in server.rglob("*.py") if reaching.search(file.read_text())]
    assert [file for file in files if file.parent != server / "live" / "rooms"] == []


def test_every_folder_of_the_client_is_on_the_page() -> None:
    told = PAGE.read_text().partition("In `client/src`:")[2].partition("\n\n")[0]
    folders = {folder.name for folder in (ROOT / "client" / "src").iterdir() if folder.is_dir()}
    assert {name.partition("/")[0] for name in re.findall(r"`([a-z-]+(?:/<id>)?)`", told)} == folders
