"""``parlour convert``: sessions from one JSON to another."""

import sys
from typing import Annotated

import typer

from parlour.cli.common import Told, told_options
from parlour.cli.reading import pieces_of

Files = Annotated[
    list[str], typer.Argument(metavar="FILE…", help="Sessions in any known format; - reads standard input.")
]
To = Annotated[
    str,
    typer.Option("--to", metavar="FORMAT", help="'parlour', or a format that 'parlour games --json' lists."),
]


def convert(files: Files, to: To = "parlour", option: Told = None) -> None:
    """Write sessions in another format, one a line.

    \b
    Examples:
      parlour convert game.json --to ten-exorcism-v1 > export.json
      parlour convert export.json -o mode=classic > game.json
    """
    from parlour.core.errors import MalformedInput, ParlourError
    from parlour.games.documents import Document, write_session

    told = told_options(option)
    for piece in pieces_of(files):
        try:
            if piece.problem is not None:
                raise MalformedInput(piece.problem)
            document = Document(piece.text, told)
            text = write_session(document.kit, document.session(), to)
        except ParlourError as error:
            raise MalformedInput(f"{piece.place}: {error}") from None
        sys.stdout.write(text.decode() + "\n")
