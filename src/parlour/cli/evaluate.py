"""``parlour evaluate``: what a position is worth."""

import sys

import click

from parlour.cli.common import budget_option, console, game_argument, json_option, print_json, warm_engine


@click.command()
@game_argument
@click.option(
    "--drawn", "--position", "drawn", required=True,
    help="The position, as the game writes it; - reads one a line from standard input.",
)  # fmt: skip
@budget_option("each position", 1.0)
@json_option
def evaluate(game: str, drawn: str, budget: float, as_json: bool) -> None:
    """Say what a position is worth to the side to move, exactly if the time allows, and the best moves.

    From standard input the answers are JSON Lines, in the order of the positions. A line that cannot be read is
    answered with {"error"} in its place, and the exit status is 2.

    \b
    Examples:
      parlour evaluate dots-and-boxes --drawn "h00 v12 h34" --budget 5
      parlour evaluate dots-and-boxes --drawn - --json < positions.txt
    """
    from parlour.core.errors import MalformedInput
    from parlour.games import kit_of

    kit = kit_of(game)
    if kit.evaluator is None:
        raise MalformedInput(f"{game} has no evaluation of positions")
    warm_engine(kit)
    if drawn != "-":
        found = kit.evaluator.evaluate(drawn, budget)
        if as_json:
            print_json(found)
        else:
            console().print(kit.evaluator.tell(found))
        return
    failed = False
    for line in sys.stdin:
        try:
            print_json(kit.evaluator.evaluate(line, budget))
        except MalformedInput as error:
            failed = True
            print_json({"error": str(error)})
        sys.stdout.flush()
    if failed:
        raise click.exceptions.Exit(2)
