"""``parlour convert``: sessions from one JSON to another."""

import sys
from typing import TYPE_CHECKING

import click

from parlour.batch.inputs import read_items
from parlour.cli.common import chosen_option, files_argument

if TYPE_CHECKING:
    from parlour.core.quick_start import OptionValue


@click.command()
@files_argument
@click.option(
    "--to", metavar="FORMAT", default="parlour", help="'parlour', or a format that 'parlour games --json' lists."
)
@chosen_option
def convert(files: tuple[str, ...], to: str, chosen: "dict[str, OptionValue]") -> None:
    """Write sessions in another format, one a line. - reads standard input.

    \b
    Examples:
      parlour convert game.json --to ten-exorcism-v1 > export.json
      parlour convert export.json -o mode=classic > game.json
    """
    from parlour.core.errors import MalformedInput, ParlourError
    from parlour.games.documents import Document, write_session

    for item in read_items(files):
        try:
            if item.problem is not None:
                raise MalformedInput(item.problem)
            document = Document(item.text, chosen)
            text = write_session(document.kit, document.session(), to)
        except ParlourError as error:
            raise MalformedInput(f"{item.place}: {error}") from None
        sys.stdout.write(text.decode() + "\n")
