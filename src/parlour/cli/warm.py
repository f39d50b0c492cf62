"""``parlour warm``: compile ahead of first use."""

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TypeAlias

import click

from parlour.cli.common import console, json_option, print_json, workers_option

Each: TypeAlias = Callable[[Callable[[str], dict[str, Any]], list[str]], Iterable[dict[str, Any]]]


@click.command()
@workers_option
@json_option
def warm(workers: int, as_json: bool) -> None:
    """Compile every game's kernels now, so that no first move waits for it.

    \b
    Examples:
      parlour warm
      parlour warm --workers 2
    """
    from parlour.games import kits

    games = list(kits())
    done: list[dict[str, Any]] = []
    with console(stderr=True).status("Compiling…") as status, _processes(min(workers, len(games))) as each:
        for one in each(_warm, games):
            done.append(one)
            status.update(f"Compiling: {len(done)} of {len(games)} games are ready…")
    if as_json:
        print_json(done)
        return
    for one in done:
        console().print(f"{one['game']}: ready in {one['seconds']} s")


@contextmanager
def _processes(count: int) -> Iterator[Each]:
    """As map, by so many processes; by this one if it is one."""
    if count <= 1:
        yield map
        return
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    with ProcessPoolExecutor(count, get_context("spawn")) as processes:
        yield processes.map


def _warm(game: str) -> dict[str, Any]:
    from parlour.games import kits

    kit = kits()[game]
    began = time.perf_counter()
    kit.warm_rules()
    kit.warm_engine()
    return {"game": game, "seconds": round(time.perf_counter() - began, 3)}
