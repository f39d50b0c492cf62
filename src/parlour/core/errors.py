"""The kinds of things that go wrong, each with its own answer.

ParlourError
├── MalformedInput   the bytes or words cannot be read as what they should be; nothing was asked of a game
├── IllegalAction    the rules understood the action and said no; it is logged with its code
└── SessionRejected  a session was read, but a replay does not bear it out

Anything else that is raised is a fault of the program.
"""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct


class Refusal(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Why the rules said no."""

    code: str
    """Stable and machine-readable, words joined by hyphens: ``sum-not-ten``."""
    facts: dict[str, int] = {}
    """The numbers that a person needs to understand the refusal: the sum there was, the cell in the way."""

    def __str__(self) -> str:
        facts = ", ".join(f"{name} {value}" for name, value in self.facts.items())
        return self.code.replace("-", " ") + (f" ({facts})" if facts else "")


class ParlourError(Exception):
    """The root of all errors a caller is expected to answer."""


class MalformedInput(ParlourError):
    """Input that cannot be read; the message says what was wrong and what would be right."""

    def __init__(self, message: str) -> None:
        super().__init__(printable(message))


class IllegalAction(ParlourError):
    """An action that the rules refuse; the state stays as it was."""

    def __init__(self, code: str, facts: Mapping[str, int] | None = None) -> None:
        self.refusal: Final = Refusal(code, dict(facts or {}))
        super().__init__(code)


class SessionRejected(ParlourError):
    """A session that a replay contradicts, at one entry or as a whole."""

    def __init__(self, code: str, reason: str, entry: int | None = None) -> None:
        self.code: Final = code
        self.reason: Final = printable(reason)
        self.entry: Final = entry
        """Index of the first wrong entry; None when the entries are right and something around them is not."""
        super().__init__(self.reason)

    def __reduce__(self) -> tuple[type["SessionRejected"], tuple[str, str, int | None]]:
        """Pickle rebuilds the error from its arguments, since its message alone would not do."""
        return SessionRejected, (self.code, self.reason, self.entry)


def printable(text: str) -> str:
    """The text as one line that is safe to show: control characters that a stranger wrote are escaped."""
    return text if text.isprintable() else "".join(mark if mark.isprintable() else ascii(mark)[1:-1] for mark in text)
