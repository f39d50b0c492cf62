"""The answer to a request for advice."""

from msgspec import Raw, Struct

ONLY_IN_TURN = "advice is for those whose turn it is, while a match is played"


class Advice(Struct, frozen=True):
    """What a seat could do next."""

    match: str
    seq: int
    """The number of entries of the log at the position that the advice is about."""
    advice: Raw
    """The game's own advice; null when there is none."""
