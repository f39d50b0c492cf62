"""What the commands that do much at once share: who does it, where the rows go, and how far it is."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from parlour.cli.common import console, print_json, workers_option

if TYPE_CHECKING:
    from parlour.batch.pool import Workers
    from parlour.batch.rows import Format
    from parlour.batch.running import Batch, PartT, RowT

Value = TypeVar("Value")


@dataclass(frozen=True)
class BatchFlags:
    """The flags that say how a batch is to be done."""

    workers: int
    scheduler: str | None
    patience_s: float
    output: Path | None
    form: "Format"

    @property
    def plain(self) -> bool:
        """Whether nothing was asked for that only a batch has."""
        return self.scheduler is None and self.output is None

    def workers_there(self) -> "Workers":
        """The workers that do the batch, once they are found."""
        if self.scheduler is None:
            from parlour.batch.pool import local

            return local(self.workers)
        from parlour.batch.cluster import Cluster

        with console(stderr=True).status("Finding the workers…"):
            return Cluster(self.scheduler, self.patience_s)


def batch_options(command: Callable[..., Value]) -> Callable[..., Value]:
    """The flags of a batch, given to the command as ``flags``."""

    @workers_option
    @click.option(
        "--scheduler",
        metavar="ADDRESS",
        help="The Dask scheduler whose workers do it, instead of this machine's cores.",
    )
    @click.option(
        "--wait-for-workers",
        metavar="SECONDS",
        type=click.FloatRange(0, 86_400),
        default=60.0,
        show_default=True,
        help="How long to wait for the scheduler, and for a worker whenever it has none.",
    )
    @click.option(
        "--output",
        metavar="FILE",
        type=click.Path(path_type=Path),
        help="Write the rows to a file. What is done is kept beside it: after a stop, the same command goes on.",
    )
    @click.option(
        "--format",
        "form",
        type=click.Choice(["jsonl", "parquet"]),
        help="Of --output; Parquet if its name ends in .parquet, JSON Lines otherwise.",
    )
    @wraps(command)
    def with_flags(
        *,
        workers: int,
        scheduler: str | None,
        wait_for_workers: float,
        output: Path | None,
        form: "Format | None",
        **others: Any,
    ) -> Value:
        if form is not None and output is None:
            raise click.UsageError("--format says how to write --output FILE")
        if scheduler is not None and workers > 1:
            raise click.UsageError("give either --workers or --scheduler")
        chosen: Format = form or ("parquet" if output is not None and output.suffix == ".parquet" else "jsonl")
        return command(flags=BatchFlags(workers, scheduler, wait_for_workers, output, chosen), **others)

    return with_flags


def run_batch(
    batch: "Batch[PartT, RowT]", flags: BatchFlags, label: str, total: int | None = None
) -> "Iterator[list[RowT]]":
    """The rows of each part, in order; into the file first, if one was named."""
    from parlour.batch.pool import BatchStopped
    from parlour.batch.running import ask, ask_into

    with flags.workers_there() as workers, _progress(label, total, flags) as done:
        if flags.output is None:
            yield from ask(batch, workers, done)
            return
        try:
            yield from ask_into(batch, workers, flags.output, flags.form, done)
        except BatchStopped as error:
            raise BatchStopped(f"{error}; what is done is kept, and the same command goes on from there") from error


def print_written(flags: BatchFlags, what: str, count: int, as_json: bool) -> None:
    """Say what is in the output now."""
    if as_json:
        print_json({"output": str(flags.output), what: count})
    else:
        console().print(f"{count} {what} in {flags.output}", markup=False)


@contextmanager
def _progress(label: str, total: int | None, flags: BatchFlags) -> "Iterator[Callable[[int], None]]":
    """A bar for a person at a terminal, unless the rows themselves are shown there."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    err = console(stderr=True)
    hidden = not err.is_terminal or (flags.output is None and console().is_terminal)
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    # Left to itself, rich sends what is written to standard output to the bar's stream.
    with Progress(
        *columns, console=err, transient=True, disable=hidden, redirect_stdout=False, redirect_stderr=False
    ) as progress:
        task = progress.add_task(label, total=total)
        yield lambda more: progress.advance(task, more)
