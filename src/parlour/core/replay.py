"""Replaying a log: the one way to resume a match, to watch it, and to check its score."""

from collections import deque
from collections.abc import Iterable, Iterator
from math import inf
from typing import Any

from msgspec import UNSET, Struct, structs

from parlour.core.errors import MalformedInput, Refusal, SessionRejected
from parlour.core.game import CLOCK, AnyGame, Outcome, TimeUp
from parlour.core.match import AnyMatch, Match, check_seats_and_seed
from parlour.core.session import FORMAT_VERSION, MOST_ENTRIES, AnySession, Entry

UNHEARD = {
    "not-begun": "nothing is played before every seat is ready",
    "already-ready": "a seat is ready once, and only where the others wait for it",
    "not-alone": "only a game that is played alone can be finished by a player",
    "log-full": f"a log has at most {MOST_ENTRIES} entries",
}
"""Why a log cannot contain an action with this refusal (`Match.not_loggable`), by the refusal's code."""


class Verdict(Struct, frozen=True):
    """What a replay says of a session."""

    ok: bool
    game: str
    id: str
    scores: tuple[int, ...] = ()
    """The scores of the replay, never those of the session; empty when the replay did not reach the end."""
    complete: bool = False
    """Whether the game was played to its end."""
    tried: bool = False
    """Whether the session is a branch of another match, so that its time may have been stopped for thinking."""
    entry: int | None = None
    """Index of the first wrong entry, from 0; None when no single entry is to blame."""
    code: str | None = None
    reason: str | None = None


def check_known(game: AnyGame, session: AnySession) -> None:
    """SessionRejected unless this program has the game and the rules version of a session."""
    if session.game != game.id:
        raise SessionRejected("other-game", f"this is a session of {session.game!r}, not of {game.id!r}")
    if session.parlour != FORMAT_VERSION:
        raise SessionRejected(
            "format-version",
            f"written in format version {session.parlour}; this program reads version {FORMAT_VERSION}",
        )
    if session.rules_version != game.rules_version:
        raise SessionRejected(
            "rules-version",
            f"played by rules version {session.rules_version}; this program plays version {game.rules_version}",
        )
    _check_branch(session)


def _check_branch(session: AnySession) -> None:
    """SessionRejected unless a branch begins with as many entries as it says that it took over."""
    if session.branch is UNSET:
        return
    taken, there, here = session.branch.entries, session.branch.seq, len(session.entries)
    if taken > min(there, here):
        raise SessionRejected(
            "cannot-start", f"begins with {taken} of another match's first {there} entries, it says, and has {here}"
        )


def begin_as(game: AnyGame, session: AnySession) -> AnyMatch:
    """The match at the start of a session; SessionRejected if this program does not have its rules."""
    check_known(game, session)
    try:
        return Match.begin(
            game,
            id=session.id,
            seed=session.seed,
            started=session.started,
            options=session.options,
            seats=session.seats,
            waits=bool(session.waits),
            branch=session.branch,
        )
    except (ValueError, MalformedInput) as error:
        raise SessionRejected("cannot-start", str(error)) from None


def follow(match: AnyMatch, entries: Iterable[Entry[Any]], length_ms: int | None) -> Iterator[AnyMatch]:
    """The match after each entry; SessionRejected at the first entry with an impossible time or turn.

    Whether the entry was refused or accepted as the log claims is for the caller to compare.
    """
    last_ms, latest_ms, seats = match.last_ms, inf if length_ms is None else length_ms, match.header.seats
    for index, entry in enumerate(entries):
        at_ms, seat, action, due = entry.at_ms, entry.seat, entry.action, match.due_ms
        if not last_ms <= at_ms <= latest_ms:
            check_time(index, at_ms, last_ms, length_ms)
        last_ms = at_ms
        if match.header.ended is not None:
            raise over_before(index)
        if not 0 <= seat < seats or type(action) is TimeUp:
            _check_clock(index, entry, due)
            match = match.until(at_ms)
        elif due is not None and due <= at_ms:
            raise time_was_up(index, at_ms, due)
        else:
            before = match
            match, refusal = match.submit_in_time(seat, action, at_ms)
            if refusal is not None and match is before:
                raise SessionRejected(refusal.code, f"entry {index}: {UNHEARD[refusal.code]}", index)
        yield match


def _check_clock(index: int, entry: Entry[Any], due: int | None) -> None:
    """SessionRejected unless an entry without a seat is CLOCK's and was due."""
    seat, at_ms = entry.seat, entry.at_ms
    if (seat == CLOCK) != (type(entry.action) is TimeUp):
        raise SessionRejected("not-the-clock", f"entry {index}: time is the clock's to play, and nothing else", index)
    if seat != CLOCK:
        if due is not None and due <= at_ms:
            raise time_was_up(index, at_ms, due)
        raise SessionRejected("no-such-seat", f"entry {index}: nobody sits at seat {seat}", index)
    if at_ms != due:
        raise SessionRejected("clock-not-due", f"entry {index}: the clock was not due at {at_ms} ms", index)


def replay(game: AnyGame, session: AnySession) -> Iterator[AnyMatch]:
    """The match at its start and after each entry; SessionRejected where the log contradicts the rules."""
    yield from _played(begin_as(game, session), session)


def _played(match: AnyMatch, session: AnySession) -> Iterator[AnyMatch]:
    yield match
    length = None if session.ended is None else session.ended - session.started
    steps = follow(match, session.entries, length)
    for index, (claimed, after) in enumerate(zip(session.entries, steps, strict=True)):
        match, made = after, after.last
        if made is None or claimed.refused != made.refused:
            raise result_differs(index, claimed.refused, match.last_refusal)
        yield match
    _check_end(session, match)


def resume(game: AnyGame, session: AnySession) -> AnyMatch:
    """The match after the whole log, to be played on; with its end if it was left before an outcome."""
    return Match.taken_up(game, session, last_of(replay(game, session)).state)


def reopened(game: AnyGame, session: AnySession) -> AnyMatch:
    """`resume` for a log that this host wrote itself: its options are settled, and no level is dealt again."""
    check_known(game, session)
    start = Match.opened(game, structs.replace(session, entries=(), outcome=None, ended=None))
    return Match.taken_up(game, session, last_of(_played(start, session)).state)


def verify(game: AnyGame, session: AnySession) -> Verdict:
    """Whether a replay bears out everything the session claims."""
    return judge(session.game, session.id, replay(game, session))


def verify_opening(game: AnyGame, session: AnySession, scores: tuple[int, ...]) -> Verdict:
    """`verify` for a session without play, in which nothing depends on the first state."""
    try:
        check_known(game, session)
        try:
            check_seats_and_seed(game, session.seats, session.seed)
        except ValueError as error:
            raise SessionRejected("cannot-start", str(error)) from None
        if session.ended is not None and session.ended < session.started:
            raise ends_before_start()
    except SessionRejected as wrong:
        return rejection(session.game, session.id, wrong)
    return Verdict(True, session.game, session.id, scores, tried=session.branch is not UNSET)


def judge(game_id: str, session_id: str, steps: Iterator[AnyMatch]) -> Verdict:
    """The verdict of a replay, which is run to its end."""
    try:
        match = last_of(steps)
    except SessionRejected as wrong:
        return rejection(game_id, session_id, wrong)
    scores = match.game.scores(match.state)
    tried = match.header.branch is not UNSET
    return Verdict(True, game_id, session_id, scores, complete=match.outcome is not None, tried=tried)


def rejection(game_id: str, session_id: str, wrong: SessionRejected) -> Verdict:
    """The verdict on a session that a replay contradicts."""
    return Verdict(False, game_id, session_id, entry=wrong.entry, code=wrong.code, reason=wrong.reason)


def last_of(steps: Iterator[AnyMatch]) -> AnyMatch:
    """The last match of a replay, which has at least its start."""
    [match] = deque(steps, maxlen=1)
    return match


def result_differs(index: int, claimed: Refusal | None, actual: Refusal | None) -> SessionRejected:
    """The rejection of an entry that was refused, or accepted, differently than the log claims."""
    return SessionRejected(
        "result-differs",
        f"entry {index} is logged as {claimed or 'accepted'}, but the rules say {actual or 'accepted'}",
        index,
    )


def check_outcome(claimed: Outcome | None, actual: Outcome | None) -> None:
    """SessionRejected unless the claimed outcome is the outcome of the replay."""
    if claimed == actual:
        return
    if claimed is None or actual is None:
        stated = "unfinished" if claimed is None else f"over ({claimed.reason})"
        found = "unfinished" if actual is None else f"over ({actual.reason})"
        raise SessionRejected("outcome-differs", f"claims to be {stated}, but the log leaves it {found}")
    if claimed.scores != actual.scores:
        raise SessionRejected(
            "score-differs", f"claims {_listed(claimed.scores)}, but the log scores {_listed(actual.scores)}"
        )
    raise SessionRejected("outcome-differs", f"claims {claimed}, but the log gives {actual}")


def check_time(index: int, at_ms: int, last_ms: int, length_ms: int | None) -> None:
    """SessionRejected if an entry is before the start, before the entry before it, or after the end."""
    if at_ms < 0:
        raise SessionRejected("before-the-start", f"entry {index} is at {at_ms} ms, before the start", index)
    if at_ms < last_ms:
        raise SessionRejected(
            "time-out-of-order",
            f"entry {index} is at {at_ms} ms, before entry {index - 1} at {last_ms} ms",
            index,
        )
    if length_ms is not None and at_ms > length_ms:
        raise SessionRejected(
            "after-the-end", f"entry {index} is at {at_ms} ms, but the session ended at {length_ms} ms", index
        )


def over_before(index: int) -> SessionRejected:
    """The rejection of an entry after the end of the game."""
    return SessionRejected("after-the-end", f"the game was over before entry {index}", index)


def time_was_up(index: int, at_ms: int, due_ms: int) -> SessionRejected:
    """The rejection of an entry that comes after CLOCK had to act."""
    return SessionRejected("time-was-up", f"entry {index} is at {at_ms} ms, but time was up at {due_ms} ms", index)


def ends_before_start() -> SessionRejected:
    """The rejection of a session that ends before it starts."""
    return SessionRejected("ends-before-start", "the session ends before it starts")


def _check_end(session: AnySession, match: AnyMatch) -> None:
    length = None if session.ended is None else session.ended - session.started
    if length is not None and length < 0:
        raise ends_before_start()
    if match.due_ms is not None and length is not None and match.due_ms <= length:
        raise SessionRejected("clock-missing", f"time was up at {match.due_ms} ms, but the log does not say so")
    check_outcome(session.outcome, match.outcome)
    if match.outcome is not None and session.ended is None:
        raise SessionRejected("end-missing", "the game is over, but the session does not say when it ended")


def _listed(scores: tuple[int, ...]) -> str:
    return " to ".join(map(str, scores))
