"""The image and the services around it, as far as that can be seen without building them: `make image` does."""

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import msgspec

from parlour.cli.app import app
from parlour.server.settings import Settings
from parlour.store.address import DatabaseUrl, address_of
from tests.newcomer import services
from tests.server.table import Server

ROOT = Path(__file__).parents[2]
STORE = "/var/lib/parlour"
ARCHITECTURES = re.compile(r"\b(amd64|arm64|x86_64|aarch64)\b")


def instructions() -> list[tuple[str, str]]:
    """The lines of the Containerfile, continued ones together: ``("USER", "10001:10001")``."""
    text = re.sub(r"^#.*\n", "", (ROOT / "Containerfile").read_text(), flags=re.MULTILINE).replace("\\\n", " ")
    found = [line.partition(" ") for line in text.splitlines() if line.strip()]
    return [(name, re.sub(r"\s+", " ", rest).strip()) for name, _, rest in found]


def running() -> list[tuple[str, str]]:
    """Those of the last stage, which is the image."""
    lines = instructions()
    return lines[max(number for number, (name, _) in enumerate(lines) if name == "FROM") :]


def one(name: str) -> str:
    [found] = [rest for instruction, rest in running() if instruction == name]
    return found


def variables() -> dict[str, str]:
    return dict(part.split("=", 1) for part in shlex.split(one("ENV")))


class Build(msgspec.Struct):
    context: str
    dockerfile: str


class Service(msgspec.Struct):
    """What is looked at of a service."""

    environment: dict[str, str | int]
    volumes: tuple[str, ...] = ()
    build: Build | None = None
    user: str | None = None
    ports: tuple[str, ...] = ()
    cap_drop: tuple[str, ...] = ()
    read_only: bool = False


class Compose(msgspec.Struct):
    services: dict[str, Service]
    volumes: dict[str, None]


def compose(file: str = "compose.yaml") -> Compose:
    return msgspec.yaml.decode((ROOT / file).read_bytes(), type=Compose)


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
    files = (compose(), compose("deploy/compose.postgresql.yaml"))
    told = {*variables(), *(name for file in files for name in file.services["hub"].environment)}
    assert {name for name in told if name.startswith("PARLOUR_")} <= known
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


def test_every_path_that_the_services_need_exists_and_the_hub_can_write_nowhere_else() -> None:
    file = compose()
    for service in file.services.values():
        for source in (volume.partition(":")[0] for volume in service.volumes):
            assert (ROOT / source).exists() if source.startswith(".") else source in file.volumes
    hub = file.services["hub"]
    assert hub.build is not None
    assert (ROOT / hub.build.dockerfile).exists()
    assert hub.read_only
    assert hub.cap_drop == ("ALL",)
    assert [volume.partition(":")[2] for volume in hub.volumes] == [STORE]
    assert hub.user is None, "the image says who runs it"
    assert hub.ports == (), "the proxy alone is reached from outside"


def test_a_database_needs_one_password_which_git_never_sees() -> None:
    [name] = re.findall(r"^([A-Z_]+)=", (ROOT / "deploy" / "postgresql.env.example").read_text(), re.MULTILINE)
    services = compose("deploy/compose.postgresql.yaml").services
    password = re.compile(rf"\$\{{{name}:\?[^}}]+\}}")
    for service, variable in (("hub", "PGPASSWORD"), ("database", "POSTGRES_PASSWORD")):
        assert password.fullmatch(str(services[service].environment[variable])), service
    address = address_of(str(services["hub"].environment["PARLOUR_DATABASE"]))
    assert isinstance(address, DatabaseUrl)
    assert str(address) == address.url, "no password stands in it"
    assert "/deploy/postgresql.env" in (ROOT / ".gitignore").read_text().split()


def test_the_services_are_tried_with_the_words_of_the_documentation() -> None:
    page = (ROOT / "docs" / "HOSTING.md").read_text()
    for way in services.WAYS:
        assert f"docker compose {way} up --detach".replace("  ", " ") in page
