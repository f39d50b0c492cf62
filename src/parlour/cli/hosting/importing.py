"""``parlour import``: sessions into the store, each replayed before it counts."""

from collections import Counter
from typing import TYPE_CHECKING, Any

import click

from parlour.batch.inputs import InputItem, read_items
from parlour.cli.common import console, database_option, files_argument, json_option, print_json
from parlour.store.address import Address

if TYPE_CHECKING:
    from parlour.store.store import Store
    from parlour.store.transfer import ImportResult

REJECTED = 1
UNREADABLE = 2


@click.command("import")
@files_argument
@database_option
@click.option("--players", "keep_players", is_flag=True, help="Let players of this store own the seats that name them.")
@json_option
def import_sessions(files: tuple[str, ...], database: Address, keep_players: bool, as_json: bool) -> None:
    """Add sessions to the store: those that parlour export wrote, or any that parlour verify reads.

    Each is replayed first; one that does not hold, or is not over, is refused with the reason. One that the store has
    already is skipped, and the store's own stays as it is. The store must not be in use by a server.

    Exit status: 0 all are in the store now, 1 some session is refused, 2 some input cannot be read or
    the store is in use.

    \b
    Examples:
      parlour import games.jsonl
      parlour import --database new.db --players games.jsonl
    """
    import asyncio

    from parlour.store.databases import database_at

    with database_at(database).claim():
        worst, counted = asyncio.run(_import_all(files, database, keep_players, as_json))
    counts = {name: counted[name] for name in ("added", "known", "refused")}
    if as_json:
        print_json(counts)
    else:
        console().print(", ".join(f"{count} {name}" for name, count in counts.items()), markup=False)
    raise click.exceptions.Exit(worst)


async def _import_all(
    files: tuple[str, ...], database: Address, keep_players: bool, as_json: bool
) -> tuple[int, Counter[str]]:
    from parlour.store.store import Store

    store = Store(database)
    worst, counted = 0, Counter[str]()
    status = console(stderr=True).status("Importing…")
    try:
        for item in read_items(files):
            status.start()
            status.update(f"Importing… {counted.total()} read")
            imported = await _import_one(store, item, keep_players)
            refused = imported.refused
            counted["refused" if refused else "known" if imported.known else "added"] += 1
            if refused is not None:
                worst = max(worst, UNREADABLE if refused.code == "unreadable" else REJECTED)
                _print_refusal(item, {"match": refused.match, "code": refused.code, "reason": refused.reason}, as_json)
    finally:
        status.stop()
        store.close()
    return worst, counted


async def _import_one(store: "Store", item: InputItem, keep_players: bool) -> "ImportResult":
    from parlour.store.offline import WrongMatch
    from parlour.store.transfer import ImportResult, take_in, take_in_with_players

    if item.problem is not None:
        return ImportResult("", WrongMatch("", "unreadable", item.problem))
    return await (take_in_with_players if keep_players else take_in)(store, item.text)


def _print_refusal(item: InputItem, refused: dict[str, Any], as_json: bool) -> None:
    if as_json:
        print_json({"file": item.file, "line": item.line} | refused)
    else:
        console().print(f"✗ {item.place}: {refused['code']}: {refused['reason']}", markup=False, style="red")
