"""The commands of the documentation that want a machine of their own. `make newcomer` runs them on a bare one.

Nothing but Python is there at first. A block says behind `bare-machine:` where it is run; `make newcomer PLACES="names
containers"` runs those of two places alone:

``checkout``  in the tree of the repository, as somebody who works on it
``registry``  in a folder with the wheel and the examples, where packages can be fetched. There a new game is made
              beside a Parlour that pipx has installed, as its README says
``names``     there too, without a network: the names and addresses of the documentation are this machine's own. At
              db.example is a PostgreSQL, at https://games.example a hub behind Caddy, at 10.0.0.5 a Dask cluster
``containers`` in the tree, without a network, with podman; the image was built before, from this machine as it was when
              it was bare, which stands in for an image of Debian. It lies there as a file of a release too, beside the
              folder of games that HOSTING.md installs. There the services of compose.yaml are brought up, too
"""

import os
import re
import resource
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from tests.newcomer import services
from tests.newcomer.blocks import PAGES, ROOT, Block, blocks
from tests.newcomer.running_text import ON_A_MACHINE

TREE = Path("/parlour")
"""Where scripts/bare-machine puts the repository."""
HERE = Path("/newcomer")
FOLDER = HERE / "folder"
ENVIRONMENT = HERE / "environment"
STAND_INS = HERE / "bin"
STAND_INS_OF_PIPX = HERE / "bin-of-pipx"
BY_PIPX = Path(".local") / "bin"
"""Where pipx puts programs, in a home."""
BARE = HERE / "bare.tar"
"""This machine before anything was installed."""
PACKAGES = (
    *("postgresql", "pipx", "python3-venv", "caddy", "iproute2", "git"),
    *("podman", "iptables", "catatonit", "aardvark-dns"),
)
NAMES = "127.0.0.1 localhost games.example db.example id.example\n"
DASK = "10.0.0.5"
WAIT_S = 120
SHORT = "ROUNDS=1 SECONDS=1 MACHINES=1 LOTS=25 MANY="
"""So much of what takes long."""
CLUSTER = '"$(ls /etc/postgresql)" main'
CONTAINERS = '[containers]\ncgroups = "disabled"\ndefault_ulimits = ["nofile={files}:{files}", "nproc=4096:4096"]\n'
"""How podman works here: there are no control groups, and no limit can be raised."""
REGISTRIES = re.compile(
    r"(pip|uv|npm_config)_|(https?|ftp|all|no)_proxy$|ssl_cert|.*_ca_(bundle|certs)$", re.IGNORECASE
)
INSIDE = "--without-a-network"
AS_POSTGRES = "runuser --user postgres --"
STAND_IN = """#!/bin/sh
# {name} as somebody uses it who sits there: what serves is stopped once it is up, a game is begun and ended.
PATH={path}
until_it_says() {{
    said=$(mktemp)
    "$@" >"$said" 2>&1 &
    until grep -q "$words" "$said"; do kill -0 $! || {{ cat "$said" >&2; exit 1; }}; sleep 0.1; done
}}
stop() {{ kill $!; wait $! || true; }}
case "{name} ${{1:-}}" in
"parlour serve") words="Parlour is at"; until_it_says {name} "$@" --port 9000 --no-warm; stop ;;
"parlour play" | "parlour replay") printf '\\nfinish\\n' | {name} "$@" ;;
"pipx run") words="Parlour is at"; PARLOUR_PORT=9000 until_it_says {name} "$@"; stop ;;
"jupyter lab") words="http://"; until_it_says {name} "$@" --no-browser --allow-root; stop ;;
"dask scheduler") words="Scheduler at"; until_it_says {name} "$@" --port 9786 ;;
"dask worker") words="Registered to"; until_it_says {name} "$@" ;;
*) exec {name} "$@" </dev/null ;;
esac
"""


def run(command: str, folder: Path = ROOT, environment: Mapping[str, str] | None = None) -> None:
    """As it stands there; ends everything if it fails."""
    print(f"$ {command.strip()}", flush=True)
    began = time.monotonic()
    done = subprocess.run(["bash", "-euo", "pipefail", "-c", command], cwd=folder, env=os.environ | (environment or {}))
    print(f"# {time.monotonic() - began:.0f} s", flush=True)
    if done.returncode:
        sys.exit(f"{folder}: status {done.returncode}: {command}")


def run_blocks(place: str, environment: Mapping[str, str], before: str = "true") -> None:
    """Those of each page in their order, and another command before them."""
    for page in PAGES:
        found = [block for block in blocks(page) if block.place == place]
        if found:
            print(f"== {page.relative_to(ROOT)}, {place}", flush=True)
            run(before, FOLDER, environment)
        for block in found:
            _run_block(block, environment)


def _run_block(block: Block, environment: Mapping[str, str]) -> None:
    run(block.text, ROOT if block.place in ("checkout", "containers") else FOLDER, environment)


def mounted() -> list[str]:
    """Folders that scripts/bare-machine gave this machine: of the outer one, where packages come from."""
    folders = [line.split()[1] for line in Path("/proc/mounts").read_text().splitlines()]
    return [path for path in folders if path != "/" and not path.startswith(("/proc", "/sys", "/dev", "/var", "/run"))]


def keep_bare() -> None:
    """Without what is mounted: a folder of the same file system counts as one file system with it."""
    HERE.mkdir()
    excluded = " ".join(f"--exclude '.{path}/*'" for path in (TREE, HERE, *mounted()))
    run(f"tar --create --one-file-system {excluded} --file {BARE} --directory / .")


def write_stand_ins(folder: Path, programs: Path) -> None:
    folder.mkdir()
    for name in ("parlour", "pipx", "jupyter", "dask"):
        stand_in = folder / name
        stand_in.write_text(STAND_IN.format(name=name, path=f"{programs}:{os.environ['PATH']}"))
        stand_in.chmod(0o755)


def install() -> None:
    """What the documentation takes for granted. No service starts by itself."""
    policy = Path("/usr/sbin/policy-rc.d")
    policy.write_text("#!/bin/sh\nexit 101\n")
    policy.chmod(0o755)
    run(f"scripts/install-packages 'The documentation' {' '.join(PACKAGES)}")
    FOLDER.mkdir()
    write_stand_ins(STAND_INS, ENVIRONMENT / "bin")
    write_stand_ins(STAND_INS_OF_PIPX, HERE / BY_PIPX)
    run(f"python3 -m venv {ENVIRONMENT}")


def lay_out() -> None:
    """The folder of somebody with a release and the examples."""
    run("make dist")
    [wheel] = (ROOT / "dist").glob("*.whl")
    shutil.copy(wheel, FOLDER)
    shutil.copytree(ROOT / "examples", FOLDER / "examples")


def with_podman() -> dict[str, str]:
    """The environment in which podman and `make image` work here, and reach registries as this machine does."""
    told = [f"--env {name}" for name in os.environ if REGISTRIES.match(name)]
    words = ["--build-arg BASE=localhost/bare", *(f"--volume {path}:{path}:ro" for path in mounted()), *told]
    return {"IMAGE": " ".join(words), "BUILDAH_ISOLATION": "chroot", "CONTAINERS_CONF": str(HERE / "containers.conf")}


def build_image() -> None:
    _, files = resource.getrlimit(resource.RLIMIT_NOFILE)
    (HERE / "containers.conf").write_text(CONTAINERS.format(files=files))
    run(f"podman import {BARE} localhost/bare", environment=with_podman())
    run("pip install --no-deps --target games ./examples/windfall", FOLDER, with_programs())
    # What is built from stays as it is: without a network, the same image comes from what this one left behind.
    shutil.copytree(FOLDER / "games", ROOT / "games")
    run("make image", environment=with_podman())
    run("podman save --output parlour-0-image-here.tar.gz parlour", environment=with_podman())
    services.write_images(HERE)
    for name in services.IMAGES:
        words = with_podman()["IMAGE"]
        run(f"podman build --format docker {words} --tag localhost/{name} {HERE / name}", environment=with_podman())


def with_programs() -> dict[str, str]:
    """The environment of somebody who has installed Parlour."""
    return {"PATH": f"{STAND_INS}:{ENVIRONMENT}/bin:{os.environ['PATH']}", "HOME": str(HERE)}


def with_pipx() -> dict[str, str]:
    """The environment of somebody who has installed Parlour by pipx."""
    return {"PATH": f"{STAND_INS_OF_PIPX}:{HERE / BY_PIPX}:{os.environ['PATH']}", "HOME": str(HERE)}


def configuration_of_caddy() -> str:
    """As HOSTING.md has it; the certificate is one of Caddy's own."""
    page = (ROOT / "docs" / "HOSTING.md").read_text()
    [site] = re.findall(r"^```text\n(games\.example \{.*?^\})$", page, re.MULTILINE | re.DOTALL)
    return f"{{\n\tlocal_certs\n\tskip_install_trust\n}}\n{site}\n"


def start_services() -> list[subprocess.Popen[bytes]]:
    """What stands behind the names. Whoever calls ends them."""
    programs = with_programs()
    with Path("/etc/hosts").open("a") as hosts:
        hosts.write(NAMES)
    secret = Path("/etc/parlour/secret")
    secret.parent.mkdir(exist_ok=True)
    secret.write_text("a secret\n")
    run(f"ip link set lo up && ip address add {DASK}/32 dev lo")
    run(f"pg_conftool {CLUSTER} set port 5432; pg_ctlcluster {CLUSTER} start")
    run(f"{AS_POSTGRES} psql --quiet --command \"CREATE ROLE parlour LOGIN CREATEDB PASSWORD 'SECRET'\"", HERE)
    (HERE / "Caddyfile").write_text(configuration_of_caddy())
    started = [
        subprocess.Popen(command, cwd=HERE, env=os.environ | programs)
        for command in (
            [f"{ENVIRONMENT}/bin/parlour", "serve", "--no-warm", "--database", "hub.db"],
            ["caddy", "run", "--config", str(HERE / "Caddyfile"), "--adapter", "caddyfile"],
            [f"{ENVIRONMENT}/bin/dask", "scheduler", "--host", DASK, "--no-dashboard"],
            [f"{ENVIRONMENT}/bin/dask", "worker", f"tcp://{DASK}:8786", "--nthreads", "1", "--no-dashboard"],
        )
    ]
    root = HERE / ".local/share/caddy/pki/authorities/local/root.crt"
    wait_until(root.exists)
    shutil.copy(root, "/usr/local/share/ca-certificates/caddy.crt")
    run("update-ca-certificates")
    wait_until(lambda: answers("http://127.0.0.1:8000/ready"))
    return started


def answers(url: str) -> bool:
    try:
        with urlopen(url, timeout=5) as answer:
            return bool(answer.status == 200)
    except (URLError, OSError):
        return False


def wait_until(holds: Callable[[], bool]) -> None:
    until = time.monotonic() + WAIT_S
    while not holds():
        if time.monotonic() > until:
            sys.exit("what the documentation needs does not start")
        time.sleep(0.2)


def run_checkout() -> None:
    run_blocks("checkout", {"MAKEFLAGS": SHORT})
    print("== running text, checkout", flush=True)
    for command in ON_A_MACHINE.values():
        run(command)


def run_registry() -> None:
    run_blocks("registry", with_programs())
    print("== the README of a new game, registry", flush=True)
    run("parlour new-game pond-life", FOLDER, with_pipx())
    _in_an_environment, of_pipx = blocks(FOLDER / "pond-life" / "README.md")
    run(of_pipx.text, FOLDER / "pond-life", with_pipx())


def run_names() -> None:
    run('pip install "$(echo parlour-*.whl)[dask]"', FOLDER, with_programs())
    run(f"unshare --net {sys.executable} -m tests.newcomer.machine {INSIDE} names")


def run_containers() -> None:
    run("pipx install podman-compose")
    build_image()
    run(f"unshare --net {sys.executable} -m tests.newcomer.machine {INSIDE} containers")


def names_inside() -> None:
    """In a network of its own, which has nothing but this machine."""
    environment = with_programs() | {"PGHOST": "db.example", "PGUSER": "parlour", "PGPASSWORD": "SECRET"}
    started = start_services()
    run("parlour play ten-exorcism --seed 42 --save huge.jsonl", FOLDER, environment)
    run_blocks("names", environment, before="dropdb --if-exists parlour")
    for process in started:
        process.terminate()
    run(f"pg_ctlcluster {CLUSTER} stop --mode fast")


def containers_inside() -> None:
    """In another such network: the hub's port is the same."""
    run("ip link set lo up")
    run_blocks("containers", with_podman(), before="podman rm --all --force")
    run("podman rm --all --force", environment=with_podman())
    print("== compose.yaml", flush=True)
    services.write_password(ROOT)
    programs = {"PATH": f"{Path.home() / BY_PIPX}:{os.environ['PATH']}"}
    for way in services.WAYS:
        run(services.whole_way(way), environment=with_podman() | services.ENVIRONMENT | programs)


RUN: Mapping[str, Callable[[], None]] = {
    "checkout": run_checkout,
    "registry": run_registry,
    "names": run_names,
    "containers": run_containers,
}
WITHOUT_A_NETWORK: Mapping[str, Callable[[], None]] = {"names": names_inside, "containers": containers_inside}


def chosen(words: Sequence[str]) -> list[str]:
    """The places that are asked for, in the order in which they are run; all of them if none is."""
    if unknown := [word for word in words if word not in RUN]:
        sys.exit(f"no place is called {' or '.join(unknown)}; there are {', '.join(RUN)}")
    return [place for place in RUN if place in words or not words]


def main() -> None:
    if ROOT != TREE:
        sys.exit("This changes the machine on which it runs: `make newcomer` runs it on a bare one.")
    if sys.argv[1:2] == [INSIDE]:
        WITHOUT_A_NETWORK[sys.argv[2]]()
        return
    places = chosen(sys.argv[1:])
    keep_bare()
    install()
    for place in places:
        if place != "checkout" and not (FOLDER / "examples").exists():
            lay_out()
        RUN[place]()
        print(f"== {place}: every command held", flush=True)


if __name__ == "__main__":
    main()
