"""``parlour doctor``: whether the store is whole, and whether the deployment around it works."""

from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import click

from parlour.cli.common import console, database_option, json_option, print_json, progress_bar
from parlour.store.address import Address

if TYPE_CHECKING:
    from parlour.store.checks import Check
    from parlour.store.offline import WrongMatch

SOMETHING_WRONG = 1
PART_OF_THE_STORE = 0.7
OF_THE_MACHINE, OF_A_PROCESS, OF_AN_ADDRESS = 2, 4, 10
"""The numbers of checks, about: for whoever watches the progress."""
SHOWN = {"ok": ("✓", "green"), "warning": ("!", "yellow"), "error": ("✗", "red")}
IDLE_S = 22.0
"""A socket that is silent for 20 s is pinged: whoever keeps one open for longer never cuts it."""


@click.command()
@database_option
@click.option("--no-store", is_flag=True, help="Leave the store out: for another machine than the server's.")
@click.option("--url", metavar="ADDRESS", help="The address that people use; asked as a browser would.")
@click.option(
    "--process",
    "processes",
    metavar="ADDRESS",
    multiple=True,
    help="Where a server process listens (http://127.0.0.1:8000); repeatable.",
)
@click.option(
    "--backups",
    metavar="FOLDER",
    type=click.Path(file_okay=False, path_type=Path),
    help="Where backups are kept: is the newest one new enough?",
)
@click.option(
    "--backup-age",
    metavar="HOURS",
    type=click.FloatRange(min=0),
    default=26.0,
    show_default=True,
    help="How old the newest backup may be.",
)
@click.option(
    "--idle",
    metavar="SECONDS",
    type=click.FloatRange(0, 600),
    default=IDLE_S,
    show_default=True,
    help="For how long a silent socket has to stay open at the public address.",
)
@click.option(
    "--most-connections",
    envvar="PARLOUR_MOST_CONNECTIONS",
    type=click.IntRange(min=2),
    default=10_000,
    show_default=True,
    help="How many connections each process should have room for, as parlour serve is told.",
)
@click.option(
    "--oidc-issuer",
    envvar="PARLOUR_OIDC_ISSUER",
    metavar="ADDRESS",
    help="By whom people sign in, as parlour serve is told: does the provider answer?",
)
@json_option
def doctor(
    database: Address,
    no_store: bool,
    url: str | None,
    processes: tuple[str, ...],
    backups: Path | None,
    backup_age: float,
    idle: float,
    most_connections: int,
    oidc_issuer: str | None,
    as_json: bool,
) -> None:
    """Look at the store and at the servers around it, and say what is wrong and what to do about it.

    The store is read whole, also while a server uses it, and nothing in it is changed: every page and reference, the
    log of every match, replayed. With --process each server is asked whether it is ready, for its version, its clock
    and its limits. With --url the address that people use is tried from outside: does the proxy pass on who asks and
    how, can nobody pretend to be somebody else, do sockets open and stay open? A guest comes for that, and is removed
    again. Each request takes at most 5 seconds. Of PostgreSQL it is also asked whether processes hear each other, what
    its clock says, and which processes are alive, in which version.

    Exit status: 0 nothing is wrong (there may be warnings), 1 something is wrong, 2 there is no store, or another
    process has locked it.

    \b
    Examples:
      parlour doctor
      parlour doctor --json --database /var/lib/parlour/parlour.db
      parlour doctor --process http://127.0.0.1:8000 --url https://games.example --backups /backup
    """
    checks: list[Check] = []
    not_holding: tuple[WrongMatch, ...] = ()
    with progress_bar("Examining") as progress:
        if not no_store:
            checks, not_holding = _of_the_store(database, lambda part: progress(PART_OF_THE_STORE * part))
        around = chain(
            _of_the_machine(database, backups, backup_age, most_connections),
            _of_servers(processes, url, most_connections, idle),
            _of_the_provider(oidc_issuer),
        )
        expected = OF_THE_MACHINE + OF_A_PROCESS * len(processes) + (0 if url is None else OF_AN_ADDRESS)
        for done, check in enumerate(around, start=1):
            checks.append(check)
            progress(PART_OF_THE_STORE + (1 - PART_OF_THE_STORE) * min(1.0, done / expected))
    if as_json:
        print_json({"file": str(database), "checks": checks, "wrong": not_holding})
    else:
        _print(checks, not_holding)
    raise click.exceptions.Exit(SOMETHING_WRONG if any(check.level == "error" for check in checks) else 0)


def _of_the_store(database: Address, progress: Callable[[float], None]) -> "tuple[list[Check], tuple[WrongMatch, ...]]":
    from parlour.server.doctor.shared_store import examine_shared
    from parlour.store.doctor import examine

    examined = examine(database, progress)
    reached = examined.checks[0].level == "ok"
    return [*examined.checks, *(examine_shared(database) if reached else ())], examined.wrong


def _of_the_machine(
    database: Address, backups: Path | None, oldest_h: float, most_connections: int
) -> "Iterator[Check]":
    from parlour.server.doctor.machine import examine_backups, examine_files
    from parlour.store.databases import database_at

    yield examine_files(most_connections)
    if backups is not None:
        space = database_at(database).space()
        yield examine_backups(backups, oldest_h, 0 if space is None else space.taken)


def _of_the_provider(issuer: str | None) -> "Iterator[Check]":
    if issuer:
        from parlour.server.doctor.provider import examine_provider

        yield examine_provider(issuer)


def _of_servers(processes: tuple[str, ...], url: str | None, most_connections: int, idle_s: float) -> "Iterator[Check]":
    from parlour.server.doctor.processes import examine_processes
    from parlour.server.doctor.public_address import examine_address
    from parlour.server.doctor.site import Site

    yield from examine_processes([Site(address) for address in processes], most_connections)
    if url is not None:
        yield from examine_address(Site(url), idle_s)


def _print(checks: "list[Check]", not_holding: "tuple[WrongMatch, ...]") -> None:
    out = console()
    for check in checks:
        mark, style = SHOWN[check.level]
        out.print(f"{mark} {check.name}: {check.said}", markup=False, style=style)
        if check.advice:
            out.print(f"  → {check.advice}", markup=False)
    for found in not_holding:
        out.print(f"✗ {found.match}: {found.reason}", markup=False, style="red")
