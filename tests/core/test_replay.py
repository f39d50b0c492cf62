"""What a verdict says of a session that does not hold. The template stands for any game."""

from typing import Any

import msgspec
import pytest
from msgspec import structs

from parlour.core.errors import MalformedInput, Refusal, SessionRejected
from parlour.core.game import CLOCK, Outcome, TimeUp
from parlour.core.replay import Verdict, follow, resume, verify
from parlour.core.session import AnySession, Entry, decode_session, encode_session
from parlour.testing.players import begin, finished
from tests.nim import Nim, Options, Take

NIM = Nim()


def timed() -> AnySession:
    """A whole game in which the clock had to act."""
    match = begin(NIM, 3, Options(heaps=2, turn_seconds=1))
    match, _ = match.submit(1, Take(0, 1), 1500)
    match, _ = match.submit(1, Take(0, 1), 1600)
    for heap in (0, 1):
        if left := match.state.heaps[heap]:
            match, _ = match.submit(match.state.turn, Take(heap, left), 1700 + heap)
    assert match.outcome is not None
    return match.session


def with_entry(session: AnySession, index: int, **changes: Any) -> AnySession:
    entries = list(session.entries)
    entries[index] = structs.replace(entries[index], **changes)
    return structs.replace(session, entries=tuple(entries))


def without_entry(session: AnySession, index: int) -> AnySession:
    return structs.replace(session, entries=session.entries[:index] + session.entries[index + 1 :])


def rejected(session: AnySession) -> tuple[str | None, int | None]:
    verdict = verify(NIM, session)
    assert not verdict.ok
    assert verdict.reason
    assert verdict.scores == ()
    return verdict.code, verdict.entry


def test_an_honest_session_holds() -> None:
    session = timed()
    assert session.outcome is not None
    assert verify(NIM, session) == Verdict(True, "nim", session.id, session.outcome.scores, complete=True)


def test_a_session_left_early_holds_with_the_score_so_far() -> None:
    match, _ = begin(NIM, 3).submit(0, Take(0, 1), 10)
    verdict = verify(NIM, match.close(100).session)
    assert verdict.ok
    assert not verdict.complete
    assert verdict.scores == (1, 0)


def test_a_forged_score_is_rejected() -> None:
    session = timed()
    assert session.outcome is not None
    forged = structs.replace(session.outcome, scores=(99, 0))
    assert rejected(structs.replace(session, outcome=forged)) == ("score-differs", None)


def test_a_forged_winner_is_rejected() -> None:
    session = timed()
    assert session.outcome is not None
    forged = structs.replace(session.outcome, winners=(0, 1))
    assert rejected(structs.replace(session, outcome=forged)) == ("outcome-differs", None)


def test_an_invented_end_is_rejected() -> None:
    session = begin(NIM, 3).close(10).session
    assert rejected(structs.replace(session, outcome=Outcome("x", (1, 0), (0,)))) == ("outcome-differs", None)


def test_a_hidden_end_is_rejected() -> None:
    assert rejected(structs.replace(timed(), outcome=None)) == ("outcome-differs", None)
    assert rejected(structs.replace(timed(), ended=None)) == ("end-missing", None)


def test_a_refusal_told_as_accepted_is_rejected_at_its_entry() -> None:
    session = timed()
    assert session.entries[2].refused == Refusal("not-your-turn")
    assert rejected(with_entry(session, 2, refused=None)) == ("result-differs", 2)
    assert rejected(with_entry(session, 2, refused=Refusal("other"))) == ("result-differs", 2)
    assert rejected(with_entry(session, 1, refused=Refusal("not-your-turn"))) == ("result-differs", 1)


def test_times_must_be_in_order_and_inside_the_session() -> None:
    session = finished(NIM, 5).session
    last = len(session.entries) - 1
    early = with_entry(session, 0, at_ms=-1)
    assert rejected(early) == ("before-the-start", 0)
    assert rejected(with_entry(session, last, at_ms=session.entries[last - 1].at_ms - 1)) == ("time-out-of-order", last)
    assert rejected(with_entry(session, last, at_ms=10**9)) == ("after-the-end", last)
    assert rejected(structs.replace(session, ended=session.started - 1, entries=(), outcome=None))[0] == (
        "ends-before-start"
    )


def test_nothing_follows_the_end() -> None:
    session = timed()
    more = Entry(session.entries[-1].at_ms, 0, Take(0, 1), Refusal("game-over"))
    last = len(session.entries)
    assert rejected(structs.replace(session, entries=(*session.entries, more))) == ("after-the-end", last)


def test_nothing_follows_a_match_that_was_left() -> None:
    left = begin(NIM, 3).close(1000)
    with pytest.raises(SessionRejected) as rejection:
        list(follow(left, [Entry(1000, 0, Take(0, 1))], None))
    assert rejection.value.code == "after-the-end"


def test_the_clock_can_neither_be_left_out_nor_invented_nor_moved() -> None:
    session = timed()
    assert session.entries[0].seat == CLOCK
    assert rejected(without_entry(session, 0)) == ("time-was-up", 0)
    assert rejected(with_entry(session, 0, at_ms=999)) == ("clock-not-due", 0)
    assert rejected(with_entry(session, 0, action=Take(0, 1))) == ("not-the-clock", 0)
    assert rejected(with_entry(session, 1, action=TimeUp())) == ("not-the-clock", 1)
    untimed = begin(NIM, 3).close(10).session
    assert rejected(structs.replace(untimed, entries=(Entry(5, CLOCK, TimeUp()),))) == ("clock-not-due", 0)
    late = begin(NIM, 3, Options(turn_seconds=1)).session
    assert rejected(structs.replace(late, ended=late.started + 1000)) == ("clock-missing", None)


def test_nobody_acts_from_a_seat_that_is_not_there() -> None:
    assert rejected(with_entry(timed(), 1, seat=7)) == ("no-such-seat", 1)
    assert rejected(with_entry(timed(), 1, seat=-2)) == ("no-such-seat", 1)


def test_other_rules_and_impossible_tables_are_rejected() -> None:
    session = timed()
    assert rejected(structs.replace(session, rules_version=2)) == ("rules-version", None)
    assert rejected(structs.replace(session, parlour=2)) == ("format-version", None)
    assert rejected(structs.replace(session, game="chess")) == ("other-game", None)
    assert rejected(structs.replace(session, seats=9)) == ("cannot-start", None)


def test_a_session_resumes_where_it_stood() -> None:
    match, _ = begin(NIM, 3).submit(0, Take(0, 1), 10)
    assert resume(NIM, match.session) == match


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"", "truncated"),
        (b'{"parlour":1', "truncated"),
        (b"[" * 10_000_000, "object"),
        (b'{"options":' + b"[" * 10_000_000, "object"),
        (b'{"outcome":{"x":' + b"[" * 10_000_000, "unknown field"),
        (b'{"parlour":NaN}', "'NaN}'"),
        (b"\xff\xfe", "malformed"),
        (b'{"seed":' + b"9" * 100_000 + b"}", "seed"),
        (b'{"seed":1e400}', "out of range"),
    ],
    ids=[
        "nothing",
        "truncated",
        "brackets",
        "more brackets",
        "nested",
        "NaN",
        "not UTF-8",
        "huge integer",
        "huge float",
    ],
)
def test_what_cannot_be_read_says_why(text: bytes, said: str) -> None:
    with pytest.raises(MalformedInput, match=said):
        decode_session(NIM, text)


def test_no_name_ends_a_line() -> None:
    honest = msgspec.json.decode(encode_session(timed()))
    for name in ("a\n", "a\nb", "\n", "a\x1b"):
        with pytest.raises(MalformedInput, match="id"):
            decode_session(NIM, msgspec.json.encode(honest | {"id": name}))


def test_what_is_said_of_a_hostile_session_is_one_printable_line() -> None:
    steering = "\x1b[2J\x07\n\u202e"
    refused = structs.replace(timed().entries[1], refused=Refusal(steering, {steering: 1}))
    verdict = verify(NIM, structs.replace(timed(), entries=(timed().entries[0], refused)))
    assert verdict.code == "result-differs"
    assert verdict.reason is not None
    assert "\\x1b[2J\\x07\\n\\u202e" in verdict.reason
    assert verdict.reason.isprintable()
    with pytest.raises(MalformedInput) as unreadable:
        decode_session(NIM, msgspec.json.encode({steering: 1}))
    assert str(unreadable.value).isprintable()


def test_bounds_hold_for_every_number() -> None:
    honest = msgspec.json.decode(encode_session(timed()))
    for field, value in [("seed", 2**52 + 1), ("started", 2**53 + 1), ("seats", 0), ("id", ""), ("extra", 1)]:
        with pytest.raises(MalformedInput, match=field if field != "extra" else "unknown field"):
            decode_session(NIM, msgspec.json.encode(honest | {field: value}))
