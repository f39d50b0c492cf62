"""``parlour verify``: replay sessions and say which of them hold."""

import time
from collections import Counter
from typing import TYPE_CHECKING

import click

from parlour.batch.inputs import read_items
from parlour.cli.batches import BatchFlags, batch_options, run_batch
from parlour.cli.common import (
    chosen_option,
    console,
    files_argument,
    json_option,
    print_json,
    print_json_lines,
)

if TYPE_CHECKING:
    from parlour.batch.verification import JudgedItem
    from parlour.core.quick_start import OptionValue

HOLDS = 0
REJECTED = 1
UNREADABLE = 2
UNCHECKED = 3
COUNTED = ("ok", "rejected", "unreadable", "not_checked")
"""The names of the verdicts in a summary."""


@click.command()
@files_argument
@click.option(
    "--seconds-each",
    metavar="SECONDS",
    type=click.FloatRange(min=0),
    help="Processor time for each session; one that takes longer is not checked. Formats that are judged in bulk are"
    " not timed one by one.",
)
@click.option(
    "--seconds",
    metavar="SECONDS",
    type=click.FloatRange(min=0),
    help="Time for all sessions together; those not begun by then are not checked. What is judged in bulk is begun"
    " up to 512 at a time.",
)
@batch_options
@chosen_option
@json_option
def verify(
    files: tuple[str, ...],
    seconds_each: float | None,
    seconds: float | None,
    flags: BatchFlags,
    chosen: "dict[str, OptionValue]",
    as_json: bool,
) -> None:
    """Replay sessions and check everything they claim.

    A FILE holds a session, a JSON array or JSON Lines of them; - reads standard input. JSON Lines are streamed: a file
    may be larger than the memory. With --output the verdicts go there, and what is printed is how many there are of
    each kind.

    Exit status: 0 all hold, 1 some session is rejected, 2 some input cannot be read, 3 some session was not checked
    because there was no time for it, 4 there were no workers left.

    \b
    Examples:
      parlour verify game.json
      parlour verify --json *.jsonl
      parlour verify --json --workers 2 huge.jsonl > verdicts.jsonl
      parlour verify --seconds-each 2 --seconds 60 from-a-stranger.jsonl
      parlour verify -o mode=classic export.json
      parlour verify huge.jsonl --scheduler tcp://10.0.0.5:8786 --output verdicts.parquet
      curl … | parlour verify -
    """
    from parlour.batch.verification import Patience, verifying

    if seconds is not None and not flags.plain:
        raise click.UsageError("--seconds counts by this machine's clock alone; use --seconds-each")
    patience = Patience(seconds_each, None if seconds is None else time.monotonic() + seconds)
    counted = Counter[int]()
    for rows in run_batch(verifying(read_items(files), chosen, patience), flags, "Verifying"):
        counted.update(map(_status, rows))
        if flags.output is None:
            _print(rows, as_json)
    if flags.output is not None:
        _print_summary(flags, counted, as_json)
    raise click.exceptions.Exit(max(counted, default=HOLDS))


def _status(judged: "JudgedItem") -> int:
    from parlour.batch.verification import NOT_CHECKED
    from parlour.batch.verification import UNREADABLE as NO_SESSION

    if judged.code == NO_SESSION:
        return UNREADABLE
    if judged.code == NOT_CHECKED:
        return UNCHECKED
    return HOLDS if judged.ok else REJECTED


def _print_summary(flags: BatchFlags, counted: Counter[int], as_json: bool) -> None:
    counts = {name: counted[status] for status, name in enumerate(COUNTED)}
    if as_json:
        print_json({"output": str(flags.output), "sessions": counted.total()} | counts)
        return
    told = ", ".join(f"{count} {name.replace('_', ' ')}" for name, count in counts.items())
    console().print(f"{counted.total()} sessions in {flags.output}: {told}", markup=False)


def _print(rows: "list[JudgedItem]", as_json: bool) -> None:
    if as_json:
        print_json_lines(rows)
        return
    out = console()
    if not out.is_terminal:
        out.file.write("".join(f"{_line(judged)}\n" for judged in rows))
        return
    for judged in rows:
        style = ("green", "red", "yellow", "yellow")[_status(judged)]
        out.print(_line(judged), markup=False, style=style)


def _line(judged: "JudgedItem") -> str:
    place = f"{judged.file}:{judged.line}" if judged.line else judged.file
    status = _status(judged)
    if status == UNREADABLE:
        return f"! {place}: unreadable: {judged.reason}"
    session = f"{place}: {judged.game} {judged.id}"
    if status != HOLDS:
        return f"{'!' if status == UNCHECKED else '✗'} {session}: {judged.reason}"
    scores = " to ".join(", ".join(filter(None, (one.text["en"], one.note["en"]))) for one in judged.shown or ())
    tried = ", a try from a moment of another match" if judged.tried else ""
    return f"✓ {session}: score {scores}{'' if judged.complete else ', not played to the end'}{tried}"
