"""``parlour evaluate``: what a position is worth."""

import sys
from typing import TYPE_CHECKING

import click

from parlour.cli.common import budget_option, console, game_argument, json_option, print_json, warm_engine
from parlour.cli.game_flags import GameCommand

if TYPE_CHECKING:
    from parlour.core.kit import Evaluator, Kit

FROM_INPUT = "- reads one a line from standard input."


class PositionCommand(GameCommand):
    """A command that takes a position by the flag that the game has for it, or by ``--position``."""

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        params = super().get_params(ctx)
        if any(param.name == "position" for param in params):
            return params
        return [click.Option(["--position"], required=True, help=f"As the game writes it; {FROM_INPUT}"), *params]

    def flags_of(self, kit: "Kit") -> list[click.Option]:
        position = _evaluator(kit).position
        names = [f"--{position.flag}", "--position", "position"]
        return [click.Option(names, required=True, help=f"{position.help} {FROM_INPUT}")]


@click.command(cls=PositionCommand)
@game_argument
@budget_option("each position", 1.0)
@json_option
def evaluate(game: str, position: str, budget: float, as_json: bool) -> None:
    """Say what a position is worth to the side to move, exactly if the time allows, and the best moves.

    From standard input the answers are JSON Lines, in the order of the positions. A line that cannot be read is
    answered with {"error"} in its place, and the exit status is 2.

    \b
    Examples:
      parlour evaluate dots-and-boxes --drawn "h00 v12 h34" --budget 5
      parlour evaluate dots-and-boxes --drawn - --json < positions.txt
    """
    from parlour.games import kit_of

    kit = kit_of(game)
    evaluator = _evaluator(kit)
    warm_engine(kit)
    if position == "-":
        _evaluate_lines(evaluator, budget)
        return
    found = evaluator.evaluate(position, budget)
    if as_json:
        print_json(found)
    else:
        console().print(evaluator.describe(found))


def _evaluate_lines(evaluator: "Evaluator", budget: float) -> None:
    from parlour.core.errors import MalformedInput

    failed = False
    for line in sys.stdin:
        try:
            print_json(evaluator.evaluate(line, budget))
        except MalformedInput as error:
            failed = True
            print_json({"error": str(error)})
        sys.stdout.flush()
    if failed:
        raise click.exceptions.Exit(2)


def _evaluator(kit: "Kit") -> "Evaluator":
    from parlour.core.errors import MalformedInput

    if kit.evaluator is None:
        raise MalformedInput(f"{kit.game.id} has no evaluation of positions")
    return kit.evaluator
