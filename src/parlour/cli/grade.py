"""``parlour grade``: is a level proved, and how hard is it?"""

from typing import Annotated

import typer

from parlour.cli.common import Json, console, print_json, set_table
from parlour.cli.reading import pieces_of

Files = Annotated[
    list[str],
    typer.Argument(metavar="FILE…", help="Levels as 'parlour deal --json' writes them; - reads standard input."),
]
Game = Annotated[str | None, typer.Option(help="The game that the levels are of, if several have levels.")]


def grade(files: Files, game: Game = None, as_json: Json = False) -> None:
    """Check the proof of levels and measure how hard they are.

    Exit status: 0 all are proved, 1 some proof fails, 2 some input cannot be read.

    \b
    Examples:
      parlour grade level.json
      parlour deal stackdoku --seeds 0:10 --json | parlour grade - --json
    """
    from parlour.core.errors import MalformedInput
    from parlour.games import kit_of, kits

    makers = [kit for kit in kits().values() if kit.levels is not None]
    if game is None and len(makers) != 1:
        raise MalformedInput(f"say --game: there is {', '.join(kit.game.id for kit in makers)}")
    kit = makers[0] if game is None else kit_of(game)
    if kit.levels is None:
        raise MalformedInput(f"{game} has no levels to grade")
    set_table(kit)
    worst = 0
    for piece in pieces_of(files):
        try:
            if piece.problem is not None:
                raise MalformedInput(piece.problem)
            proved, grading = kit.levels.grade(piece.text)
        except MalformedInput as error:
            worst = 2
            if as_json:
                print_json(
                    {"file": piece.file, "line": piece.line, "ok": False, "code": "unreadable", "reason": str(error)}
                )
            else:
                console().print(f"! {piece.place}: unreadable: {error}", markup=False, style="yellow")
            continue
        if not proved:
            worst = max(worst, 1)
        if as_json:
            print_json(grading)
        else:
            console().print(kit.levels.tell(grading))
    raise typer.Exit(worst)
