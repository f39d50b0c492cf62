"""Every command of the documentation works, one after another, in a folder in which nothing else is."""

import asyncio
import os
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from parlour.games import kits
from parlour.protocol.ranking import Origin, Seated
from parlour.store import log, players, standings
from parlour.store.players import Player
from parlour.store.store import Store
from parlour.store.transaction import Transaction, job
from parlour.testing.players import finished
from tests.filled_store import fill
from tests.newcomer import machine
from tests.newcomer.blocks import BARE_MACHINE, NOT_HERE, PAGES, PLACES, ROOT, Block, blocks, loose_commands
from tests.newcomer.forked_program import forked_program
from tests.newcomer.running_text import HERE, NOT_RUN, ON_A_MACHINE, inline_commands, is_part, unlisted
from tests.server.table import install_nim

PROGRAM = """#!/bin/sh
# The program as somebody would use it who sits there: a game is begun and ended, a server is stopped once it is up.
case "$1 ${2:-}" in
"serve --help") exec {program} "$@" ;;
"serve "*)
    : >served # what the server before said is gone before this one is listened to
    {program} "$@" --port 0 --no-warm >served 2>&1 &
    until grep -q "Parlour is at" served; do kill -0 $! || { cat served >&2; exit 1; }; sleep 0.05; done
    kill $!
    wait $! ;;
"play "* | "replay "*) printf '\\nfinish\\n' | {program} "$@" ;;
*) exec {program} "$@" </dev/null ;;
esac
"""
OPERATIONS = ROOT / "docs" / "OPERATIONS.md"


def shown(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def to_run(page: Path, language: str) -> list[Block]:
    return [block for block in blocks(page) if block.language == language and not block.mark]


def with_blocks(language: str) -> list[Path]:
    return [page for page in PAGES if to_run(page, language)]


MARKED = "0f5e6a7b8c9d0e1f"
"""A result that was played faster than a hand can, as docs/FAIRNESS.md names one."""


@job
def people_and_a_marked_result(transaction: Transaction) -> None:
    """Two people of one name, and what they played."""
    for number in (1, 2):
        players.add(Player(f"p{number}", "Brisk Otter"), bytes([number]), 1_700_000_000_000)(transaction)
    session = msgspec.structs.replace(finished(kits()["dots-and-boxes"].game, 3).session, id=MARKED)
    seats = [Seated("Brisk Otter", player=f"p{number}") for number in (1, 2)]
    log.begin("", session, seats, Origin(drawn=True))(transaction)
    stored = log.stored(MARKED)(transaction)
    assert stored is not None
    standings.confirm([(stored, True)], {MARKED})(transaction)


@pytest.fixture
def newcomer(tmp_path: Path) -> Iterator[dict[str, str]]:
    """The environment of somebody with the program, a store in which something was played, and nothing else."""
    data = tmp_path / "home" / ".local" / "share" / "parlour"
    data.mkdir(parents=True)
    fill(str(data / "parlour.db"))
    store = Store(data / "parlour.db")
    asyncio.run(store.write(people_and_a_marked_result()))
    store.close()
    program = tmp_path / "bin" / "parlour"
    program.parent.mkdir()
    with forked_program() as forked:
        program.write_text(PROGRAM.replace("{program}", forked))
        program.chmod(0o755)
        yield {"PATH": f"{program.parent}:{os.defpath}", "HOME": str(tmp_path / "home"), "LANG": "C.UTF-8"}


@pytest.mark.long
@pytest.mark.parametrize("page", with_blocks("sh"), ids=shown)
def test_the_commands_of_a_page_work_one_after_another(page: Path, newcomer: dict[str, str], tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    for block in to_run(page, "sh"):
        run_as_a_newcomer(block.text, newcomer, folder)


def run_as_a_newcomer(text: str, newcomer: dict[str, str], folder: Path) -> None:
    done = subprocess.run(
        ["bash", "-euxo", "pipefail", "-c", text], cwd=folder, env=newcomer, capture_output=True, text=True
    )
    assert done.returncode == 0, f"{text}\n{done.stdout}\n{done.stderr}"


@pytest.mark.long
def test_commands_in_running_text_work(newcomer: dict[str, str], tmp_path: Path) -> None:
    for command in dict.fromkeys(HERE.values()):
        run_as_a_newcomer(command, newcomer, tmp_path)


@pytest.mark.long
def test_a_new_game_is_installed_tested_played_and_served_as_its_readme_says(tmp_path: Path) -> None:
    newcomer = environment_with_parlour(tmp_path)
    run_as_a_newcomer("parlour new-game pond-life", newcomer, tmp_path)
    in_an_environment, _of_pipx = blocks(tmp_path / "pond-life" / "README.md")
    run_as_a_newcomer(in_an_environment.text, newcomer, tmp_path / "pond-life")


def environment_with_parlour(folder: Path) -> dict[str, str]:
    """A virtual environment with a pip of its own, which sees what is installed here; nothing is fetched."""
    made = folder / "environment"
    venv.create(made, with_pip=True, symlinks=True)
    [packages] = made.glob("lib/*/site-packages")
    (packages / "parlour.pth").write_text(f"import site; site.addsitedir({sysconfig.get_path('purelib')!r})\n")
    python = f"{made}/bin/python"
    for name, text in {
        "parlour": PROGRAM.replace("{program}", f"{python} -m parlour"),
        "pytest": f'#!/bin/sh\nexec {python} -m pytest "$@"\n',
    }.items():
        (made / "bin" / name).write_text(text)
        (made / "bin" / name).chmod(0o755)
    alone = {"PIP_NO_INDEX": "1", "PIP_NO_BUILD_ISOLATION": "0", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    return {"PATH": f"{made}/bin:{os.defpath}", "HOME": str(folder), "LANG": "C.UTF-8"} | alone


def test_the_template_of_a_game_is_played_as_its_page_says(tmp_path: Path) -> None:
    [command] = [one for page in PAGES for one in inline_commands(page) if one.startswith("parlour play nim ")]
    install_nim(tmp_path)
    environment = os.environ | {"PYTHONPATH": f"{tmp_path}:{ROOT}", "HOME": str(tmp_path)}
    words = [sys.executable, "-m", *command.split()]
    played = subprocess.run(words, input="", env=environment, cwd=tmp_path, capture_output=True, text=True)
    assert played.returncode == 0, played.stderr
    [session] = (tmp_path / ".local" / "share" / "parlour" / "sessions").iterdir()
    options = msgspec.json.decode(session.read_bytes())["options"]
    assert (options["heaps"], options["last_loses"]) == (4, True)


@pytest.mark.parametrize("page", with_blocks("python"), ids=shown)
def test_the_python_of_a_page_runs_from_its_top_to_its_end(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {"__name__": page.stem}
    for block in to_run(page, "python"):
        exec(compile(block.text, str(page), "exec"), names)


def test_every_block_is_run_or_says_why_not() -> None:
    for page in PAGES:
        for block in blocks(page):
            if block.mark and page != OPERATIONS:
                marks = (NOT_HERE, BARE_MACHINE)
                assert block.mark.startswith(marks), f"{shown(page)}: {block.mark!r} is neither run nor explained"
            if block.mark.startswith(NOT_HERE):
                assert len(block.why_not.split()) > 2, f"{shown(page)}: {block.text}"
            if block.mark.startswith(BARE_MACHINE):
                assert block.place in PLACES, f"{shown(page)}: {block.text}"


def test_every_place_of_a_block_is_one_of_the_bare_machine_which_runs_any_of_them_alone() -> None:
    assert machine.chosen([]) == list(PLACES[1:])
    assert machine.chosen(["containers", "registry"]) == ["registry", "containers"]
    with pytest.raises(SystemExit, match="no place is called cellar; there are checkout, "):
        machine.chosen(["names", "cellar"])


@pytest.mark.parametrize("page", PAGES, ids=shown)
def test_no_command_stands_where_nobody_runs_it(page: Path) -> None:
    assert loose_commands(page) == [], "write it in a fence that begins with sh"


def test_every_command_in_running_text_is_run_or_says_why_not() -> None:
    assert unlisted() == [], "put it into a fence that begins with sh, or list it in tests/newcomer/running_text.py"
    assert len({*HERE, *ON_A_MACHINE, *NOT_RUN}) == len(HERE) + len(ON_A_MACHINE) + len(NOT_RUN), "each in one list"
    for command, why in NOT_RUN.items():
        assert len(why.split()) > 2, command
    for command, run in [*HERE.items(), *ON_A_MACHINE.items()]:
        assert is_part(command, run), f"{run} is not what {command} says"


def test_no_command_is_listed_that_stands_nowhere() -> None:
    standing = {command for page in PAGES for command in inline_commands(page)}
    assert {*HERE, *ON_A_MACHINE, *NOT_RUN} - standing == set()


def test_a_command_in_running_text_that_nobody_runs_is_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "Take `parlour serve --rate 50`, `make sure`, `parlour backup\nGAMES` or `make`; `parlour.db` is a file.\n"
    )
    assert inline_commands(page) == ["parlour serve --rate 50", "make sure", "parlour backup GAMES"]
    assert unlisted([page]) == ["page.md: make sure"]
