"""``parlour doctor``: whether the store is whole and every log holds."""

from pathlib import Path

import click

from parlour.cli.common import console, database_option, json_option, print_json, progress_bar

SOMETHING_WRONG = 1


@click.command()
@database_option
@json_option
def doctor(database: Path, as_json: bool) -> None:
    """Look at all of the store, also while a server uses it, and say what is wrong with it. Nothing is changed.

    The database file and the log beside it are read whole, every index is compared with its table, every reference
    followed; every match of a game that is installed is replayed from its log.

    Exit status: 0 all is well, 1 something is wrong, 2 there is no store, or another process has locked it.

    \b
    Examples:
      parlour doctor
      parlour doctor --json --database /var/lib/parlour/parlour.db
    """
    from parlour.store.doctor import examine

    with progress_bar("Examining") as progress:
        examined = examine(database, progress)
    if as_json:
        print_json(examined)
    else:
        out = console()
        for check in examined.checks:
            mark, style = ("✓", "green") if check.ok else ("✗", "red")
            out.print(f"{mark} {check.name}: {check.said}", markup=False, style=style)
        for wrong in examined.wrong:
            out.print(f"✗ {wrong.match}: {wrong.reason}", markup=False, style="red")
    raise click.exceptions.Exit(0 if examined.ok else SOMETHING_WRONG)
