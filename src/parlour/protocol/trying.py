"""A match that goes on from a moment of another, for practice. Nothing is at stake in it: no time limit runs."""

from msgspec import structs

from parlour.core.errors import MalformedInput, ParlourError
from parlour.core.game import LimitedGame
from parlour.core.session import AnySession, Branch
from parlour.core.waiting import without_waiting
from parlour.games import kit_of
from parlour.protocol.submission import MOST_ENTRIES_LIVE

MOST_ENTRIES_MOVED = MOST_ENTRIES_LIVE // 2
"""Entries that a match may come with, tried from a moment of another, taken home or back: as many can still be played
in a try, and the one commit that writes them keeps others waiting for some 20 ms at the most."""


class CannotTry(ParlourError):
    """The match cannot go on from that moment."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def branched(session: AnySession, seq: int, new_id: str) -> AnySession:
    """A session of its own with what was played first in another; MalformedInput or CannotTry if there is none."""
    if seq > len(session.entries):
        raise MalformedInput(f"the log has {len(session.entries)} entries, not {seq}")
    if session.outcome is not None and seq == len(session.entries):
        raise CannotTry("nothing-left", "the match is over at that moment: there is nothing to play on from there")
    if seq > MOST_ENTRIES_MOVED:
        raise CannotTry("log-too-long", f"a match is tried from one of its first {MOST_ENTRIES_MOVED} moments")
    begun = without_waiting(structs.replace(session, entries=session.entries[:seq], ended=None, outcome=None))
    branch = Branch(session.id, seq, len(begun.entries))
    game, options = kit_of(session.game).game, begun.options
    if isinstance(game, LimitedGame):
        options = game.unlimited(options)
    return structs.replace(begun, id=new_id, options=options, branch=branch, started=0)
