"""The services of compose.yaml, brought up for real: the hub's own image, and images of Debian's packages that stand in
for those of Caddy and PostgreSQL."""

from pathlib import Path

CADDY = """ARG BASE
FROM ${BASE}
RUN apt-get update && apt-get install --yes --no-install-recommends caddy
ENV XDG_CONFIG_HOME=/config XDG_DATA_HOME=/data
CMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]
"""
POSTGRESQL = """ARG BASE
FROM ${BASE}
RUN apt-get update && apt-get install --yes --no-install-recommends postgresql
COPY start /start
STOPSIGNAL SIGINT
CMD ["sh", "/start"]
"""
START_POSTGRESQL = """# As PostgreSQL's own image: with the user, the password and the database of the environment.
set -eu
data=/var/lib/postgresql/data
PATH=$(echo /usr/lib/postgresql/*/bin):$PATH
as_postgres="setpriv --reuid postgres --regid postgres --clear-groups"
if [ ! -s "$data/PG_VERSION" ]; then
    install --directory --owner postgres --mode 700 "$data"
    printf %s "$POSTGRES_PASSWORD" >/tmp/password
    chmod 644 /tmp/password
    $as_postgres initdb --pgdata "$data" --username "$POSTGRES_USER" --pwfile /tmp/password --encoding UTF8 \\
        --auth scram-sha-256
    echo "host all all all scram-sha-256" >>"$data/pg_hba.conf"
    echo "CREATE DATABASE $POSTGRES_DB" | $as_postgres postgres --single -D "$data" postgres
fi
exec $as_postgres postgres -D "$data" -c "listen_addresses=*" -c unix_socket_directories=/tmp
"""
IMAGES = {"caddy": {"Containerfile": CADDY}, "postgresql": {"Containerfile": POSTGRESQL, "start": START_POSTGRESQL}}
ENVIRONMENT = {
    "CADDY": "localhost/caddy",
    "POSTGRES": "localhost/postgresql",
    "PARLOUR_ADDRESS": "localhost",
    "COMPOSE_PROJECT_NAME": "services",
}
WAYS = (
    "",
    "--env-file deploy/postgresql.env --file compose.yaml --file deploy/compose.postgresql.yaml",
)
"""What stands behind `podman-compose`, as in docs/HOSTING.md: with SQLite, and with PostgreSQL."""
PASSWORD = 'any/letters@all:%41 $HOME#"'
"""In an address these would mean something."""
ASK = """import ssl, sys, urllib.request
context = ssl.create_default_context()
context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), urllib.request.HTTPSHandler(context=context))
opener.open("https://localhost/health", timeout=5)"""
WHOLE_WAY = """
compose() {{ podman-compose {way} "$@"; }}
compose up --detach
for second in $(seq 120); do
    python3 -c '{ask}' 2>/dev/null && break
    [ "$second" != 120 ] || {{ compose logs; exit 1; }}
    sleep 1
done
# The doctor believes the certificate that Caddy has made for itself.
compose exec -T proxy cat /data/caddy/pki/authorities/local/root.crt | compose exec -T hub sh -c 'cat >root.crt'
compose exec -T --env SSL_CERT_FILE=root.crt hub parlour doctor --url https://localhost
compose exec -T hub parlour backup backup.db
compose exec -T hub parlour doctor --database backup.db
compose down --volumes
"""


def write_images(folder: Path) -> None:
    """What each stand-in is built from, in a folder of its name."""
    for name, files in IMAGES.items():
        (folder / name).mkdir()
        for file, text in files.items():
            (folder / name / file).write_text(text)


def write_password(tree: Path) -> None:
    """As HOSTING.md asks: the example with a password in it."""
    example = (tree / "deploy" / "postgresql.env.example").read_text()
    (tree / "deploy" / "postgresql.env").write_text(example.replace("''", f"'{PASSWORD}'"))


def whole_way(way: str) -> str:
    """The commands of somebody who brings the services up, looks after them and takes them away."""
    return WHOLE_WAY.format(way=way, ask=ASK)
