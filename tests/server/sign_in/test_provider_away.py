"""A provider that is down, slow or says nonsense; hubs without guests, and settings that do not go together."""

import asyncio
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path

import httpx
import pytest

from parlour.server.settings import Settings
from parlour.server.sign_in import provider as asked
from parlour.server.sign_in.errors import ProviderAway
from parlour.server.sign_in.signing_in import SignInMisconfigured, provider_of
from tests.cli.program import Program
from tests.patience import WAIT_S
from tests.server.sign_in.provider import RealProvider, sign_in
from tests.server.table import Guest, Server


@pytest.fixture
def program(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Program:
    return Program(capsys, monkeypatch)


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory, provider: RealProvider) -> Iterator[Server]:
    """A hub on which nobody plays without a sign-in."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("PARLOUR_OIDC_SECRET", "very secret")
        with Server(tmp_path_factory.mktemp("strict"), *provider.flags, "--no-guests") as running:
            provider.knows(running.url)
            yield running


class Stranger(Guest):
    """Who has not been here, and is not let in by coming."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.http = httpx.Client(base_url=server.url, timeout=WAIT_S, trust_env=False, verify=False)


def test_who_wants_to_sign_in_is_told_that_the_provider_is_away(strict: Server, provider: RealProvider) -> None:
    provider.lies("nonsense")
    with Stranger(strict) as ann:
        assert ann.problem("/api/sign-in", {"to": "/"}) == (503, "sign-in-away")
        provider.lies("")
        assert ann.post("/api/sign-in", {"to": "/"})["address"].startswith(provider.issuer)


def test_where_there_are_no_guests_people_look_and_play_once_they_have_signed_in(strict: Server) -> None:
    with Stranger(strict) as ann:
        assert ann.problem("/api/me") == (401, "sign-in-required")
        assert ann.problem("/api/rooms", {"game": "nim", "seats": [{"for": "me"}]}) == (401, "sign-in-required")
        assert ann.refusal("/api/me/rooms") == (401, "sign-in-required")
        assert ann.get("/api/leaderboards/ten-exorcism/classic")["rows"] == []
        assert ann.get("/api")["guests"] is False
        sign_in(ann, "ann")
        assert ann.post("/api/me")["name"] == "ann"
        match = ann.play_alone(ann.open("nim-alone", "me"), 3)
    with Stranger(strict) as bob:
        assert bob.get(f"/api/matches/{match}")["id"] == match, "everybody may look at what was played"


@pytest.mark.parametrize("lie", ["issuer", "nonsense", "endless"])
def test_the_doctor_sees_that_a_provider_lies_or_never_ends(provider: RealProvider, lie: str, program: Program) -> None:
    provider.lies(lie)
    try:
        ran = program("doctor", "--no-store", "--json", "--oidc-issuer", provider.issuer)
    finally:
        provider.lies("")
    assert {check["name"]: check["level"] for check in ran.json["checks"]}["sign-in"] == "error"


def test_the_doctor_says_that_the_provider_is_gone(program: Program) -> None:
    ran = program("doctor", "--no-store", "--json", "--oidc-issuer", "http://127.0.0.1:9")
    assert (ran.code, ran.json["checks"][-1]["level"]) == (1, "error")


def test_a_provider_that_says_nothing_is_waited_for_no_longer_than_that(
    provider: RealProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asked, "ASK_S", 0.05)
    provider.lies("silent")
    try:
        with pytest.raises(ProviderAway, match="does not answer within"):
            asyncio.run(asked.Provider(provider.issuer, "parlour", "").discover())
    finally:
        provider.lies("")


@pytest.mark.parametrize(
    ("address", "issuer", "safe"),
    [
        ("https://id.example/token", "https://id.example", True),
        ("http://127.0.0.1:9/token", "http://localhost:9", True),
        ("http://127.0.0.1:9/token", "https://id.example", False),
        ("http://id.example/token", "http://localhost:9", False),
        ("https:///token", "https://id.example", False),
    ],
)
def test_secrets_go_encrypted_or_stay_on_this_machine(address: str, issuer: str, safe: bool) -> None:
    with nullcontext() if safe else pytest.raises(ProviderAway):
        asked.require_safe(address, issuer)


def test_the_doctor_asks_the_provider(provider: RealProvider, program: Program) -> None:
    ran = program("doctor", "--no-store", "--json", "--oidc-issuer", provider.issuer)
    assert {check["name"]: check["level"] for check in ran.json["checks"]}["sign-in"] == "ok"


def test_a_server_without_a_provider_has_no_sign_in(server: Server) -> None:
    with Guest(server) as ann:
        assert ann.problem("/api/sign-in", {"to": "/"}) == (404, "no-sign-in")
        assert ann.get("/api")["sign_in"] is False


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"guests": False}, "--no-guests needs a provider"),
        ({"oidc_issuer": "https://id.example"}, "needs --oidc-client"),
        ({"oidc_issuer": "http://id.example", "oidc_client": "parlour"}, "begins with https://"),
        ({"oidc_issuer": "id.example", "oidc_client": "parlour"}, "begins with https://"),
        ({"oidc_issuer": "http://[", "oidc_client": "parlour"}, "begins with https://"),
    ],
)
def test_settings_that_do_not_go_together_are_refused(settings: dict[str, str | bool], said: str) -> None:
    with pytest.raises(SignInMisconfigured, match=said):
        provider_of(Settings(Path("parlour.db"), **settings))  # type: ignore[arg-type]


def test_a_server_that_cannot_sign_anybody_in_does_not_start(program: Program, tmp_path: Path) -> None:
    ran = program("serve", "--no-guests", "--port", "0", "--database", str(tmp_path / "parlour.db"))
    assert ran.code == 2
    assert "--oidc-issuer" in ran.err


def test_the_secret_of_the_settings_is_not_printed() -> None:
    assert "hush" not in repr(Settings(Path("parlour.db"), oidc_secret="hush"))
