"""A provider of sign-ins in a process of its own, and somebody who signs in there without a browser."""

import os
import re
import subprocess
from typing import Self
from urllib.parse import urljoin

import httpx

from tests.node import NODE_PATH
from tests.patience import WAIT_S
from tests.server.table import ROOT, Guest

DONE = "/api/sign-in/done"
SECRET = "very secret"


class RealProvider:
    """``oidc-provider`` on a free port."""

    def __init__(self) -> None:
        command = ["node", str(ROOT / "tests/server/sign_in/provider.mjs"), str(ROOT / "client")]
        self._process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=os.environ | {"NODE_NO_WARNINGS": "1", "PATH": NODE_PATH},
        )
        assert self._process.stdout is not None
        self.issuer = self._process.stdout.readline().strip()
        if not self.issuer:
            raise AssertionError("the provider did not start: install Node and run scripts/npm ci")
        self.knows("http://127.0.0.1")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait(WAIT_S)
        assert self._process.stdout is not None
        self._process.stdout.close()

    @property
    def flags(self) -> tuple[str, ...]:
        """With which a server takes it for its provider."""
        return ("--oidc-issuer", self.issuer, "--oidc-client", "parlour")

    def knows(self, *servers: str, conforms: bool = False) -> None:
        """From now on it sends people back to these addresses; one that conforms tells names by userinfo alone."""
        self._tell(redirects=[f"{server}{DONE}" for server in servers], conforms=conforms)

    def lies(self, how: str) -> None:
        """From now on it says one thing wrong; nothing with an empty text."""
        self._tell(lie=how)

    def _tell(self, **told: object) -> None:
        httpx.post(f"{self.issuer}/told", verify=False, json=told, timeout=WAIT_S).raise_for_status()


def address_for(guest: Guest, to: str = "/") -> str:
    """Begin to sign in: where the browser goes."""
    answer = guest.http.post("/api/sign-in", json={"to": to})
    assert answer.status_code == 200, answer.text
    return str(answer.json()["address"])


def at_provider() -> httpx.Client:
    """A browser's worth of client, whom the provider knows again."""
    return httpx.Client(timeout=WAIT_S, trust_env=False, verify=False)


def way_back(address: str, login: str) -> str:
    """Sign in at the provider, by a browser that was never there; where it sends the browser back to."""
    with at_provider() as there:
        return way_back_of(there, address, login)


def way_back_of(there: httpx.Client, address: str, login: str) -> str:
    """Sign in at the provider if it asks who somebody is; where it sends the browser back to."""
    answer = there.get(address)
    while DONE not in answer.headers.get("location", ""):
        if answer.is_redirect:
            answer = there.get(urljoin(address, answer.headers["location"]))
        else:
            assert re.search("<form", answer.text), answer.text
            answer = there.post(answer.url, data={"login": login})
    return str(answer.headers["location"])


def sign_in(guest: Guest, login: str, to: str = "/") -> str:
    """The whole way; where the browser is in the end. The guest's cookie is the account's."""
    return come_back(guest, way_back(address_for(guest, to), login))


def come_back(guest: Guest, address: str) -> str:
    answer = guest.http.get(address)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])
