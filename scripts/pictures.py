"""Draw the pictures of the documentation from the running program: the terminal, and every page of the client."""

from io import StringIO
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import MONOKAI
from scripts.screens import take

from parlour.core.match import AnyMatch, Match
from parlour.core.mulberry32 import below, mulberry32
from parlour.games import kits
from parlour.games.documents import options_from

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"

# Rich's own frame, without fonts from elsewhere.
FRAME = """\
<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{ font-family: "Fira Code", "DejaVu Sans Mono", Consolas, Menlo, monospace;
  font-size: {char_height}px; line-height: {line_height}px; font-variant-east-asian: full-width; }}
.{unique_id}-title {{ font-size: 18px; font-weight: bold; font-family: arial, sans-serif; }}
{styles}
</style>
<defs><clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}"/>
</clipPath>{lines}</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}<g class="{unique_id}-matrix" xml:space="preserve">{matrix}</g></g>
</svg>
"""


def played(game_id: str, seed: int, moves: int, told: dict[str, str]) -> AnyMatch:
    """A few blind moves into a game."""
    kit = kits()[game_id]
    match: AnyMatch = Match.begin(kit.game, id="picture", seed=seed, started=0, options=options_from(kit.game, told))
    for step, number in zip(range(moves), mulberry32(seed), strict=False):
        [seat, *_] = kit.game.to_move(match.state)
        legal = kit.game.legal_actions(match.state, seat)
        match, _ = match.submit(seat, legal[below(number, len(legal))], 3000 * step)
    return match


def picture(command: str, game_id: str, match: AnyMatch, prompt: str) -> str:
    """The terminal as a person sees it."""
    kit = kits()[game_id]
    console = Console(record=True, width=72, highlight=False, file=StringIO(), force_terminal=True)
    console.print(f"[bold]$ {command}[/bold]")
    console.print(kit.text.draw(kit.game.view(match.state, None)))
    console.print(prompt)
    return console.export_svg(title=kit.title.en, theme=MONOKAI, code_format=FRAME, unique_id=f"parlour-{game_id}")


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    pictures = {
        "ten-exorcism": ("parlour play ten-exorcism", 42, 9, {}, "96 s > [bold]c3 d5[/bold]"),
        "dots-and-boxes": ("parlour play dots-and-boxes --bot expert", 1, 39, {}, "player 1 > [bold]h23[/bold]"),
        "stackdoku": ("parlour play stackdoku", 5, 0, {"difficulty": "medium"}, "> [bold]36 44[/bold]"),
    }
    for game_id, (command, seed, moves, told, prompt) in pictures.items():
        match = played(game_id, seed, moves, told)
        (FOLDER / f"{game_id}.svg").write_text(picture(command, game_id, match, prompt))
    for file in take(FOLDER):
        print(file)


if __name__ == "__main__":
    main()
