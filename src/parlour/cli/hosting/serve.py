"""``parlour serve``: live matches over HTTP and sockets."""

import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import MISSING, Field, fields
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from parlour.cli.common import database_option
from parlour.server.settings import Flag, Settings
from parlour.store.address import Address

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from socket import socket

REFUSED = 2
FAILED = 3


def setting_options(command: Callable[..., None]) -> Callable[..., None]:
    """An option for every setting, in their order."""
    for field in reversed([field for field in fields(Settings) if "flag" in field.metadata]):
        command = _option(field, field.metadata["flag"])(command)
    return command


def _option(field: "Field[Any]", setting: Flag) -> Callable[[Callable[..., None]], Callable[..., None]]:
    default = field.default
    many = isinstance(default, tuple)
    flag = f"--{setting.name}/--no-{setting.name}" if isinstance(default, bool) else f"--{setting.name}"
    return click.option(
        flag,
        field.name,
        envvar=f"PARLOUR_{setting.name.upper().replace('-', '_')}{'S' if many else ''}",
        type=_kind(default, setting),
        metavar=setting.unit or (setting.name.upper() if many else None),
        default=None if default is MISSING or many else default,
        show_default=not many,
        multiple=many,
        callback=None if setting.read is None else _read(setting.read),
        help=setting.help,
    )


def _read(read: Callable[[str], str]) -> Callable[[click.Context, click.Parameter, str], str]:
    """A callback that reads a setting, and tells its reason where it cannot."""

    def callback(_context: click.Context, _parameter: click.Parameter, text: str) -> str:

        try:
            return read(text)
        except ValueError as error:
            raise click.BadParameter(str(error)) from None

    return callback


def _kind(default: object, setting: Flag) -> Any:
    """The type that click is to read; None lets it tell from the default."""
    if isinstance(default, float):
        return click.FloatRange(setting.least, setting.most)
    if isinstance(default, int) and not isinstance(default, bool):
        least, most = (None if bound is None else int(bound) for bound in (setting.least, setting.most))
        return click.IntRange(least, most)
    return None


@click.command()
@database_option
@setting_options
@click.option(
    "--oidc-secret-file",
    envvar="PARLOUR_OIDC_SECRET_FILE",
    metavar="FILE",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A file with the client's secret; or give the secret itself in the environment, as PARLOUR_OIDC_SECRET.",
)
@click.option(
    "--address-file",
    envvar="PARLOUR_ADDRESS_FILE",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Where to write the addresses at which it is, a line each, that on its own machine first.",
)
@click.option(
    "--log-level",
    envvar="PARLOUR_LOG_LEVEL",
    type=click.Choice(["debug", "info", "warning", "error"]),
    default="warning",
    show_default=True,
    help="How much is logged, as JSON lines on standard error.",
)
def serve(
    database: Address, log_level: str, address_file: Path | None, oidc_secret_file: Path | None, **settings: Any
) -> None:
    """Serve live matches: rooms, players, sockets.

    Every option can be given in the environment too: PARLOUR_PORT=9000. docs/PROTOCOL.md tells how to play over it.
    A SQLite file that another process serves or imports into is refused; any number of processes share a PostgreSQL
    database. Its password is best given in the environment: other people of the machine see a command's options.

    Exit status: 0 it was told to stop, 2 it cannot start with this database, 3 it could not start for another reason
    or could not go on: its database was replaced, deleted or damaged, or could not be written any more. The reason is
    on standard error.

    \b
    Examples:
      parlour serve
      parlour serve --host 0.0.0.0 --port 80 --database games.db
      parlour serve --base /games
      parlour serve --processes 4 --database postgresql://db.example/parlour
      parlour serve --oidc-issuer https://id.example --oidc-client parlour --oidc-secret-file secret
      PARLOUR_DATABASE=postgresql://parlour:secret@db.example/parlour parlour serve
    """
    from parlour.store.databases import database_at

    place = database_at(database)
    settings["oidc_secret"] = _secret(oidc_secret_file)
    if settings["processes"] > 1:
        if not place.shared:
            raise click.UsageError(
                "A SQLite file is served by one process; several share a PostgreSQL database: "
                "--processes 4 --database postgresql://…"
            )
        _serve_many(Settings(database, **settings), log_level, _telling(address_file))
    with place.claim():
        from parlour.server.logs import configure
        from parlour.server.serve import serve as run

        configure(log_level)
        reason = run(Settings(database, **settings), _telling(address_file))
    if reason is not None:
        _end(reason)


def _secret(file: Path | None) -> str:
    """The secret of the client at the provider of sign-ins, from a file or from the environment; empty if it has
    none."""
    if file is None:
        return os.environ.get("PARLOUR_OIDC_SECRET", "").strip()
    try:
        return file.read_text().strip()
    except (OSError, UnicodeDecodeError) as error:
        raise click.UsageError(f"{file} cannot be read as a secret: {type(error).__name__}") from None


def _serve_many(settings: Settings, log_level: str, tell: Callable[[str], None]) -> None:
    """A parent that serves nobody, and processes that do."""
    from parlour.server.logs import configure
    from parlour.server.supervisor import Supervisor

    configure(log_level)
    status = Supervisor(settings, partial(_serve_as_one, log_level), tell).run()
    sys.exit(status)


def _serve_as_one(log_level: str, settings: Settings, sockets: "Sequence[socket]", listening: "Connection") -> None:
    """The work of each of several processes: serve as one of them."""
    from parlour.core.errors import ParlourError
    from parlour.server.logs import configure
    from parlour.server.supervisor import stop_with_parent

    configure(log_level)
    stop_with_parent()
    try:
        from parlour.server.serve import serve as run

        reason = run(settings, listening.send, sockets)
    except ParlourError as error:
        sys.stderr.write(f"parlour: {error}\n")
        sys.exit(REFUSED)
    if reason is not None:
        _end(reason)


def _end(reason: str) -> None:
    """End the process at once: to close the database, as an orderly end would, would write into files that may not be
    its own."""
    from parlour.server.logs import write_last_words

    write_last_words(f"parlour: {reason}; the server has ended, and has left the files as they are")
    os._exit(FAILED)


def _telling(file: Path | None) -> Callable[[str], None]:
    """A function that tells each address in a file if there is to be one, which is empty at first, and then on standard
    output: whoever reads it there finds the file."""
    if file is not None:
        try:
            file.write_text("")
        except OSError as error:
            raise click.UsageError(f"--address-file {file} cannot be written: {error.strerror}") from None

    def tell(address: str) -> None:
        if file is not None:
            with file.open("a") as addresses:
                addresses.write(f"{address}\n")
        sys.stdout.write(f"Parlour is at {address}\n")
        sys.stdout.flush()

    return tell
