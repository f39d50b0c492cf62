"""Why a message cannot be taken, as code and detail: the same words from every host."""

from typing import TypeAlias

import msgspec

from parlour.core.game import Seat

Words: TypeAlias = tuple[str, str]
"""A stable code, and what it means for people."""
OTHER_MATCH: Words = ("other-match", "that match is not being played here")
NO_MATCH: Words = ("no-match", "no match is being played here")
UNREADABLE = (msgspec.MsgspecError, UnicodeError, RecursionError)
"""What reading somebody's JSON can raise."""


def malformed(error: Exception) -> Words:
    """A message that is none."""
    return "malformed", str(error)


def malformed_action(error: Exception) -> Words:
    """A message whose action is none of the game's."""
    return "malformed-action", str(error)


def not_your_seat(seat: Seat) -> Words:
    """Somebody else's, or a bot's."""
    return "not-your-seat", f"you do not hold seat {seat}"
