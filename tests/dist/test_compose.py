"""The services around the image, as far as that can be seen without starting them: `make newcomer` does."""

import re
from pathlib import Path
from typing import Literal

import msgspec
import pytest

from parlour.cli.app import app
from parlour.store.address import DatabaseUrl, address_of
from tests.dist.containerfile import STORE, one
from tests.newcomer import services

ROOT = Path(__file__).parents[2]


class Strict(msgspec.Struct, forbid_unknown_fields=True):
    """A word that stands in no specification is no setting."""


class Build(Strict):
    context: str
    dockerfile: str


class Need(Strict):
    condition: Literal["service_started", "service_healthy", "service_completed_successfully"]
    restart: bool = False


class EnvironmentFile(Strict):
    path: str
    required: bool = True


class Service(Strict):
    """Those of the specification's settings that are used."""

    environment: dict[str, str | int]
    image: str = ""
    build: Build | None = None
    network_mode: str = ""
    depends_on: dict[str, Need] = {}
    env_file: tuple[EnvironmentFile, ...] = ()
    volumes: tuple[str, ...] = ()
    ports: tuple[str, ...] = ()
    read_only: bool = False
    tmpfs: tuple[str, ...] = ()
    cap_drop: tuple[str, ...] = ()
    cap_add: tuple[str, ...] = ()
    security_opt: tuple[str, ...] = ()
    init: bool = False
    shm_size: str = ""
    stop_grace_period: str = ""
    restart: Literal["", "no", "always", "on-failure", "unless-stopped"] = ""


class Compose(Strict):
    services: dict[str, Service]
    volumes: dict[str, None]


def compose(file: str) -> Compose:
    return msgspec.yaml.decode((ROOT / file).read_bytes(), type=Compose)


BASE = compose("compose.yaml")
BESIDE = compose("deploy/compose.postgresql.yaml")
"""What a database adds to it."""
HUB, PROXY, DATABASE = BASE.services["hub"], BASE.services["proxy"], BESIDE.services["database"]
EACH = pytest.mark.parametrize("service", [HUB, PROXY, DATABASE], ids=["hub", "proxy", "database"])


def test_a_database_changes_nothing_of_the_hub_but_its_environment() -> None:
    assert [*BASE.services] == ["hub", "proxy"]
    assert [*BESIDE.services] == ["hub", "database"]
    assert BESIDE.services["hub"] == Service(BESIDE.services["hub"].environment)


@EACH
def test_every_path_volume_and_service_that_a_service_names_is_there(service: Service) -> None:
    volumes = BASE.volumes | BESIDE.volumes
    for source in (volume.partition(":")[0] for volume in service.volumes):
        assert (ROOT / source).is_file() if source.startswith(".") else source in volumes
    shared = service.network_mode.removeprefix("service:")
    assert {*service.depends_on, *([shared] if shared else [])} <= {*BASE.services}
    if service.build is not None:
        assert (ROOT / service.build.context / service.build.dockerfile).is_file()
    assert all(not file.required or (ROOT / file.path).is_file() for file in service.env_file)


@EACH
def test_a_service_comes_back_by_itself_and_its_image_can_be_another(service: Service) -> None:
    assert service.restart == "unless-stopped"
    assert re.fullmatch(r"\$\{[A-Z_]+:-[a-z0-9./:]+\}", service.image)


def test_the_stand_ins_take_the_place_of_the_images_that_are_fetched() -> None:
    fetched = {service.image for service in (HUB, PROXY, DATABASE) if "docker.io" in service.image}
    assert {re.sub(r"\W*(\w+):-.*", r"\1", image) for image in fetched} == {
        name for name, value in services.ENVIRONMENT.items() if value.startswith("localhost/")
    }


def test_the_hub_can_write_into_its_volume_alone_and_is_nobody_special() -> None:
    assert HUB.read_only
    assert HUB.tmpfs == ("/tmp",)
    assert HUB.cap_drop == ("ALL",)
    assert HUB.cap_add == ()
    assert HUB.security_opt == ("no-new-privileges:true",)
    assert [volume.partition(":")[2] for volume in HUB.volumes] == [STORE] == [one("VOLUME")]


def test_the_proxy_alone_is_reached_from_outside_and_reaches_the_hub() -> None:
    assert HUB.ports == DATABASE.ports == ()
    assert PROXY.ports == ("80:80", "443:443", "443:443/udp")
    assert PROXY.read_only
    assert (PROXY.cap_drop, PROXY.cap_add) == (("ALL",), ("NET_BIND_SERVICE",))
    assert HUB.network_mode == "service:proxy"
    caddy = (ROOT / "deploy" / "compose.Caddyfile").read_text()
    assert f"reverse_proxy {HUB.environment['PARLOUR_HOST']}:{one('EXPOSE')}\n" in caddy
    assert {*re.findall(r"\{\$([A-Z_]+)", caddy)} == {*PROXY.environment}


def test_the_hub_is_told_nothing_that_it_does_not_know() -> None:
    known = {option.envvar for option in app.commands["serve"].params}
    told = {*HUB.environment, *BESIDE.services["hub"].environment}
    assert {name for name in told if name.startswith("PARLOUR_")} <= known


def test_a_database_needs_one_password_which_git_never_sees() -> None:
    [name] = re.findall(r"^([A-Z_]+)=", (ROOT / "deploy" / "postgresql.env.example").read_text(), re.MULTILINE)
    password = re.compile(rf"\$\{{{name}:\?[^}}]+\}}")
    hub = BESIDE.services["hub"].environment
    for value in (hub["PGPASSWORD"], DATABASE.environment["POSTGRES_PASSWORD"]):
        assert password.fullmatch(str(value))
    address = address_of(str(hub["PARLOUR_DATABASE"]))
    assert isinstance(address, DatabaseUrl)
    assert str(address) == address.url, "no password stands in it"
    assert "/deploy/postgresql.env" in (ROOT / ".gitignore").read_text().split()


def test_the_services_are_tried_with_the_words_of_the_documentation() -> None:
    page = (ROOT / "docs" / "HOSTING.md").read_text()
    for way in services.WAYS:
        assert f"docker compose {way} up --detach".replace("  ", " ") in page
