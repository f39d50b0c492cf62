"""``parlour verify``: replay sessions and say which of them hold."""

from typing import TYPE_CHECKING, Any

import click

from parlour.cli.common import console, files_argument, json_option, print_json, told_option, warm_rules
from parlour.cli.reading import Piece, pieces_of

if TYPE_CHECKING:
    from parlour.core.replay import Verdict

REJECTED = 1
UNREADABLE = 2


@click.command()
@files_argument
@told_option
@json_option
def verify(files: tuple[str, ...], told: dict[str, str], as_json: bool) -> None:
    """Replay sessions and check everything they claim.

    A FILE holds a session, a JSON array or JSON Lines of them; - reads standard input.

    Exit status: 0 all hold, 1 some session is rejected, 2 some input cannot be read.

    \b
    Examples:
      parlour verify game.json
      parlour verify --json *.jsonl
      parlour verify -o mode=classic export.json
      curl … | parlour verify -
    """
    worst = 0
    warmed: set[str] = set()
    for piece in pieces_of(files):
        verdict, problem = _judge(piece, told, warmed)
        if verdict is None:
            worst = UNREADABLE
        elif not verdict.ok:
            worst = max(worst, REJECTED)
        if as_json:
            print_json(_as_json(piece, verdict, problem))
        else:
            _print(piece, verdict, problem)
    raise click.exceptions.Exit(worst)


def _judge(piece: Piece, told: dict[str, str], warmed: set[str]) -> "tuple[Verdict | None, str | None]":
    from parlour.core.errors import MalformedInput
    from parlour.games.documents import Document

    if piece.problem is not None:
        return None, piece.problem
    try:
        document = Document(piece.text, told)
        if document.kit.game.id not in warmed:
            warm_rules(document.kit)
            warmed.add(document.kit.game.id)
        return document.verdict(), None
    except MalformedInput as error:
        return None, str(error)


def _as_json(piece: Piece, verdict: "Verdict | None", problem: str | None) -> dict[str, Any]:
    import msgspec

    place = {"file": piece.file, "line": piece.line}
    if verdict is None:
        return place | {"ok": False, "code": "unreadable", "reason": problem}
    return place | msgspec.structs.asdict(verdict)


def _print(piece: Piece, verdict: "Verdict | None", problem: str | None) -> None:
    place, out = piece.place, console()
    if verdict is None:
        out.print(f"! {place}: unreadable: {problem}", markup=False, style="yellow")
    elif verdict.ok:
        scores = " to ".join(map(str, verdict.scores))
        ending = "" if verdict.complete else ", not played to the end"
        out.print(f"✓ {place}: {verdict.game} {verdict.id}: score {scores}{ending}", markup=False, style="green")
    else:
        out.print(f"✗ {place}: {verdict.game} {verdict.id}: {verdict.reason}", markup=False, style="red")
