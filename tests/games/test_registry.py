"""A package outside this repository adds a game; one that is broken costs only itself."""

import os
import subprocess
import sys
from pathlib import Path

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


@pytest.mark.parametrize(
    ("code", "target", "said"),
    [
        ("raise RuntimeError('out of order')", "bad:kit", "does not load: out of order"),
        ("kit = 5", "bad:kit", "is not a Kit"),
        ("", "bad:kit", "does not load"),
        ("from parlour.games.ten_exorcism import kit", "bad:kit", "the id 'ten-exorcism' is taken"),
    ],
)
def test_a_package_that_is_broken_costs_only_itself(tmp_path: Path, code: str, target: str, said: str) -> None:
    install(tmp_path, "bad", code, target)
    ran = run(tmp_path, "games", "--json")
    assert ran.returncode == 0
    assert "ten-exorcism" in ran.stdout
    assert said in ran.stderr


def test_an_unknown_game_is_answered_with_those_there_are() -> None:
    with pytest.raises(MalformedInput, match="no game 'chess'; there is ten-exorcism"):
        kit_of("chess")


def test_every_game_is_registered_under_its_own_id() -> None:
    assert all(kit.game.id == game_id for game_id, kit in kits().items())
