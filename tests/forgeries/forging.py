"""Forged sessions: an honest text, changed in what it says, in how it is written, or both."""

import json
import random
from typing import Any

from tests.forgeries.changes import CHANGES, NOTHING_TO_CHANGE, Draft
from tests.forgeries.rewritings import REWRITINGS, Paper


def forged(chance: random.Random, text: bytes, other: bytes) -> tuple[str, bytes]:
    """A text that differs from the honest one, and the name of the last change. Every choice comes from chance."""
    while True:
        kind, changed = _changed(chance, text, other) if chance.random() < 0.8 else ("", text)
        if not kind or chance.random() < 0.1:
            rewriting = chance.choice(REWRITINGS)
            kind, changed = rewriting.__name__, rewriting(Paper(chance, changed, other))
        if changed != text:
            return kind, changed


def _changed(chance: random.Random, text: bytes, other: bytes) -> tuple[str, bytes]:
    """What it says, changed once to three times."""
    document, another = json.loads(text), json.loads(other)
    draft = Draft(chance, _session_in(document), _session_in(another))
    kind = ""
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        change = chance.choice(CHANGES)
        try:
            change(draft)
        except NOTHING_TO_CHANGE:
            continue
        kind = change.__name__
    return kind, json.dumps(document, ensure_ascii=chance.random() < 0.5, separators=(",", ":")).encode()


def _session_in(document: dict[str, Any]) -> dict[str, Any]:
    """The session itself in a line of an export."""
    inner: dict[str, Any] = document.get("session", document)
    return inner
