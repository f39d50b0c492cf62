"""Draw the pictures of the documentation from the running program."""

from io import StringIO
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import MONOKAI

from parlour.core.match import AnyMatch, Match
from parlour.games import kits

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
{backgrounds}<g class="{unique_id}-matrix">{matrix}</g></g>
</svg>
"""


def terminal() -> str:
    """A few moves into a game of Ten Exorcism."""
    kit = kits()["ten-exorcism"]
    match: AnyMatch = Match.begin(kit.game, id="picture", seed=42, started=0)
    for step in range(9):
        actions = kit.game.legal_actions(match.state, 0)
        match, _ = match.submit(0, actions[len(actions) // 2], 3000 * step)
    console = Console(record=True, width=64, highlight=False, file=StringIO())
    console.print("[bold]$ parlour play ten-exorcism --seed 42[/bold]")
    console.print(kit.text.how, style="dim")
    console.print(kit.text.draw(kit.game.view(match.state, None)))
    console.print("96 s > [bold]c3 d5[/bold]")
    return console.export_svg(title="Parlour", theme=MONOKAI, code_format=FRAME, unique_id="parlour")


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    (FOLDER / "terminal.svg").write_text(terminal())
