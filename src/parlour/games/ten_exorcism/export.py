"""The v1 JSON of the specification: how other programs of this game hand over a session.

    {"v":1,"id":"…","seed":42,"start":…,"end":…,"actions":[{"t":1200,"s":[r0,c0,r1,c1],"r":1,"p":3},…],"score":3}

Times are integers in milliseconds; ``t`` counts from the start. ``r`` is 1 for a valid selection, ``p`` the points it
gained. The start is when play began. It has no mode, no clock and no advice: it is read as ``endless`` unless told
otherwise, a time limit that was reached follows from where the session ends, and that advice was asked for, or that the
player finished, is left out.
"""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct, structs

from parlour.core.errors import MalformedInput, SessionRejected
from parlour.core.match import AnyMatch, Match
from parlour.core.replay import Verdict, ends_before_start, follow, last_of
from parlour.core.session import MOST_ENTRIES, AnySession, Entry, Name, SessionSeed, Whole, read_json
from parlour.core.waiting import without_waiting
from parlour.games.ten_exorcism.rules import TEN, Coordinate, Options, Select, TenExorcism

GAME = TenExorcism()


class V1Action(Struct, frozen=True, forbid_unknown_fields=True):
    """One selection and what its player says came of it."""

    t: Whole
    s: tuple[Coordinate, Coordinate, Coordinate, Coordinate]
    r: Literal[0, 1]
    p: Whole


class V1Session(Struct, frozen=True, forbid_unknown_fields=True):
    """The whole of it, in the order in which it is written."""

    v: Literal[1]
    id: Name
    seed: SessionSeed
    start: Whole
    end: Whole
    actions: Annotated[tuple[V1Action, ...], Meta(max_length=MOST_ENTRIES)]
    score: Whole


class _Version(Struct):
    v: Any = None


_SESSION = msgspec.json.Decoder(V1Session)
_VERSION = msgspec.json.Decoder(_Version)


class V1:
    """The format, as the command line and the server use it."""

    name = "ten-exorcism-v1"

    def claims(self, keys: frozenset[str]) -> bool:
        return "v" in keys or {"seed", "actions"} <= keys

    def read(self, text: bytes, options: Options | None) -> AnySession:
        session = decode_v1(text)
        match = last_of(_steps(session, options))
        return structs.replace(match.session, ended=session.end)

    def replay(self, text: bytes, options: Options | None) -> Iterator[AnyMatch]:
        session = decode_v1(text)
        steps = _steps(session, options)
        match = next(steps)
        yield match
        for index, (action, after) in enumerate(zip(session.actions, steps, strict=False)):
            refused = after.last_refusal
            check_result(index, action.r, refused.facts["sum"] if refused else TEN)
            check_points(index, action.p, after.state.score - match.state.score)
            match = after
            yield match
        yield from steps
        check_score(session.score, match.state.score)

    def judge_many(self, texts: Sequence[bytes], options: Options | None) -> list[Verdict | None]:
        from parlour.games.ten_exorcism.bulk import judge_many

        return judge_many(texts, options)

    def write(self, session: AnySession) -> bytes:
        return msgspec.json.encode(encode_v1(session))


def decode_v1(text: bytes) -> V1Session:
    """Read the JSON, or MalformedInput with the place and the reason."""
    version = read_json(text, _VERSION).v
    if version != 1 or isinstance(version, bool):
        raise MalformedInput(f"format version {version!r:.40} is not known; this reads version 1")
    decoded: V1Session = read_json(text, _SESSION)
    return decoded


def encode_v1(session: AnySession) -> V1Session:
    """What v1 can say of a session: a replay of it fills in the points."""
    session = without_waiting(session)
    match: AnyMatch = Match.begin(
        GAME, id=session.id, seed=session.seed, started=session.started, options=session.options
    )
    selections = [entry for entry in session.entries if isinstance(entry.action, Select)]
    actions = []
    for entry, after in zip(selections, follow(match, selections, None), strict=True):
        valid: Literal[0, 1] = 0 if after.last_refusal else 1
        actions.append(
            V1Action(entry.at_ms, structs.astuple(entry.action), valid, after.state.score - match.state.score)
        )
        match = after
    end = session.ended if session.ended is not None else session.started + match.last_ms
    return V1Session(1, session.id, session.seed, session.started, end, tuple(actions), match.state.score)


def _steps(session: V1Session, options: Options | None) -> Iterator[AnyMatch]:
    """The match at its start, after each action, and at its end if that adds anything."""
    length = session.end - session.start
    if length < 0:
        raise ends_before_start()
    match: AnyMatch = Match.begin(
        GAME,
        id=session.id,
        seed=session.seed,
        started=session.start,
        options=options if options is not None else Options(mode="endless"),
    )
    yield match
    entries = [Entry(action.t, 0, Select(*action.s)) for action in session.actions]
    for after in follow(match, entries, length):
        match = after
        yield match
    if match.session.ended is None:
        yield match.close(length)


def check_result(index: int, claimed: int, total: int) -> None:
    """A selection is valid if and only if it sums to ten."""
    if claimed == (1 if total == TEN else 0):
        return
    told = "valid" if claimed else "invalid"
    found = "sums to ten" if total == TEN else f"sums to {total}"
    raise SessionRejected("result-differs", f"entry {index} claims to be {told}, but its rectangle {found}", index)


def check_points(index: int, claimed: int, gained: int) -> None:
    """A point for each ghost that a valid selection clears."""
    if claimed == gained:
        return
    raise SessionRejected(
        "points-differ", f"entry {index} claims {claimed} points, but its rectangle gives {gained}", index
    )


def check_score(claimed: int, score: int) -> None:
    """The score is what the log adds up to."""
    if claimed != score:
        raise SessionRejected("score-differs", f"claims a score of {claimed}, but the log scores {score}")
