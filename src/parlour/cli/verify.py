"""``parlour verify``: replay sessions and say which of them hold."""

import time
from collections import deque
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, TypeAlias

import click

from parlour.cli.common import (
    chosen_option,
    console,
    files_argument,
    json_option,
    print_json_lines,
    scores_text,
    workers_option,
)
from parlour.cli.inputs import InputItem, read_items

if TYPE_CHECKING:
    from parlour.core.errors import MalformedInput
    from parlour.core.quick_start import OptionValue
    from parlour.core.replay import Verdict

    Answer: TypeAlias = Verdict | MalformedInput

REJECTED = 1
UNREADABLE = 2
UNCHECKED = 3
BATCH_ITEMS = 512
BATCH_BYTES = 4 * 2**20


@click.command()
@files_argument
@workers_option
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
    f" up to {BATCH_ITEMS} at a time.",
)
@chosen_option
@json_option
def verify(
    files: tuple[str, ...],
    workers: int,
    seconds_each: float | None,
    seconds: float | None,
    chosen: "dict[str, OptionValue]",
    as_json: bool,
) -> None:
    """Replay sessions and check everything they claim.

    A FILE holds a session, a JSON array or JSON Lines of them; - reads standard input. JSON Lines are streamed: a file
    may be larger than the memory.

    Exit status: 0 all hold, 1 some session is rejected, 2 some input cannot be read, 3 some session was not checked
    because there was no time for it.

    \b
    Examples:
      parlour verify game.json
      parlour verify --json *.jsonl
      parlour verify --json --workers 2 huge.jsonl > verdicts.jsonl
      parlour verify --seconds-each 2 --seconds 60 from-a-stranger.jsonl
      parlour verify -o mode=classic export.json
      curl … | parlour verify -
    """
    from parlour.batch.verification import Patience, judge_batches

    patience = Patience(seconds_each, None if seconds is None else time.monotonic() + seconds)
    worst = done = 0
    waiting: deque[list[InputItem]] = deque()
    status = console(stderr=True).status("Verifying…")
    try:
        for answers in judge_batches(_texts(_batches(read_items(files)), waiting), chosen, workers, patience):
            status.stop()
            batch = waiting.popleft()
            worst, done = max(worst, _report(batch, answers, as_json)), done + len(batch)
            status.update(f"Verifying… {done} done")
            status.start()
    finally:
        status.stop()
    raise click.exceptions.Exit(worst)


def _batches(items: Iterator[InputItem]) -> Iterator[list[InputItem]]:
    """The first alone, so that a single session is answered at once; then ever more at a time, up to a limit."""
    batch: list[InputItem] = []
    size, most = 0, 1
    for item in items:
        batch.append(item)
        size += len(item.text)
        if len(batch) == most or size >= BATCH_BYTES:
            yield batch
            batch, size, most = [], 0, min(most * 2, BATCH_ITEMS)
    if batch:
        yield batch


def _texts(batches: Iterator[list[InputItem]], waiting: deque[list[InputItem]]) -> Iterator[list[bytes]]:
    """What there is to judge in each batch; its items wait for their verdicts."""
    for batch in batches:
        waiting.append(batch)
        yield [item.text for item in batch if item.problem is None]


def _report(batch: list[InputItem], judged: "list[Answer]", as_json: bool) -> int:
    """Print a batch's verdicts, and say how bad the worst of them is."""
    from parlour.core.errors import MalformedInput

    left = iter(judged)
    answers = [next(left) if item.problem is None else MalformedInput(item.problem) for item in batch]
    if as_json:
        print_json_lines([_as_json(item, answer) for item, answer in zip(batch, answers, strict=True)])
    else:
        _print(batch, answers)
    return max(_status(answer) for answer in answers)


def _status(answer: "Answer") -> int:
    from parlour.batch.verification import NOT_CHECKED
    from parlour.core.replay import Verdict

    if not isinstance(answer, Verdict):
        return UNREADABLE
    if answer.code == NOT_CHECKED:
        return UNCHECKED
    return 0 if answer.ok else REJECTED


def _as_json(item: InputItem, answer: "Answer") -> dict[str, Any]:
    from msgspec import structs

    from parlour.core.replay import Verdict
    from parlour.games.documents import shown_verdict

    place = {"file": item.file, "line": item.line}
    if not isinstance(answer, Verdict):
        return place | {"ok": False, "code": "unreadable", "reason": str(answer)}
    return place | structs.asdict(shown_verdict(answer))


def _print(batch: list[InputItem], answers: "list[Answer]") -> None:
    out = console()
    if not out.is_terminal:
        out.file.write("".join(f"{_line(item, answer)}\n" for item, answer in zip(batch, answers, strict=True)))
        return
    for item, answer in zip(batch, answers, strict=True):
        style = ("green", "red", "yellow", "yellow")[_status(answer)]
        out.print(_line(item, answer), markup=False, style=style)


def _line(item: InputItem, answer: "Answer") -> str:
    from parlour.batch.verification import NOT_CHECKED
    from parlour.core.replay import Verdict

    if not isinstance(answer, Verdict):
        return f"! {item.place}: unreadable: {answer}"
    session = f"{item.place}: {answer.game} {answer.id}"
    if answer.code == NOT_CHECKED:
        return f"! {session}: {answer.reason}"
    if not answer.ok:
        return f"✗ {session}: {answer.reason}"
    scores = scores_text(answer.game, answer.scores)
    return f"✓ {session}: score {scores}{'' if answer.complete else ', not played to the end'}"
