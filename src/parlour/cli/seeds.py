"""Seeds on the command line: one, or a range of them."""

from collections.abc import Callable

import click

from parlour.cli.common import Command
from parlour.cli.game_flags import StartSeed

MOST_SEEDS = 10_000_000
LONGEST_QUOTE = 40
"""The number of letters of a wrong range that an error repeats."""


def start_seed_option() -> Callable[[Command], Command]:
    """``--seed INTEGER`` of a command that starts a match."""
    meaning = "Same seed, same start. Drawn at random when left out."
    return click.option("--seed", cls=StartSeed, type=int, callback=_checked_seed, help=meaning)


def seed_option(meaning: str, default: int | None = None) -> Callable[[Command], Command]:
    """``--seed INTEGER`` of a command that does more with it."""
    shown = default is not None
    return click.option("--seed", type=int, default=default, show_default=shown, callback=_checked_seed, help=meaning)


def seeds_option(meaning: str) -> Callable[[Command], Command]:
    """``--seeds A:B``: every seed from A up to but not including B."""
    return click.option("--seeds", metavar="A:B", callback=_read_range, help=meaning)


def random_seed() -> int:
    """A fresh seed that nobody can guess."""
    from parlour.protocol.beginning import new_seed

    return new_seed()


def check_seed(seed: int) -> None:
    """MalformedInput for a number that no session can have as its seed."""
    from parlour.core.errors import MalformedInput
    from parlour.core.session import LARGEST_SEED

    if abs(seed) > LARGEST_SEED:
        raise MalformedInput("a seed lies between -2^52 and 2^52")


def _checked_seed(_context: click.Context, _parameter: click.Parameter, seed: int | None) -> int | None:
    if seed is not None:
        check_seed(seed)
    return seed


def _read_range(_context: click.Context, _parameter: click.Parameter, text: str | None) -> range | None:
    if text is None:
        return None
    quoted = repr(text[:LONGEST_QUOTE])
    first, _, end = text.partition(":")
    try:
        start, stop = int(first), int(end)
    except ValueError:
        raise click.BadParameter(f"{quoted} is no range of seeds; write for example 5000:5100") from None
    if not 0 < stop - start <= MOST_SEEDS:
        raise click.BadParameter(f"a range holds 1 to {MOST_SEEDS:,} seeds; {quoted} does not")
    check_seed(start)
    check_seed(stop - 1)
    return range(start, stop)
