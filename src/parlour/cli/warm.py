"""``parlour warm``: compile ahead of first use."""

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Self, TypeAlias

import click

from parlour.cli.common import console, json_option, print_json, workers_option

Each: TypeAlias = Callable[[Callable[["_Part"], "_PartResult"], "list[_Part]"], Iterable["_PartResult"]]
NOT_ALL = 1
"""The exit code if some game cannot be compiled."""


@click.command()
@workers_option
@json_option
def warm(workers: int, as_json: bool) -> None:
    """Compile every game's kernels now, so that no first move waits for it.

    What is kept from before and still fits is loaded and not compiled. A terminal shows how far it is; elsewhere a line
    on standard error says so of each game that has to be compiled, when it begins and when it is done. Of several
    processes that share what is kept one compiles a game; the others wait for it. A game that cannot be compiled is
    named with the reason, the others are compiled nevertheless, and the exit code is 1.

    \b
    Examples:
      parlour warm
      parlour warm --workers 2
    """
    from parlour.games import kits

    games = list(kits())
    err = console(stderr=True)
    parts = [_Part(game, f"{number} of {len(games)}", err.is_terminal) for number, game in enumerate(games, start=1)]
    done: list[_PartResult] = []
    with err.status("Compiling…") as status, _processes(min(workers, len(games))) as each:
        for one in each(_warm, parts):
            done.append(one)
            status.update(f"Compiling: {len(done)} of {len(games)} games are ready…")
    if as_json:
        print_json([one._asdict() for one in done])
    for one in done:
        if one.failed:
            click.echo(f"{one.game}: cannot be compiled: {one.failed}", err=True)
        elif not as_json:
            click.echo(f"{one.game}: ready in {one.seconds} s")
    if any(one.failed for one in done):
        sys.exit(NOT_ALL)


class _Part(NamedTuple):
    """The order to one process: the game to compile."""

    game: str
    place: str
    """The game's place among the games: ``2 of 3``."""
    quiet: bool


class _PartResult(NamedTuple):
    """The answer of one process."""

    game: str
    compiled: int
    """The number of compiled functions; those that were kept are loaded."""
    seconds: float
    failed: str | None
    """Why the game cannot be compiled; None if it was."""


class _Outcome:
    """A context in which a game's own code is run, which may come from any package: whatever goes wrong there is
    told."""

    failed: str | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        if isinstance(error, Exception | SystemExit):
            self.failed = f"{type(error).__name__}: {error}"
            return True
        return False


@contextmanager
def _processes(count: int) -> Iterator[Each]:
    """A map that is done by so many processes; by this one if it is one."""
    if count <= 1:
        yield map
        return
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    with ProcessPoolExecutor(count, get_context("spawn")) as processes:
        yield processes.map


def _warm(part: _Part) -> _PartResult:
    from parlour.cli.compile_lock import CompileLock
    from parlour.core.kernels import compiling, kept_in
    from parlour.games import kits

    kit = kits()[part.game]
    began = time.perf_counter()
    compiled = 0

    def waiting() -> None:
        if not part.quiet:
            _say(f"Another process compiles {kit.title['en']}; waiting for it ({part.place})…")

    def begun() -> None:
        nonlocal compiled
        compiled += 1
        if compiled == 1 and not part.quiet:
            _say(f"Compiling {kit.title['en']} for this processor ({part.place})…")

    lock_file = Path(kept_in(), f"{part.game}.lock")
    with _Outcome() as outcome, CompileLock(lock_file, waiting) as lock, compiling(begun, lock.take):
        kit.warm_rules()
        kit.warm_engine()
    seconds = round(time.perf_counter() - began, 3)
    if compiled and not part.quiet and not outcome.failed:
        _say(f"{kit.title['en']} is compiled: {compiled} functions in {seconds:.0f} s.")
    return _PartResult(part.game, compiled, seconds, outcome.failed)


def _say(line: str) -> None:
    """Print a line at once, and whole: several processes may speak."""
    sys.stderr.write(f"{line}\n")
    sys.stderr.flush()
