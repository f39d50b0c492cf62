"""``parlour analyse``: what a finished game was about."""

from typing import TYPE_CHECKING

import click

from parlour.batch.inputs import read_item
from parlour.cli.common import (
    budget_option,
    chosen_option,
    console,
    file_argument,
    item_option,
    json_option,
    print_json,
    warm_engine,
)

if TYPE_CHECKING:
    from parlour.core.quick_start import OptionValue


@click.command()
@file_argument
@item_option
@budget_option("each move", 1.0)
@chosen_option
@json_option
def analyse(file: str, item: int, budget: float, chosen: "dict[str, OptionValue]", as_json: bool) -> None:
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

    found = read_item(file, item)
    try:
        document = Document(found.text, chosen)
        if document.kit.analyst is None:
            raise MalformedInput(f"{document.kit.game.id} has no analysis")
        warm_engine(document.kit)
        session = document.session()
        verdict = verify(document.kit.game, session)
        if not verdict.ok:
            raise SessionRejected(verdict.code or "", verdict.reason or "", verdict.entry)
    except SessionRejected as error:
        console(stderr=True).print(f"parlour: {found.place}: rejected: {error}", markup=False)
        raise click.exceptions.Exit(1) from None
    except MalformedInput as error:
        raise MalformedInput(f"{found.place}: {error}") from None
    with Progress(console=console(stderr=True), transient=True) as progress:
        task = progress.add_task("Analysing", total=1.0)
        analysis = document.kit.analyst.analyse(session, budget, lambda part: progress.update(task, completed=part))
    if as_json:
        print_json(analysis)
    else:
        console().print(document.kit.analyst.describe(analysis))
