"""``parlour grade``: is a level proved, and how hard is it?"""

import click

from parlour.batch.inputs import read_items
from parlour.cli.common import console, files_argument, json_option, print_json, warm_rules


@click.command()
@files_argument
@click.option("--game", help="The game that the levels are of, if several have levels.")
@json_option
def grade(files: tuple[str, ...], game: str | None, as_json: bool) -> None:
    """Check the proof of levels and measure how hard they are. - reads standard input.

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
    warm_rules(kit)
    worst = 0
    for item in read_items(files):
        try:
            if item.problem is not None:
                raise MalformedInput(item.problem)
            proved, grading = kit.levels.grade(item.text)
        except MalformedInput as error:
            worst = 2
            if as_json:
                print_json(
                    {"file": item.file, "line": item.line, "ok": False, "code": "unreadable", "reason": str(error)}
                )
            else:
                console().print(f"! {item.place}: unreadable: {error}", markup=False, style="yellow")
            continue
        if not proved:
            worst = max(worst, 1)
        if as_json:
            print_json(grading)
        else:
            console().print(kit.levels.describe(grading))
    raise click.exceptions.Exit(worst)
