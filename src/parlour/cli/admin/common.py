"""What the commands of a host share: reading, acting, and how it is printed."""

import getpass
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from parlour.cli.common import console, database_option, json_option, print_json, print_json_lines
from parlour.store.address import Address
from parlour.store.moderation.stored_words import SOMEBODY, at_command_line

if TYPE_CHECKING:
    from parlour.server.admin.acts import Act
    from parlour.store.moderation.audit import LoggedAct
    from parlour.store.transaction import Job

T = TypeVar("T")
Command = TypeVar("Command", bound=Callable[..., Any])
MOST_LISTED = 1_000
reason_option = click.option("--reason", required=True, help="Why; it stands in the log of acts.")
count_option = click.option(
    "--count", type=click.IntRange(1, MOST_LISTED), default=50, show_default=True, help="How many to list."
)


def listing(command: Command) -> Command:
    """The options of a command that lists something."""
    return database_option(json_option(command))


def acting(command: Command) -> Command:
    """The options of a command that does something."""
    return database_option(json_option(reason_option(command)))


def now_ms() -> int:
    """Unix time in milliseconds."""
    return int(time.time() * 1000)


def host_name() -> str:
    """The name of the host who acts, for the log of acts."""
    try:
        return at_command_line(getpass.getuser())
    except (KeyError, OSError):
        return at_command_line(SOMEBODY)


def read(database: Address, job: "Job[T]") -> T:
    """Read from a store, whoever else uses it."""
    from parlour.store import offline

    offline.require(database)
    with offline.opened(database) as store:
        return job(store)


def change(database: Address, job: "Job[T]") -> T:
    """Change a store in one commit, whoever else uses it."""
    from parlour.store import offline

    offline.require(database)
    with offline.changing(database) as store:
        return job(store)


def act(database: Address, wanted: "Act", as_json: bool) -> None:
    """Do an act, and print its line of the log."""
    from parlour.server.admin.acts import do

    done = change(database, do(wanted, host_name(), now_ms()))
    if as_json:
        print_json(done)
    else:
        console().print(act_line(done), markup=False)


def show(found: list[Any], line: Callable[[Any], str], as_json: bool, none: str) -> None:
    """Print each finding as a line of JSON or of text."""
    if as_json:
        print_json_lines(found)
        return
    out = console()
    for one in found:
        out.print(line(one), markup=False)
    if not found:
        out.print(none, markup=False)


def act_line(act: "LoggedAct") -> str:
    """A line of the log of acts, for people."""
    about = f"{act.about} {act.named}".strip() if act.named != act.about else act.about
    until = "" if act.until is None else f", until {moment(act.until)}"
    return f"{act.number}  {moment(act.at)}  {act.host}: {act.act} {about}{until}. {act.reason}"


def moment(at: int) -> str:
    """A moment for people: ``2026-11-16 09:00 UTC``."""
    return time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(at / 1000))
