"""``parlour analyse``: what a finished game was about."""

from typing import Annotated

import typer

from parlour.cli.common import Json, Told, console, print_json, set_table, told_options
from parlour.cli.reading import the_piece

File = Annotated[str, typer.Argument(metavar="FILE", help="A session in any known format; - reads standard input.")]
Item = Annotated[int, typer.Option(help="Which session, if the file holds several; from 1.", min=1)]
Budget = Annotated[float, typer.Option(metavar="SECONDS", help="Time to think about each move.", min=0.0)]


def analyse(file: File, item: Item = 1, budget: Budget = 1.0, option: Told = None, as_json: Json = False) -> None:
    """Analyse a session move by move: what each was worth, what it gave away, where the game turned.

    Exit status: 0 analysed, 1 the session is rejected, 2 it cannot be read or its game has no analysis.

    \b
    Examples:
      parlour analyse game.json
      parlour analyse game.json --budget 5 --json
    """
    from rich.progress import Progress

    from parlour.core.errors import MalformedInput, SessionRejected
    from parlour.core.replay import verify
    from parlour.games.documents import Document

    piece = the_piece(file, item)
    try:
        document = Document(piece.text, told_options(option))
        if document.kit.analyst is None:
            raise MalformedInput(f"{document.kit.game.id} has no analysis")
        set_table(document.kit)
        session = document.session()
        verdict = verify(document.kit.game, session)
        if not verdict.ok:
            raise SessionRejected(verdict.code or "", verdict.reason or "", verdict.entry)
    except SessionRejected as error:
        console(stderr=True).print(f"parlour: {piece.place}: rejected: {error}", markup=False)
        raise typer.Exit(1) from None
    except MalformedInput as error:
        raise MalformedInput(f"{piece.place}: {error}") from None
    with Progress(console=console(stderr=True), transient=True) as progress:
        task = progress.add_task("Analysing", total=1.0)
        analysis = document.kit.analyst.analyse(session, budget, lambda part: progress.update(task, completed=part))
    if as_json:
        print_json(analysis)
    else:
        console().print(document.kit.analyst.tell(analysis))
