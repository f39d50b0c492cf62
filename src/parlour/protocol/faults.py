"""The faults of messages, each as a code and a detail, for every match host: the server's and a table at home."""

from typing import TypeAlias

import msgspec

from parlour.core.game import Seat

FaultText: TypeAlias = tuple[str, str]
"""A stable code, and a sentence for people."""
OTHER_MATCH: FaultText = ("other-match", "that match is not being played here")
NO_MATCH: FaultText = ("no-match", "no match is being played here")
UNREADABLE = (msgspec.MsgspecError, UnicodeError, RecursionError)
"""What decoding JSON from outside can raise."""


def malformed(error: Exception) -> FaultText:
    """The fault of text that is no message."""
    return "malformed", str(error)


def malformed_action(error: Exception) -> FaultText:
    """The fault of a message whose action the game does not know."""
    return "malformed-action", str(error)


def not_your_seat(seat: Seat) -> FaultText:
    """The fault of an action for a seat that the sender does not hold."""
    return "not-your-seat", f"you do not hold seat {seat}"
