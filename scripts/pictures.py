"""Draw the pictures of the documentation from the running program: the terminal, and every page of the client."""

from io import StringIO
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import MONOKAI
from scripts.screens import take
from scripts.shown_games import drawn_lines, ghosts, played, stack

from parlour.core.match import AnyMatch
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


def picture(command: str, game_id: str, match: AnyMatch, prompt: str) -> str:
    """The terminal as a person sees it."""
    kit = kits()[game_id]
    console = Console(record=True, width=72, highlight=False, file=StringIO(), force_terminal=True)
    console.print(f"[bold]$ {command}[/bold]")
    console.print(kit.text.draw(kit.game.view(match.state, None)))
    console.print(prompt)
    return console.export_svg(title=kit.title["en"], theme=MONOKAI, code_format=FRAME, unique_id=f"parlour-{game_id}")


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    pictures = {
        "ten-exorcism": ("parlour play ten-exorcism", 42, {}, ghosts(42, 24), "51 s > [bold]b2 e2[/bold]"),
        "dots-and-boxes": (
            "parlour play dots-and-boxes --seats 4",
            5,
            {},
            drawn_lines(("skilled", "expert", "skilled", "expert"), 5, 46),
            "player 4 > [bold]v32[/bold]",
        ),
        "stackdoku": (
            "parlour play stackdoku --difficulty medium",
            5,
            {"difficulty": "medium"},
            stack("medium", 5, 34),
            "> [bold]34 35[/bold]",
        ),
    }
    for game_id, (command, seed, told, line, prompt) in pictures.items():
        *_, match = played(game_id, seed, options_from(kits()[game_id], told), line)
        (FOLDER / f"{game_id}.svg").write_text(picture(command, game_id, match, prompt))
    for file in take(FOLDER):
        print(file)


if __name__ == "__main__":
    main()
