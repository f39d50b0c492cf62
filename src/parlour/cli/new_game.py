"""``parlour new-game``: a package with a whole small game, to start from."""

import re
import sys
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

import click

from parlour.cli.common import json_option, print_json

TEMPLATE = "new_game_files"
"""A folder beside this module: a package whose game is called as below."""
WRITTEN = ".in"
"""The ending of its files there, so that nothing takes them for a part of the program."""

PIPX_FILE = "pipx_metadata.json"
"""The file that pipx writes into each environment that it makes."""


@click.command("new-game")
@click.argument("name", metavar="NAME")
@click.option("--in", "into", type=click.Path(path_type=Path, file_okay=False), default=Path(), help="Where to put it.")
@json_option
def new_game(name: str, into: Path, as_json: bool) -> None:
    """Write a package with a small game, to start a game of your own from.

    It has rules, two bots, text for the terminal, a page for the browser, and tests. NAME is the game's id.

    \b
    Examples:
      parlour new-game pond-life
      parlour new-game pond-life --in ~/games
    """
    from parlour.core.kit_check import TAKEN_IDS, is_game_id
    from parlour.games import kits

    if name in TAKEN_IDS:
        raise click.BadParameter(f"{name!r} is what the pages call a part of their own")
    if not is_game_id(name):
        raise click.BadParameter(f"{name!r} is no id: write small letters, digits and single hyphens, as in pond-life")
    if name in kits():
        raise click.BadParameter(f"there is a game {name!r} already")
    folder = into / name
    if folder.exists():
        raise click.BadParameter(f"{folder} is there already")
    template = files("parlour.cli").joinpath(TEMPLATE)
    written = [_write(folder / _named(path, name), _named(text, name)) for path, text in _files(template, "")]
    if as_json:
        print_json({"folder": str(folder), "files": [str(file.relative_to(folder)) for file in written]})
        return
    click.echo(f"Wrote {len(written)} files into {folder}. Next:")
    for line in (f"cd {folder}", *_installation(), f"parlour play {name} --bot expert"):
        click.echo(f"    {line}")


def _installation() -> tuple[str, ...]:
    """The commands that install and test a package beside Parlour: an environment that pipx made has no pip."""
    if not Path(sys.prefix, PIPX_FILE).is_file():
        return 'pip install --editable ".[test]"', "pytest"
    return "pipx inject parlour pytest", "pipx inject --editable parlour .", f"{sys.executable} -m pytest"


def _files(folder: Traversable, path: str) -> Iterator[tuple[str, str]]:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            yield from _files(entry, f"{path}{entry.name}/")
        elif entry.name.endswith(WRITTEN):
            yield path + entry.name.removesuffix(WRITTEN), entry.read_text(encoding="utf-8")


def _named(text: str, name: str) -> str:
    """The template's text, or a path in it, with the game's own names."""
    words = name.split("-")
    title = " ".join(words).capitalize()
    named = {
        "new-game": name,
        "new_game": "_".join(words),
        "NewGame": "".join(word.capitalize() for word in words),
        "New game": title,
    }
    return re.sub("|".join(named), lambda found: named[found[0]], text)


def _write(file: Path, text: str) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file
