"""What a seat's action makes of a match, wherever the match is kept: a function of the match, its refs and the time."""

from typing import Any

from parlour.core.errors import Refusal
from parlour.core.game import Ready
from parlour.core.match import AnyMatch
from parlour.protocol.refs import Refs
from parlour.protocol.submission import MOST_REFUSED_IN_A_ROW, Applied, applied_action
from parlour.testing.players import begin
from tests.nim import Nim, Take

NIM = Nim()


class Kept:
    """A match with its refs, as a change of it sees them; the clock shows a second for each entry."""

    most_entries = 1000

    def __init__(self, match: AnyMatch) -> None:
        self.match = match
        self.refs = Refs()
        self.seq_of = self.refs.seq_of

    def now_ms(self) -> int:
        return self.match.count * 1000

    def after(self, seat: int, action: Any, ref: str | None = None, only_at: int | None = None) -> Applied:
        """What an action makes of it, which then happens."""
        applied = applied_action(seat, action, ref, only_at, self)
        if applied.ref is not None:
            self.refs.add(applied.seat, applied.ref, applied.match.count - 1)
        self.match = applied.match
        return applied


def test_an_action_whose_ref_is_known_is_answered_again_and_makes_nothing_of_the_match() -> None:
    kept = Kept(begin(NIM, 1))
    kept.after(0, Take(9, 1), "no heap")
    kept.after(0, Take(0, 1), "mine")
    for ref, seq, code in (("mine", 1, None), ("no heap", 0, "no-such-heap")):
        before = kept.match
        again = kept.after(0, Take(1, 1), ref)
        assert again.match is before
        assert again.submitted is not None
        assert again.submitted.seq == seq
        assert (again.submitted.refused and again.submitted.refused.code) == code
    played = kept.after(1, Take(1, 1), "mine").submitted
    assert played is not None
    assert played.seq == 2, "a ref is one seat's own"


def test_what_was_meant_for_another_moment_comes_to_nothing() -> None:
    kept = Kept(begin(NIM, 1))
    kept.after(0, Take(0, 1))
    before = kept.match
    late = kept.after(1, Take(1, 1), only_at=0)
    assert (late.match, late.submitted) == (before, None)
    assert kept.after(1, Take(1, 1), only_at=1).submitted is not None


def test_an_action_that_never_reaches_the_rules_is_answered_and_has_no_place_in_the_log() -> None:
    kept = Kept(begin(NIM, 1))
    applied = kept.after(0, Ready(), "ready")
    assert applied.submitted is not None
    assert (applied.submitted.seq, applied.ref, applied.unlogged) == (None, None, None)
    assert kept.match.count == 0


def test_of_too_many_refusals_in_a_row_the_next_are_not_logged_and_say_so() -> None:
    kept = Kept(begin(NIM, 1))
    for number in range(MOST_REFUSED_IN_A_ROW):
        logged = kept.after(0, Take(9, 1), f"{number}")
        assert logged.unlogged is None
    refusal = Refusal("no-such-heap", {"heaps": 3})
    for _ in range(2):
        applied = kept.after(0, Take(9, 1), "once more")
        assert applied.unlogged == refusal
        assert applied.submitted is not None
        assert (applied.submitted.seq, applied.submitted.refused) == (None, refusal)
    assert kept.match.count == MOST_REFUSED_IN_A_ROW
    assert kept.after(0, Take(0, 1)).unlogged is None
    assert kept.match.count == MOST_REFUSED_IN_A_ROW + 1
