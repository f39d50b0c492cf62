"""``parlour warm``: compile ahead of first use."""

import time
from typing import Any

import click

from parlour.cli.common import console, json_option, print_json


@click.command()
@json_option
def warm(as_json: bool) -> None:
    """Compile every game's kernels now, so that no first move waits for it.

    \b
    Examples:
      parlour warm
    """
    from parlour.games import kits

    out = console(stderr=True)
    done: list[dict[str, Any]] = []
    with out.status("Compiling…") as status:
        for kit in kits().values():
            status.update(f"Compiling {kit.title.en}…")
            began = time.perf_counter()
            kit.warm_rules()
            kit.warm_engine()
            done.append({"game": kit.game.id, "seconds": round(time.perf_counter() - began, 3)})
    if as_json:
        print_json(done)
        return
    for game in done:
        console().print(f"{game['game']}: ready in {game['seconds']} s")
