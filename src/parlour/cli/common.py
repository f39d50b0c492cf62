"""What several commands share: their options, and how results are printed."""

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from parlour.store.address import Address, address_of

if TYPE_CHECKING:
    from rich.console import Console

    from parlour.core.kit import Kit
    from parlour.core.quick_start import OptionValue
    from parlour.core.session import Entry

Command = TypeVar("Command", bound=Callable[..., Any])


def _chosen_options(
    _context: click.Context, _parameter: click.Parameter, pairs: tuple[str, ...]
) -> "dict[str, OptionValue]":
    """The options that ``mode=endless`` and its like choose, as a mapping."""
    chosen: dict[str, OptionValue] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise click.BadParameter(f"{pair!r} is not NAME=VALUE")
        chosen[name] = value
    return chosen


game_argument = click.argument("game", metavar="GAME")
files_argument = click.argument("files", metavar="FILE...", nargs=-1, required=True)
file_argument = click.argument("file", metavar="FILE")
item_option = click.option(
    "--item", type=click.IntRange(min=1), default=1, help="Which session, if the file holds several; from 1."
)
chosen_option = click.option(
    "--option",
    "-o",
    "chosen",
    metavar="NAME=VALUE",
    multiple=True,
    callback=_chosen_options,
    help="An option of the game, in place of its own flag; repeatable.",
)
workers_option = click.option(
    "--workers", type=click.IntRange(1, 1024), default=1, show_default=True, help="How many cores to use."
)


class AddressType(click.ParamType[Address]):
    """The type of a flag that says where a store is kept; see parlour.store.address."""

    name = "address"

    def convert(self, value: str | Address, param: click.Parameter | None, context: click.Context | None) -> Address:
        address = address_of(value)
        if isinstance(address, Path):
            click.Path(dir_okay=False).convert(str(address), param, context)
        return address


database_option = click.option(
    "--database",
    envvar="PARLOUR_DATABASE",
    metavar="FILE|postgresql://…",
    type=AddressType(),
    default=lambda: data_folder() / "parlour.db",
    help="Where matches are kept: a SQLite file, or PostgreSQL; parlour.db in your data folder when left out.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")


def budget_option(of: str, default: float | None) -> Callable[[Command], Command]:
    """``--budget SECONDS`` of thinking."""
    return click.option(
        "--budget", metavar="SECONDS", type=click.FloatRange(min=0), default=default, help=f"Time to think about {of}."
    )


def data_folder() -> Path:
    """The folder for this person's games when no flag names one."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "parlour"


def print_json(value: Any) -> None:
    """One value as one line of JSON."""
    import msgspec

    sys.stdout.write(msgspec.json.encode(value).decode() + "\n")


def print_json_lines(values: list[Any]) -> None:
    """Print each value as a line of JSON."""
    import msgspec

    sys.stdout.write(msgspec.json.Encoder().encode_lines(values).decode())


def scores_text(game: str, scores: Sequence[int], entries: "Sequence[Entry[Any]] | None" = None) -> str:
    """The scores of a game's seats in words: ``13 to 12``, ``★★☆ 6:10, 1 life lost``."""
    from parlour.games import shown_scores

    shown = shown_scores(game, scores, entries)
    return " to ".join(", ".join(filter(None, (one.text["en"], one.note["en"]))) for one in shown)


def console(*, stderr: bool = False) -> "Console":
    """The console for text that people read; colours and width adapt to what is there."""
    from rich.console import Console

    return Console(stderr=stderr, highlight=False, soft_wrap=True)


@contextmanager
def progress_bar(label: str) -> "Iterator[Callable[[float], None]]":
    """A bar for a person at a terminal, to be told which part is done; nothing elsewhere."""
    from rich.progress import Progress

    err = console(stderr=True)
    with Progress(console=err, transient=True, disable=not err.is_terminal) as progress:
        task = progress.add_task(label, total=1.0)
        yield lambda done: progress.update(task, completed=done)


def warm_rules(kit: "Kit") -> None:
    """Compile what the rules of a game need, and say so to whoever waits for it."""
    with console(stderr=True).status("Compiling the rules…"):
        kit.warm_rules()


def warm_engine(kit: "Kit") -> None:
    """Compile what thinking about a game needs, and say so to whoever waits for it."""
    with console(stderr=True).status("Compiling the engine…"):
        kit.warm_engine()


def seat_name(seat: int) -> str:
    """``player 1``: seats as people count them."""
    return f"player {seat + 1}"
