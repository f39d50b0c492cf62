"""``parlour replay``: a session step by step."""

import sys
from typing import TYPE_CHECKING, Any

import click

from parlour.batch.inputs import read_item
from parlour.cli.common import (
    chosen_option,
    console,
    file_argument,
    item_option,
    json_option,
    print_json,
    scores_text,
    seat_name,
    warm_rules,
)

if TYPE_CHECKING:
    from parlour.core.kit import Kit
    from parlour.core.match import AnyMatch
    from parlour.core.quick_start import OptionValue

KEYS = "Enter: next   b: back   a number: that step   e: the end   q: quit"


@click.command()
@file_argument
@item_option
@click.option("--step", type=int, help="Show only this step; 0 is the start, -1 the end.")
@chosen_option
@json_option
def replay(file: str, item: int, step: int | None, chosen: "dict[str, OptionValue]", as_json: bool) -> None:
    """Show a session step by step.

    In a terminal it waits for you after each step; into a pipe it prints them all.
    Exit status: 0 the session holds, 1 it is rejected (the steps before that are shown), 2 it cannot be read.

    \b
    Examples:
      parlour replay game.json
      parlour replay game.json --step -1
      parlour replay game.json --json | jq .scores
    """
    from parlour.core.errors import MalformedInput

    kit, matches, rejection = _load(file, item, chosen)
    if step is not None:
        if not -len(matches) <= step < len(matches):
            raise MalformedInput(f"{file}: there are steps 0 to {len(matches) - 1}, not {step}")
        _show(kit, matches, step % len(matches), as_json)
    elif not as_json and sys.stdin.isatty() and sys.stdout.isatty():
        _browse(kit, matches)
    else:
        for index in range(len(matches)):
            _show(kit, matches, index, as_json)
    if rejection is not None:
        print(f"parlour: {file}: rejected: {rejection}", file=sys.stderr)
        raise click.exceptions.Exit(1)


def _load(file: str, item: int, chosen: "dict[str, OptionValue]") -> "tuple[Kit, list[AnyMatch], str | None]":
    """The match at every step that holds, and why there are no more if there should be."""
    from parlour.core.errors import MalformedInput, SessionRejected
    from parlour.games.documents import Document

    found = read_item(file, item)
    matches: list[AnyMatch] = []
    try:
        document = Document(found.text, chosen)
        warm_rules(document.kit)
        for match in document.steps():
            matches.append(match)  # noqa: PERF402
    except MalformedInput as error:
        raise MalformedInput(f"{found.place}: {error}") from None
    except SessionRejected as error:
        if not matches:
            raise
        return document.kit, matches, error.reason
    return document.kit, matches, None


def _browse(kit: "Kit", matches: "list[AnyMatch]") -> None:
    """Let somebody go forth and back at their own pace."""
    at, last = 0, len(matches) - 1
    console().print(KEYS, style="dim")
    while True:
        _show(kit, matches, at, as_json=False)
        try:
            said = input(f"{at}/{last}> ").strip().lower()
        except EOFError:
            return
        if said == "q":
            return
        if said == "b":
            at = max(at - 1, 0)
        elif said == "e":
            at = last
        elif said.isdecimal():
            at = min(int(said), last)
        else:
            at = min(at + 1, last)


def _show(kit: "Kit", matches: "list[AnyMatch]", index: int, as_json: bool) -> None:
    from parlour.games import shown_scores

    match = matches[index]
    game = kit.game
    entry = match.last
    if as_json:
        step: dict[str, Any] = {"step": index}
        if entry is not None:
            step |= {
                "at_ms": entry.at_ms,
                "seat": entry.seat,
                "action": entry.action,
                "refused": entry.refused,
            }
        step |= {
            "scores": game.scores(match.state),
            "shown": shown_scores(game.id, game.scores(match.state), match.session.entries),
            "outcome": match.outcome,
            "view": game.view(match.state, None),
        }
        print_json(step)
        return
    out = console()
    out.rule(style="dim")
    out.print(f"[bold]step {index}[/bold]  {_entry_text(kit, match)}")
    out.print(kit.text.draw(game.view(match.state, None)))
    if match.outcome is not None:
        scores = scores_text(game.id, match.outcome.scores, match.session.entries)
        out.print(f"over ({match.outcome.reason.replace('-', ' ')}): {scores}")


def _entry_text(kit: "Kit", match: "AnyMatch") -> str:
    from rich.markup import escape

    from parlour.core.game import CLOCK

    entry = match.last
    if entry is None:
        return "the start"
    at = f"{match.played_ms / 1000:.1f} s"
    if entry.seat == CLOCK:
        return f"{at}  time is up"
    result = "" if entry.refused is None else f" — refused: {entry.refused}"
    return escape(f"{at}  {seat_name(entry.seat)}: {_action_text(kit, entry.action)}{result}")


def _action_text(kit: "Kit", action: Any) -> str:
    from parlour.core.game import Finish, Ready

    if isinstance(action, Ready):
        return "ready"
    return "finish" if isinstance(action, Finish) else kit.text.write(action)
