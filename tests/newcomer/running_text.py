"""Commands that stand in running text: each is part of a block that is run, or is run by itself, or says why not.

``make test`` runs those of `HERE` as a newcomer would, ``make newcomer`` those of `ON_A_MACHINE` in the tree of a bare
machine. Behind each stands what is run: the same words, with what the text leaves out or with less of what takes long.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from tests.newcomer.blocks import PAGES, ROOT, blocks

PROGRAMS = (
    "make|parlour|pip|pipx|npm|npx|node|python3?|pytest|git|uv|uvx|pre-commit|createdb|psql|systemctl|dask|jupyter|podman"
    "|docker|curl|tsc"
)
SCRIPTS = r"(?:scripts|\.ci|\.venv/bin)/[\w-]+"
COMMAND = re.compile(rf"(?:[A-Z_]+=\S* )*(?:(?:{PROGRAMS}) \S.*|{SCRIPTS} .*)")
"""A program's name alone is its name."""
LEFT_OPEN = re.compile(r"[A-Z]+|.*…")
"""What the reader puts in."""
NUMBER = re.compile(r"(?:\w+=)?\d+")
HISTORY = ROOT / "CHANGELOG.md"
"""Names what there was."""

HERE: Mapping[str, str] = {
    "parlour serve --help": "parlour serve --help",
    "parlour serve --rate 50": "parlour serve --rate 50 --no-mark-fast",
    "parlour serve --no-mark-fast": "parlour serve --rate 50 --no-mark-fast",
    "parlour admin bans": "parlour admin bans",
    "parlour admin settings": "parlour admin settings",
    "parlour admin link --url https://example.org/games": (
        "parlour admin link --name Mina --url https://example.org/games"
    ),
    "parlour admin links": "parlour admin links",
    "parlour admin withdraw ID --reason …": (
        'parlour admin withdraw "$(parlour admin links | cut --delimiter " " --fields 1)" --reason over'
    ),
    "parlour admin delete-player PLAYER --reason …": 'parlour admin delete-player "Brisk Otter#2" --reason asked',
    "parlour verify -o mode=classic": (
        "parlour play ten-exorcism --save played.json\n"
        "parlour convert played.json --to ten-exorcism-v1 >export.json\n"
        "parlour verify -o mode=classic export.json"
    ),
}
ON_A_MACHINE: Mapping[str, str] = {
    "pipx install pre-commit": "pipx install pre-commit",
    "pipx install podman-compose": "pipx install podman-compose",
    "pre-commit install": 'PATH="$(pipx environment --value PIPX_BIN_DIR):$PATH" pre-commit install',
    ".venv/bin/python -m tests.newcomer.blocks": ".venv/bin/python -m tests.newcomer.blocks",
    ".venv/bin/python -m tests.server.killing --rounds 20": ".venv/bin/python -m tests.server.killing --rounds 1",
    "PARLOUR_MADE_UP=300 .venv/bin/pytest tests/server/http/test_schema.py": (
        "PARLOUR_MADE_UP=3 .venv/bin/pytest tests/server/http/test_schema.py"
    ),
    "PARLOUR_SEEDS=100 .venv/bin/pytest tests/games/test_contract.py": (
        "PARLOUR_SEEDS=6 .venv/bin/pytest tests/games/test_contract.py"
    ),
    ".venv/bin/python -m tests.forgeries.lots --sessions 1000000 --after 25": (
        ".venv/bin/python -m tests.forgeries.lots --sessions 1000 --after 25"
    ),
    ".venv/bin/python -m tests.cluster.chaos --seed N --rounds 1": (
        ".venv/bin/python -m tests.cluster.chaos --seed 1 --rounds 1"
    ),
    ".venv/bin/python -m tests.cluster.upgrading": ".venv/bin/python -m tests.cluster.upgrading",
    'scripts/npm exec --call "vitest run src/text"': 'scripts/npm exec --call "vitest run src/text"',
    ".venv/bin/pytest tests/test_languages.py": ".venv/bin/pytest tests/test_languages.py",
    ".venv/bin/python -m scripts.wasm build/wasm": ".venv/bin/python -m scripts.wasm build/wasm",
    ".venv/bin/parlour serve": (
        "said=$(mktemp)\n"
        '.venv/bin/parlour serve --port 9000 --no-warm >"$said" &\n'
        'until grep -q "Parlour is at" "$said"; do kill -0 $!; sleep 0.1; done\n'
        "kill $!\n"
        "wait $!"
    ),
    "scripts/bare-machine --help": "scripts/bare-machine --help",
}
_MANY = "`make many` runs it, and less of it on a bare machine"
_DOCKER = "podman is there and no docker: what it says is run in podman's words"
NOT_RUN: Mapping[str, str] = {
    "make newcomer": "makes the machine on which the others are run",
    "PARLOUR_MANY=1 .venv/bin/pytest tests/wasm tests/pyodide": _MANY,
    "PARLOUR_MANY=1 .venv/bin/pytest tests/wasm": _MANY,
    "PARLOUR_MANY=1 .venv/bin/pytest tests/e2e/test_home.py": _MANY,
    "PARLOUR_MANY=1 .venv/bin/pytest tests/e2e/test_pages.py": _MANY,
    "PARLOUR_MANY=1 .venv/bin/pytest tests/dist": _MANY,
    "PARLOUR_LOTS=25 .venv/bin/pytest -n auto tests/forgeries": "`make fuzz` runs it",
    ".venv/bin/python benchmarks/bench_hostile.py --full": "measures for long and wants a quiet machine",
    "tsc --project jsconfig.json": "tests/cli/test_new_game.py runs it, with the compiler of the client",
    "parlour play nim --last-loses --heaps 4": "the game is the page's own: test_commands.py plays it so",
    "parlour doctor --url https://example.org/games": "asks a hub below a path, as tests/server/doctor does",
    "parlour doctor --oidc-issuer https://id.example": "asks a provider, as tests/server/sign_in does",
    "parlour doctor --process … --url …": "asks a cluster, as tests/server/doctor does",
    "systemctl status parlour": "there is no systemd on a bare machine",
    "docker build --file Containerfile --tag parlour .": _DOCKER,
    "docker compose": _DOCKER,
    "docker compose restart": _DOCKER,
    "docker tag localhost/parlour parlour": _DOCKER,
    "PARLOUR_IMAGE=my-hub docker compose up --detach": _DOCKER,
}


def inline_commands(page: Path) -> list[str]:
    """Those of a page in their order, each on one line."""
    outside = re.sub(r"^ *```.*?^ *```$", "", page.read_text(), flags=re.MULTILINE | re.DOTALL)
    found = (" ".join(code.split()) for code in re.findall(r"(?<!`)`([^`]+)`(?!`)", outside))
    return [code for code in found if COMMAND.fullmatch(code)]


def unlisted(pages: Sequence[Path] = PAGES) -> list[str]:
    """Commands that nobody runs and of which nobody says why."""
    lines = list(_lines_that_are_run())
    listed = HERE.keys() | ON_A_MACHINE.keys() | NOT_RUN.keys()
    return [
        f"{page.name}: {command}"
        for page in pages
        if page != HISTORY
        for command in inline_commands(page)
        if command not in listed and not any(is_part(command, line) for line in lines)
    ]


def is_part(command: str, line: str) -> bool:
    """Whether a line has all words of a command, in their order; less of what takes long is as good."""
    words = iter(_words(line))
    return all(word in words for word in _words(command) if not LEFT_OPEN.fullmatch(word))


def _words(line: str) -> list[str]:
    return [NUMBER.sub(lambda found: found[0].rstrip("0123456789"), word) for word in line.split()]


def _lines_that_are_run() -> Iterator[str]:
    for page in PAGES:
        for block in blocks(page):
            if not block.why_not:
                yield from block.text.replace("\\\n", " ").splitlines()
