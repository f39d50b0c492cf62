"""``parlour backup``: a copy of the store that has been checked."""

from pathlib import Path

import click

from parlour.cli.common import console, database_option, json_option, print_json, progress_bar
from parlour.store.address import Address

SOME_WRONG = 1


@click.command()
@click.argument("file", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path))
@database_option
@click.option("--quick", is_flag=True, help="Check that the copy is whole, but replay no match.")
@json_option
def backup(file: Path, database: Address, quick: bool, as_json: bool) -> None:
    """Copy the store to FILE, also while a server uses it, and check the copy.

    The copy is the store of one moment. It is checked before it gets its name: the database is whole, and a replay
    bears out every finished match. A FILE that is there already is not touched. Of PostgreSQL too the copy is a SQLite
    file. To restore it, stop the server and put the copy in the place of the database; parlour migrate brings it
    back into PostgreSQL.

    Exit status: 0 all is well, 1 the copy is whole but some match in it does not hold, 2 there is no copy.

    \b
    Examples:
      parlour backup games-2026-11-15.db
      parlour backup --quick --database /var/lib/parlour/parlour.db /backup/parlour.db
    """
    import asyncio

    from parlour.store import backup as backups

    with progress_bar("Copying") as progress:
        copy = backups.quick_backup if quick else backups.backup
        made = asyncio.run(copy(database, file, progress))
    if as_json:
        print_json(made)
    else:
        out = console()
        out.print(f"{made.file}: {made.size:,} bytes, {made.matches} matches, {made.replayed} replayed", markup=False)
        for wrong in made.wrong:
            out.print(f"✗ {wrong.match}: {wrong.reason}", markup=False, style="red")
    raise click.exceptions.Exit(SOME_WRONG if made.wrong else 0)
