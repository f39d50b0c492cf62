"""The configurations of proxies in docs/HOSTING.md and in deploy/, with other ports than they name."""

import re
from pathlib import Path

from tests.cluster.processes import ROOT

PAGE = (ROOT / "docs" / "HOSTING.md").read_text()
HUB = "127.0.0.1:8000"
BASE = "/games"


def fenced(language: str, beginning: str) -> str:
    """The one block that begins so."""
    blocks = re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    [found] = [str(block) for block in blocks if block.startswith(beginning)]
    return found


def changed(text: str, *changes: tuple[str, str]) -> str:
    """Each of them is found."""
    for old, new in changes:
        assert old in text, f"the example does not have {old!r}:\n{text}"
        text = text.replace(old, new)
    return text


def caddy(site: str, port: int, hub: str) -> str:
    return changed(fenced("text", f"{site} {{"), (f"{site} {{", f"localhost:{port} {{"), (HUB, hub))


def nginx(port: int, hub: str, certificate: Path) -> str:
    return changed(
        fenced("nginx", "server {"),
        ("listen 443 ssl", f"listen 127.0.0.1:{port} ssl"),
        ("/etc/ssl/games.example.pem", str(certificate)),
        ("/etc/ssl/games.example.key", str(certificate)),
        (HUB, hub),
    )


def nginx_below_a_path(port: int, hub: str, certificate: Path) -> str:
    """The lines of the one example in place of the other's."""
    whole = nginx(port, hub, certificate)
    below = changed(fenced("nginx", f"location = {BASE} "), (HUB, hub))
    return re.sub(r"^ *location .*\n", "", whole, flags=re.MULTILINE).rstrip().removesuffix("}") + below + "}\n"


def haproxy_below_a_path(port: int, hub: str, certificate: Path) -> str:
    """With the defaults of deploy/haproxy.cfg, as the page says."""
    [example] = re.findall(r"^    frontend example\n(?:    .*\n|\n)+", PAGE, re.MULTILINE)
    [defaults] = re.findall(r"^defaults\n(?:    .*\n)+", (ROOT / "deploy/haproxy.cfg").read_text(), re.MULTILINE)
    here = changed(
        re.sub("^    ", "", example, flags=re.MULTILINE),
        ("bind :443", f"bind 127.0.0.1:{port}"),
        ("/etc/haproxy/example.pem", str(certificate)),
        (HUB, hub),
    )
    return f"{defaults}\n{here}"


def deployed(file: str, port: int, processes: list[int]) -> str:
    """One of deploy/, which has several processes behind it."""
    text = (ROOT / "deploy" / file).read_text()
    names = [(f"127.0.0.1:{8001 + number}", f"127.0.0.1:{process}") for number, process in enumerate(processes)]
    return changed(text, (HUB, f"127.0.0.1:{port}"), *names)


def composed(hub: str) -> str:
    return changed((ROOT / "deploy" / "compose.Caddyfile").read_text(), (HUB, hub))
