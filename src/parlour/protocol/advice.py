"""Advice on a match, as it is answered to whoever asked."""

from msgspec import Raw, Struct

ONLY_IN_TURN = "advice is for those whose turn it is, while a match is played"


class Advice(Struct, frozen=True):
    """What somebody could do next."""

    match: str
    seq: int
    """How many entries the log had when it was given: it is about that position."""
    advice: Raw
    """The game's own; null when there is nothing to say."""
