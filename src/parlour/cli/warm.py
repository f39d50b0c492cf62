"""``parlour warm``: compile ahead of first use."""

import time
from typing import Any

import click

from parlour.cli.common import console, json_option, print_json, workers_option


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
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    from parlour.games import kits

    games = list(kits())
    with console(stderr=True).status("Compiling…"):
        if workers == 1:
            done = [_warm(game) for game in games]
        else:
            with ProcessPoolExecutor(min(workers, len(games)), get_context("spawn")) as processes:
                done = list(processes.map(_warm, games))
    if as_json:
        print_json(done)
        return
    for one in done:
        console().print(f"{one['game']}: ready in {one['seconds']} s")


def _warm(game: str) -> dict[str, Any]:
    from parlour.games import kits

    kit = kits()[game]
    began = time.perf_counter()
    kit.warm_rules()
    kit.warm_engine()
    return {"game": game, "seconds": round(time.perf_counter() - began, 3)}
