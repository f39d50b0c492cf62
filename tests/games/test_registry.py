"""A package outside this repository adds a game; one that is broken costs only itself."""

import os
import re
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from parlour.core.errors import MalformedInput
from parlour.games import kit_of, kits

TEMPLATE = Path(__file__).parents[1] / "nim.py"


def install(folder: Path, name: str, code: str, target: str) -> None:
    """What an installed distribution leaves on disk: a module and its metadata."""
    (folder / f"{name}.py").write_text(code)
    metadata = folder / f"{name}-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text(f"[parlour.games]\n{name} = {target}\n")


def run(folder: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    environment = os.environ | {"PYTHONPATH": str(folder)}
    return subprocess.run([sys.executable, "-m", "parlour", *words], capture_output=True, text=True, env=environment)


NOTHING_TO_BUILD = """
import msgspec
from parlour.core.errors import MalformedInput
from parlour.core.session import decode_entries, decode_session
from parlour.games import kits

games = [kit.game for kit in kits().values()]
msgspec.json.Decoder = None
for game in games:
    decode_entries(game, b"")
    try:
        decode_session(game, b"{}")
    except MalformedInput:
        print(game.id)
"""


def test_what_reads_the_logs_of_a_game_is_built_before_threads_read_them(tmp_path: Path) -> None:
    install(tmp_path, "my_nim", TEMPLATE.read_text(), "my_nim:kit")
    environment = os.environ | {"PYTHONPATH": str(tmp_path)}
    ran = subprocess.run([sys.executable, "-c", NOTHING_TO_BUILD], capture_output=True, text=True, env=environment)
    assert ran.stdout.split() == [*kits(), "nim"], ran.stderr


def test_an_installed_package_adds_a_game_that_can_be_played_and_verified(tmp_path: Path) -> None:
    install(tmp_path, "my_nim", TEMPLATE.read_text(), "my_nim:kit")
    assert '"id":"nim"' in run(tmp_path, "games", "--json").stdout
    saved = tmp_path / "nim.json"
    environment = os.environ | {"PYTHONPATH": str(tmp_path)}
    subprocess.run(
        [sys.executable, "-m", "parlour", "play", "nim", "--seed", "1", "-o", "heaps=1", "--save", str(saved)],
        input="1 1\n1 9\n1 1\nquit\n",
        text=True,
        env=environment,
        check=True,
        capture_output=True,
    )
    assert run(tmp_path, "verify", str(saved)).returncode == 0


def options(kind: str, default: str = "0") -> str:
    """The line that gives Nim one option, of that type."""
    return f"Nim.options = defstruct('Options', [('pace', {kind}, {default})], frozen=True)"


BROKEN = {
    "raise RuntimeError('out of order')": "does not load: out of order",
    "raise SystemExit('not on this machine')": "does not load: not on this machine",
    "kit = 5": "is not a Kit",
    "": "does not load",
    "from parlour.games.ten_exorcism import kit": "the id 'ten-exorcism' is taken",
    "Nim.id = 'Bad Nim'": "its id is 'Bad Nim'",
    "Nim.id = 'n' * 41": "an id has small letters, digits and single hyphens, 40 at the most",
    "Nim.id = 'hub'": "its id is 'hub'",
    "Nim.id = None": "its id is None",
    "Nim.seats = 2": "its seats are 2; for two to four players they are range(2, 5)",
    "Nim.seats = range(2, 2)": "its seats are range(2, 2)",
    "Nim.seats = range(2, 8, 2)": "its seats are range(2, 8, 2)",
    "Nim.rules_version = '1.0'": "its rules_version is '1.0'",
    "Nim.options = dict": "does not load",
    options("float", "float('inf')"): "option pace is inf",
    options(
        "Annotated[int, Meta(ge=0, le=2**63 - 1)]"
    ): "its option pace offers 9223372036854775807; an integer lies between",
    options("Annotated[int, Meta(ge=-(2**53))] | None"): "its option pace offers -9007199254740992",
    options("Literal[0, 2**53]"): "its option pace offers 9007199254740992",
    "del Nim.seats": "has no attribute 'seats'",
    "kit = replace(kit, title='Bad nim')": "its title is 'Bad nim'; write words('Bad nim')",
    "kit = replace(kit, summary={'ko': 'x'})": "its summary is not said in English",
    "kit = replace(kit, names={'heaps': 'Heaps'})": "its heaps is 'Heaps'; write words('Heaps')",
    "kit = replace(kit, boards=('classic',))": "its boards is ('classic',)",
    "kit = replace(kit, bots=None)": "its bots is None, which is no tuple",
    "kit = replace(kit, suggested={'heaps': 3})": "does not load",
    "kit = replace(kit, bots=(5,))": "cannot be listed",
    "kit = replace(kit, seeded=None)": "cannot be listed",
    "kit = replace(kit, page='page')": "(page) cannot be served",
}
"""What a package may do wrong, and what the hub says of it."""
USED = "from dataclasses import replace\nfrom msgspec import defstruct\n"


def install_broken_packages(folder: Path) -> None:
    """A package for each thing that may go wrong: ``broken_0``, ``broken_1`` and so on."""
    for number, code in enumerate(BROKEN):
        whole = not code or code.startswith(("raise", "from")) or code == "kit = 5"
        begun = f"{USED}{TEMPLATE.read_text()}\nNim.id = 'bad-nim-{number}'\n"
        install(folder, f"broken_{number}", code if whole else begun + code, f"broken_{number}:kit")


def test_packages_that_are_broken_cost_only_themselves_and_are_told_apart(tmp_path: Path) -> None:
    install_broken_packages(tmp_path)
    install(tmp_path, "sound", TEMPLATE.read_text(), "sound:kit")
    ran = run(tmp_path, "games", "--json")
    assert ran.returncode == 0, ran.stderr
    listed = [game["id"] for game in msgspec.json.decode(ran.stdout)]
    without_its_page = [name for name in listed if name.startswith("bad-nim")]
    assert [name for name in listed if name not in without_its_page] == [*kits(), "nim"]
    assert len(without_its_page) == 1
    for number, said in enumerate(BROKEN.values()):
        [warning] = [line for line in ran.stderr.splitlines() if is_about(line, number)]
        assert said in warning


def is_about(line: str, number: int) -> bool:
    return "Warning: " in line and re.search(rf"\b(broken_|bad-nim-){number}\b", line) is not None


def test_an_unknown_game_is_answered_with_those_there_are() -> None:
    with pytest.raises(MalformedInput, match="no game 'chess'; there is ten-exorcism"):
        kit_of("chess")


def test_every_game_is_registered_under_its_own_id() -> None:
    assert all(kit.game.id == game_id for game_id, kit in kits().items())
