"""``parlour export``: every finished match as a line of JSON."""

import sys
from pathlib import Path
from typing import BinaryIO

import click

from parlour.cli.common import console, database_option, json_option, print_json, progress_bar
from parlour.store.address import Address


@click.command()
@click.argument("file", metavar="FILE", type=click.Path(dir_okay=False, allow_dash=True, path_type=Path))
@database_option
@json_option
def export(file: Path, database: Address, as_json: bool) -> None:
    """Write every match that is over to FILE, one line of JSON each: the session, and who sat there.

    The server may be running. A FILE that is there already is not touched; - writes to standard output. parlour
    verify, replay and import read the lines.

    Exit status: 0 all is written, 2 the store cannot be read or the file not written.

    \b
    Examples:
      parlour export games.jsonl
      parlour export - | parlour verify -
    """
    if str(file) == "-":
        count = _write(database, sys.stdout.buffer)
    else:
        with file.open("xb") as stream:
            count = _write(database, stream)
    if as_json and str(file) != "-":
        print_json({"file": str(file), "matches": count})
    else:
        console(stderr=True).print(f"{count} matches", markup=False)


def _write(database: Address, stream: BinaryIO) -> int:
    from parlour.store.transfer import encode_line, finished

    count = 0
    with progress_bar("Writing") as progress:
        for exported, done in finished(database):
            stream.write(encode_line(exported))
            count += 1
            progress(done)
    stream.flush()
    return count
