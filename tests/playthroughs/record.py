"""Golden games: a blind game of every registered game, and one in which the clock acts, told entry by entry.

`make playthroughs` rewrites the files from the rules as they are. A rule that changes by accident shows as a failing
test; one that changes on purpose shows as a diff to be read, and as a raised rules_version.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import count, islice
from pathlib import Path
from typing import Any

import msgspec

from parlour.core.game import CLOCK, Finish, Ready
from parlour.core.kit import Kit
from parlour.core.match import AnyMatch
from parlour.core.mulberry32 import mulberry32
from parlour.core.replay import last_of, replay
from parlour.core.session import encode_session
from parlour.games import kits
from parlour.testing.players import all_options, begin, random_game, slow_game, timed_options

FOLDER = Path(__file__).parent
SEED = 20_260
WAITED_MS = 45_678
"""How long somebody looks at a covered game."""
FEW = 12
"""Actions before a player has had enough."""
PAUSE_MS = 4000
"""The longest that players think, as long as that is slow enough for the clock."""


def games(kits: Iterable[Kit]) -> Iterator[tuple[str, Kit, Callable[[], AnyMatch]]]:
    """A name, the kit and the playing of every golden game of these kits.

    All options with the fewest and the most seats; those with a time limit once more, with players who let it pass;
    its usual game once more if it waits, begun after a while; and every solo game once more, finished by its player.
    """
    for kit in kits:
        fewest, most = kit.game.seats.start, kit.game.seats.stop - 1
        timed = timed_options(kit.game)
        for number, options in enumerate(dict.fromkeys([*all_options(kit.game), *timed])):
            for seats in sorted({fewest, most}):
                start = begin(kit.game, SEED + number, options, seats)
                yield f"{kit.game.id}-{number}-{seats}", kit, partial(_played, start)
            if options in timed:
                start = begin(kit.game, SEED + number, options, fewest)
                yield f"{kit.game.id}-{number}-clock", kit, partial(_clocked, start)
        if fewest == 1:
            start = begin(kit.game, SEED, seats=1)
            if start.waiting_if_needed().covered:
                yield f"{kit.game.id}-0-ready", kit, partial(_readied, start.waiting_if_needed())
            yield f"{kit.game.id}-finish", kit, partial(_finished, start.waiting_if_needed())


def told(kit: Kit, match: AnyMatch) -> str:
    """The game in words, with the board every 25th entry, and its whole log at the end."""
    session = match.session
    start, *steps = replay(kit.game, session)
    lines = [
        f"{kit.game.id}, rules version {kit.game.rules_version}, seed {session.seed}, {session.seats} seats",
        f"options {msgspec.json.encode(session.options).decode()}",
        *_board(kit, start),
    ]
    for step in steps:
        lines.append(_entry(kit, step))
        if step.count % 25 == 0 or step.outcome is not None:
            lines += _board(kit, step)
    lines += [f"outcome {msgspec.json.encode(match.outcome).decode()}", encode_session(session).decode(), ""]
    return "\n".join(lines)


def _played(start: AnyMatch) -> AnyMatch:
    return last_of(random_game(start, mulberry32(start.session.seed), pause_ms=PAUSE_MS))


def _clocked(start: AnyMatch) -> AnyMatch:
    """Played by slow players, who think twice as long until the clock acts, whatever its limit."""
    for doubled in count():
        match = last_of(slow_game(start, mulberry32(start.session.seed), pause_ms=PAUSE_MS << doubled))
        if any(entry.seat == CLOCK for entry in match.session.entries):
            return match
    raise AssertionError("pauses do not run out")


def _readied(start: AnyMatch) -> AnyMatch:
    match, _ = start.submit(0, Ready(), WAITED_MS)
    return _played(match)


def _finished(start: AnyMatch) -> AnyMatch:
    """After a few actions, whether it waited or not."""
    match = start.submit(0, Ready(), WAITED_MS)[0]
    match = last_of(islice(random_game(match, mulberry32(SEED), pause_ms=PAUSE_MS), FEW))
    return match.submit(0, Finish(), match.last_ms + PAUSE_MS)[0]


def _action_text(kit: Kit, action: Any) -> str:
    return "ready" if isinstance(action, Ready) else "finish" if isinstance(action, Finish) else kit.text.write(action)


def _entry(kit: Kit, match: AnyMatch) -> str:
    number, entry = match.count, match.session.entries[-1]
    legal = sum(len(kit.game.legal_actions(match.state, seat)) for seat in kit.game.to_move(match.state))
    scores = ":".join(map(str, kit.game.scores(match.state)))
    after = f"→ {scores}, {legal} legal actions"
    if entry.seat == CLOCK:
        return f"{number}. {entry.at_ms} ms, time is up {after}"
    result = "" if entry.refused is None else f" refused {msgspec.json.encode(entry.refused).decode()}"
    return f"{number}. {entry.at_ms} ms, seat {entry.seat}: {_action_text(kit, entry.action)}{result} {after}"


def _board(kit: Kit, match: AnyMatch) -> list[str]:
    from rich.text import Text  # which a browser has not

    drawn = Text.from_markup(kit.text.draw(kit.game.view(match.state, None))).plain
    return ["", *(line.rstrip() for line in drawn.splitlines()), ""]


def main() -> None:
    for file in FOLDER.glob("*.txt"):
        file.unlink()
    for name, kit, play in games(kits().values()):
        (FOLDER / f"{name}.txt").write_text(told(kit, play()))


if __name__ == "__main__":
    main()
