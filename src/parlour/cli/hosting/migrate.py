"""``parlour migrate``: a store from SQLite to PostgreSQL, or back.

Migrations of tables, from one version of the program to the next, are another thing: every start runs those that a
database lacks (``parlour.store.migrating``).
"""

import click

from parlour.cli.common import AddressType, console, json_option, print_json, progress_bar
from parlour.store.address import Address

SOME_WRONG = 1


@click.command()
@click.option(
    "--from",
    "source",
    type=AddressType(),
    required=True,
    metavar="ADDRESS",
    help="The store that is there: sqlite:FILE or postgresql://…",
)
@click.option(
    "--to",
    "target",
    type=AddressType(),
    required=True,
    metavar="ADDRESS",
    help="A file that is not there yet, or an empty database.",
)
@json_option
def migrate(source: Address, target: Address, as_json: bool) -> None:
    """Copy a whole store into another database: players, rooms, matches, standings, everything.

    Stop the servers of the source first; it stays as it is. Every log is replayed on the way. The target is read again
    and compared before anything in it counts: either all of it is there, or nothing. A target that is not empty is
    refused.

    Exit status: 0 all is there, 1 all is there but some match does not hold (nor did it before), 2 nothing was
    moved.

    \b
    Examples:
      parlour migrate --from sqlite:parlour.db --to postgresql://parlour@localhost/parlour
      parlour migrate --from postgresql://parlour@localhost/parlour --to sqlite:parlour.db
    """
    from parlour.store.moving import move

    with progress_bar("Copying") as progress:
        moved = move(source, target, progress)
    if as_json:
        print_json({"from": str(source), "to": str(target), "moved": moved})
    else:
        out = console()
        rows = sum(moved.rows.values())
        out.print(f"{target}: {rows:,} rows, {moved.matches} matches, {moved.replayed} replayed", markup=False)
        for wrong in moved.wrong:
            out.print(f"✗ {wrong.match}: {wrong.reason}", markup=False, style="red")
    raise click.exceptions.Exit(SOME_WRONG if moved.wrong else 0)
