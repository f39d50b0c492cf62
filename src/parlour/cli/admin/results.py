"""``parlour results``, also ``parlour admin results``: a host decides on results played faster than a hand can."""

import asyncio
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from parlour.cli.admin.common import change, host_name, now_ms
from parlour.cli.common import console, database_option, json_option, print_json, print_json_lines
from parlour.store.address import Address

if TYPE_CHECKING:
    from parlour.server.admin.acts import Accept, Reject
    from parlour.store.marks import MarkedResult


def deciding(command: Callable[..., Any]) -> Callable[..., Any]:
    """The match and the reason of a decision."""
    command = click.argument("match", metavar="MATCH")(database_option(json_option(command)))
    return click.option("--reason", required=True, help="Why; everybody can read it.")(command)


@click.group()
def results() -> None:
    """Look at results that were played faster than a hand can, and decide whether they count.

    They are kept off the boards and out of the ratings until then. The server may be running. docs/FAIRNESS.md tells
    what is measured. `parlour admin results` is the same command.

    \b
    Examples:
      parlour results marked
      parlour results accept 0f5e6a7b8c9d0e1f --reason "played on my own screen, I saw it"
      parlour results reject 0f5e6a7b8c9d0e1f --reason "forty moves in a second"
    """


@results.command()
@click.option("--decided", is_flag=True, help="Those that were decided too.")
@database_option
@json_option
def marked(decided: bool, database: Address, as_json: bool) -> None:
    """List the results that wait for a decision, the oldest first."""
    from parlour.store import marks, offline

    offline.require(database)
    with offline.opened(database) as store:
        found = marks.marked(decided)(store)
    if as_json:
        print_json_lines(found)
        return
    out = console()
    for result in found:
        out.print(_line(result), markup=False)
    if not found:
        out.print("no result waits for a decision", markup=False)


@results.command()
@deciding
def accept(match: str, reason: str, database: Address, as_json: bool) -> None:
    """Let the result of MATCH count, or make one that was rejected what it is without that."""
    from parlour.server.admin.acts import Accept

    _decide(database, Accept(match=match, reason=reason), as_json)


@results.command()
@deciding
def reject(match: str, reason: str, database: Address, as_json: bool) -> None:
    """Keep the result of MATCH off the boards and out of the ratings, marked or not, until it is accepted.

    If it was rated, the ratings of its game are derived again. Players need not wait; if this command is ended before
    that is done, a server does the rest.
    """
    from parlour.server.admin.acts import Reject

    _decide(database, Reject(match=match, reason=reason), as_json)


def _decide(database: Address, act: "Accept | Reject", as_json: bool) -> None:
    from parlour.server.admin.acts import do
    from parlour.store import marks, offline
    from parlour.store.failure import StoreUnavailable
    from parlour.store.rerating import rate_again
    from parlour.store.transaction import together

    _, result = change(database, together(do(act, host_name(), now_ms()), marks.one(act.match)))
    if as_json:
        print_json(result)
    else:
        console().print(_line(result), markup=False)
    try:
        with offline.beside_servers(database) as store:
            rated = asyncio.run(rate_again(store, result.game))
    except StoreUnavailable:
        rated = False
    if not rated:
        click.echo("the decision is made; the ratings are not derived yet: a server does it", err=True)


def _line(result: "MarkedResult") -> str:
    ended = time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(result.ended / 1000))
    scores = [shown.spoken["en"] for shown in result.shown] or ["left it"] * len(result.names)
    played = ", ".join(
        f"{name} {score}, {pace.actions} actions, median {pace.median_ms} ms, {pace.fast_runs:.0%} fast runs"
        for name, score, pace in zip(result.names, scores, result.paces, strict=False)
    )
    said = "" if result.decision is None else f"; {result.decision}: {result.reason}"
    return f"{result.match}  {ended}  {result.game} {result.board}: {played}{said}"
