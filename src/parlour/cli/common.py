"""What several commands share: their options, and how results are printed."""

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from rich.console import Console

    from parlour.core.errors import Refusal
    from parlour.core.kit import Kit

GameId = Annotated[str, typer.Argument(metavar="GAME", help="A game's id, as 'parlour games' lists them.")]
Seed = Annotated[int | None, typer.Option(help="Same seed, same start. Drawn at random when left out.")]
Told = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of the game; repeatable."),
]
_SET: set[str] = set()
"""Games that are ready to play."""

Json = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]


def told_options(pairs: list[str] | None) -> dict[str, str]:
    """``["mode=endless"]`` as a mapping."""
    told = {}
    for pair in pairs or []:
        name, equals, value = pair.partition("=")
        if not equals:
            raise typer.BadParameter(f"{pair!r} is not NAME=VALUE", param_hint="--option")
        told[name] = value
    return told


def random_seed() -> int:
    """A fresh seed that nobody can guess."""
    import secrets

    return secrets.randbits(32)


def print_json(value: Any) -> None:
    """One value as one line of JSON."""
    import msgspec

    sys.stdout.write(msgspec.json.encode(value).decode() + "\n")


def console(*, stderr: bool = False) -> "Console":
    """Where text for people goes; colours and width adapt to what is there."""
    from rich.console import Console

    return Console(stderr=stderr, highlight=False, soft_wrap=True)


def set_table(kit: "Kit") -> None:
    """Compile what the game needs, with a word to whoever waits for it."""
    if kit.game.id not in _SET:
        with console(stderr=True).status("Setting the table…"):
            kit.warm()
        _SET.add(kit.game.id)


def who(seat: int) -> str:
    """A seat as people count them."""
    return f"player {seat + 1}"


def why(refusal: "Refusal") -> str:
    """A refusal in words: ``sum not ten (sum 13)``."""
    facts = ", ".join(f"{name} {value}" for name, value in refusal.facts.items())
    return refusal.code.replace("-", " ") + (f" ({facts})" if facts else "")
