"""Sessions in v1 JSON, honest and forged: what the fast path and the rules must agree on."""

import json
from collections.abc import Iterator
from typing import Any

from parlour.core.mulberry32 import below, mulberry32
from parlour.games.ten_exorcism.rules import (
    COLS,
    ROWS,
    Select,
    board_from_seed,
    exorcise,
    ghosts_in,
    has_rectangle,
    powers_in,
    rectangle_of,
    rectangles,
)
from parlour.testing.players import Numbers, pick

STARTED = 1_700_000_000_000


def session(seed: int, valid: int, invalid: int) -> dict[str, Any] | None:
    """A session with so many valid and invalid selections that does not come to its end; None if that cannot be."""
    numbers = mulberry32(seed)
    board, score, at_ms = board_from_seed(seed), 0, 0
    actions: list[dict[str, Any]] = []
    while valid or invalid:
        at_ms += 200 + below(next(numbers), 800)
        if below(next(numbers), valid + invalid) < invalid:
            corners = [below(next(numbers), size) for size in (ROWS, COLS, ROWS, COLS)]
            if sum(powers_in(board, rectangle_of(Select(*corners)))) != 10:
                actions.append({"t": at_ms, "s": corners, "r": 0, "p": 0})
                invalid -= 1
            continue
        rectangle = min(rectangles(board), key=lambda found: (ghosts_in(powers_in(board, found)), next(numbers)))
        freed = ghosts_in(powers_in(board, rectangle))
        board = exorcise(board, rectangle)
        actions.append({"t": at_ms, "s": list(rectangle), "r": 1, "p": freed})
        score, valid = score + freed, valid - 1
        if valid + invalid and not has_rectangle(board):
            return None
    end = STARTED + at_ms + 100
    return {"v": 1, "id": f"s-{seed}", "seed": seed, "start": STARTED, "end": end, "actions": actions, "score": score}


def sessions(valid: int, invalid: int) -> Iterator[dict[str, Any]]:
    """Endless sessions of this size."""
    seed = 0
    while True:
        found = session(seed, valid, invalid)
        if found is not None:
            yield found
        seed += 1


def written(document: dict[str, Any]) -> bytes:
    """As JavaScript writes it."""
    return json.dumps(document, separators=(",", ":")).encode()


def mutated(document: dict[str, Any], numbers: Numbers) -> bytes:
    """The text after one to three changes, of which some change nothing that matters and some break the text."""
    document = json.loads(written(document))
    for _ in range(1 + below(next(numbers), 3)):
        pick(numbers, (_action, _action, _action, _order, _head, _head))(document, numbers)
    text = written(document)
    if below(next(numbers), 10) == 0:
        at = below(next(numbers), len(text))
        text = (
            text[:at] + bytes([pick(numbers, b'0123456789-,.:{}[]"e \\tnull')]) + text[at + below(next(numbers), 2) :]
        )
    return text


def _action(document: dict[str, Any], numbers: Numbers) -> None:
    if not document["actions"]:
        return
    action = pick(numbers, document["actions"])
    field = pick(numbers, "tssrp")
    if field == "s":
        action["s"][below(next(numbers), 4)] = below(next(numbers), 40) - 10
    elif field == "r":
        action["r"] = pick(numbers, (0, 1, 1 - action["r"], 2, -1)) if isinstance(action["r"], int) else 0
    else:
        action[field] += pick(numbers, (-1, 1, -5000, 5000, 130_000, 2**53))


def _order(document: dict[str, Any], numbers: Numbers) -> None:
    actions = document["actions"]
    if not actions:
        return
    at = below(next(numbers), len(actions))
    change = below(next(numbers), 4)
    if change == 0:
        del actions[at]
    elif change == 1:
        actions.insert(at, dict(actions[at]))
    elif change == 2:
        del actions[at:]
    else:
        actions.append({"t": actions[-1]["t"], "s": [0, 0, 0, 1], "r": 0, "p": 0})


def _head(document: dict[str, Any], numbers: Numbers) -> None:
    field = pick(numbers, ("seed", "start", "end", "score", "score", "id"))
    if field == "id":
        document["id"] = pick(numbers, ("", "ü", 'a"b', "x" * 201, "plain", 7))
    elif isinstance(document[field], int):
        document[field] += pick(numbers, (-1, 1, 1000, -(10**6), 2**53))
