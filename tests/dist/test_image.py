"""The image, as far as that can be seen without building it: `make image` does."""

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

from parlour.cli.app import app
from parlour.server.settings import Settings
from tests.dist.containerfile import STORE, instructions, one, running
from tests.server.table import Server

ROOT = Path(__file__).parents[2]
ARCHITECTURES = re.compile(r"\b(amd64|arm64|x86_64|aarch64)\b")


def variables() -> dict[str, str]:
    return dict(part.split("=", 1) for part in shlex.split(one("ENV")))


def test_it_runs_as_nobody_special_and_writes_into_its_volume_alone() -> None:
    user, _, group = one("USER").partition(":")
    assert int(user) > 0
    assert int(group) > 0
    assert one("VOLUME") == one("WORKDIR") == STORE
    assert variables()["PARLOUR_DATABASE"].startswith(f"{STORE}/")
    assert variables()["NUMBA_CACHE_DIR"].startswith(f"{STORE}/")


def test_what_runs_has_neither_node_nor_a_compiler() -> None:
    [packages] = [rest for name, rest in running() if name == "RUN"]
    installed = re.findall(r"apt-get install --yes --no-install-recommends ([a-z0-9 .-]+)", packages)
    assert [words.split() for words in installed] == [["python3"]]
    assert [rest for name, rest in running() if name == "COPY"] == ["--from=build /opt/parlour /opt/parlour"]


def test_no_architecture_is_named_and_the_base_can_be_chosen() -> None:
    assert not ARCHITECTURES.search((ROOT / "Containerfile").read_text() + (ROOT / "compose.yaml").read_text())
    assert [rest.split()[0] for name, rest in instructions() if name == "FROM"] == ["${BASE}"] * 2
    assert instructions()[0][1].startswith("BASE=")


def test_its_commands_and_variables_are_those_of_the_program() -> None:
    assert json.loads(one("ENTRYPOINT")) == ["parlour"]
    [command] = json.loads(one("CMD"))
    assert command in app.commands
    known = {option.envvar for option in app.commands["serve"].params}
    assert {name for name in variables() if name.startswith("PARLOUR_")} <= known
    assert int(one("EXPOSE")) == Settings.__dataclass_fields__["port"].default


def test_its_health_check_tells_a_hub_that_answers_from_one_that_does_not(tmp_path: Path) -> None:
    check = json.loads(one("HEALTHCHECK").partition(" CMD ")[2])
    assert check[0] == "python"
    ask = [sys.executable, *check[1:]]
    address = tmp_path / "address"
    here = os.environ | {"PARLOUR_ADDRESS_FILE": str(address), "http_proxy": "http://127.0.0.1:9"}
    assert subprocess.run(ask, env=here, stderr=subprocess.DEVNULL).returncode != 0, "nothing was started yet"
    flags = ("--base", "/games", "--address-file", str(address))
    with Server(tmp_path, *flags, template_games=False) as server:
        assert address.read_text().splitlines()[0] == server.url
        assert subprocess.run(ask, env=here).returncode == 0
    assert subprocess.run(ask, env=here, stderr=subprocess.DEVNULL).returncode != 0


def test_who_has_no_builder_is_told_what_to_install() -> None:
    ran = subprocess.run(["make", "image", "BUILDER="], cwd=ROOT, capture_output=True, text=True)
    assert ran.returncode != 0
    assert "install one of them" in ran.stderr


def test_nothing_that_git_leaves_out_gets_into_the_image() -> None:
    left_out = {line.removeprefix("**/") for line in (ROOT / ".containerignore").read_text().split()}
    for line in (ROOT / ".gitignore").read_text().split():
        assert line.strip("/") in left_out, line
    assert (ROOT / ".dockerignore").resolve() == ROOT / ".containerignore"
