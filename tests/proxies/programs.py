"""HAProxy, nginx and Caddy at a port of the loopback, each with a certificate for localhost."""

import datetime as dt
import os
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from tests.cluster.processes import ROOT, Program

PLACES = ("/usr/sbin", str(ROOT / "build/proxies/usr/sbin"), str(ROOT / "build/proxies/usr/bin"))
CADDY_SETTINGS = """{{
    admin off
    auto_https disable_redirects
    skip_install_trust
    default_bind 127.0.0.1
    storage file_system {folder}
}}
"""
NGINX_SETTINGS = """
daemon off;
master_process off;
pid {folder}/nginx.pid;
events {{ }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxied;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    {text}
}}
"""


def program(name: str) -> str:
    """Where it is."""
    found = shutil.which(name, path=os.pathsep.join((os.environ.get("PATH", os.defpath), *PLACES)))
    assert found is not None, f"{name} is needed: scripts/get-proxies fetches it"
    return found


class Proxy(Program):
    """One that is given its configuration."""

    def __init__(self, name: str, folder: Path, port: int, text: str) -> None:
        super().__init__(name, folder, port)
        self.trusted = folder / "certificate.pem"
        """Who answers for the certificate."""
        self._file = folder / f"{name}.conf"
        self._file.write_text(text)

    @property
    def url(self) -> str:
        return f"https://localhost:{self.port}"


class Nginx(Proxy):
    def __init__(self, folder: Path, port: int, text: str) -> None:
        super().__init__("nginx", folder, port, NGINX_SETTINGS.format(folder=folder, text=text))

    def command(self) -> Sequence[str]:
        return [program("nginx"), "-e", "stderr", "-p", str(self._file.parent), "-c", str(self._file)]


class Haproxy(Proxy):
    def __init__(self, folder: Path, port: int, text: str) -> None:
        super().__init__("haproxy", folder, port, text)

    def command(self) -> Sequence[str]:
        return [program("haproxy"), "-db", "-f", str(self._file)]


class Caddy(Proxy):
    """It makes certificates by itself."""

    def __init__(self, folder: Path, port: int, text: str) -> None:
        super().__init__("caddy", folder, port, CADDY_SETTINGS.format(folder=folder) + text)
        self.trusted = folder / "pki" / "authorities" / "local" / "root.crt"

    def command(self) -> Sequence[str]:
        return [program("caddy"), "run", "--adapter", "caddyfile", "--config", str(self._file)]

    def environment(self) -> Mapping[str, str]:
        return {"PARLOUR_ADDRESS": f"localhost:{self.port}", "XDG_CONFIG_HOME": str(self._file.parent)}


def write_certificate(folder: Path) -> Path:
    """A file with a certificate for localhost, and its key behind it."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = dt.datetime.now(dt.UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - dt.timedelta(days=1))
        .not_valid_after(now + dt.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    file = folder / "certificate.pem"
    secret = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    file.write_bytes(certificate.public_bytes(serialization.Encoding.PEM) + secret)
    return file
