"""Golden games: a blind game of every registered game, told move by move.

`make playthroughs` rewrites the files from the rules as they are. A rule that changes by accident shows as a failing
test; one that changes on purpose shows as a diff to be read, and as a raised rules_version.
"""

from collections.abc import Iterator
from pathlib import Path

import msgspec
from rich.text import Text

from parlour.core.game import CLOCK
from parlour.core.kit import Kit
from parlour.core.match import AnyMatch
from parlour.core.mulberry32 import mulberry32
from parlour.core.session import encode_session
from parlour.games import kits
from tests.players import all_options, begin, random_game

FOLDER = Path(__file__).parent
SEED = 20_260


def games() -> Iterator[tuple[str, Kit, AnyMatch]]:
    """A name, the kit and the start of every golden game: all options, fewest and most seats."""
    for kit in kits().values():
        fewest, most = kit.game.seats.start, kit.game.seats.stop - 1
        for number, options in enumerate(all_options(kit.game)):
            for seats in sorted({fewest, most}):
                name = f"{kit.game.id}-{number}-{seats}"
                yield name, kit, begin(kit.game, SEED + number, options, seats)


def told(kit: Kit, start: AnyMatch) -> str:
    """The game in words, with the board every 25th entry, and its whole log at the end."""
    session = start.session
    lines = [
        f"{kit.game.id}, rules version {kit.game.rules_version}, seed {session.seed}, {session.seats} seats",
        f"options {msgspec.json.encode(session.options).decode()}",
        *_board(kit, start),
    ]
    match = start
    for match in random_game(start, mulberry32(session.seed), pause_ms=4000):
        lines.append(_entry(kit, match))
        if len(match.session.entries) % 25 == 0 or match.outcome is not None:
            lines += _board(kit, match)
    lines += [f"outcome {msgspec.json.encode(match.outcome).decode()}", encode_session(match.session).decode(), ""]
    return "\n".join(lines)


def _entry(kit: Kit, match: AnyMatch) -> str:
    number = len(match.session.entries)
    entry = match.session.entries[-1]
    if entry.seat == CLOCK:
        return f"{number}. {entry.at_ms} ms, time is up"
    legal = sum(len(kit.game.legal_actions(match.state, seat)) for seat in kit.game.to_move(match.state))
    result = "" if entry.refused is None else f" refused {msgspec.json.encode(entry.refused).decode()}"
    scores = ":".join(map(str, kit.game.scores(match.state)))
    return (
        f"{number}. {entry.at_ms} ms, seat {entry.seat}: {kit.text.write(entry.action)}{result}"
        f" → {scores}, {legal} legal actions"
    )


def _board(kit: Kit, match: AnyMatch) -> list[str]:
    drawn = Text.from_markup(kit.text.draw(kit.game.view(match.state, None))).plain
    return ["", *(line.rstrip() for line in drawn.splitlines()), ""]


def main() -> None:
    for file in FOLDER.glob("*.txt"):
        file.unlink()
    for name, kit, start in games():
        (FOLDER / f"{name}.txt").write_text(told(kit, start))


if __name__ == "__main__":
    main()
