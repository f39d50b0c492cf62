"""An independent replay: what is true of a session's text, found by Python's JSON and the obvious rules.

Of the program that is tested it uses nothing but the levels that it deals.
"""

from dataclasses import dataclass
from typing import Any, Literal

from tests.forgeries.naive_dots_and_boxes import NaiveDotsAndBoxes
from tests.forgeries.naive_nim import NaiveNim
from tests.forgeries.naive_rules import End, NaiveGame, No, Untrue
from tests.forgeries.naive_stackdoku import NaiveStackdoku
from tests.forgeries.naive_ten_exorcism import LIMIT_MS, NaiveTenExorcism, coordinate
from tests.forgeries.plain_json import (
    Reader,
    Unreadable,
    anything,
    listed,
    mapping,
    maybe,
    moment,
    name,
    one_of,
    pairs,
    read_text,
    record,
    tagged,
    text,
    truth,
    whole,
)

GAMES: dict[str, type[NaiveGame]] = {
    "ten-exorcism": NaiveTenExorcism,
    "dots-and-boxes": NaiveDotsAndBoxes,
    "stackdoku": NaiveStackdoku,
    "nim": NaiveNim,
}
MOST_ENTRIES = 20_000
CLOCK = -1
seed = whole(-(2**52), 2**52)


@dataclass(frozen=True)
class Answer:
    """What is to be said of a text."""

    kind: Literal["unreadable", "rejected", "holds"]
    entry: int | None = None
    """The first that is wrong."""
    scores: tuple[int, ...] = ()
    complete: bool = False


def answer_to(document: bytes, mode: str = "endless") -> Answer:
    """What is true of a text; the mode is what the v1 format of Ten Exorcism cannot say."""
    try:
        return _holds(_session_in(read_text(document)), mode)
    except Unreadable:
        return Answer("unreadable")
    except Untrue as untrue:
        return Answer("rejected", entry=untrue.entry)


def _session_in(value: Any) -> Any:
    """The session itself: a line of an export has it beside those who sat there."""
    fields = dict(pairs(value))
    if fields.keys() != {"seated", "session"}:
        return value
    anything(fields["seated"])
    return fields["session"]


def _holds(value: Any, mode: str) -> Answer:
    fields = dict(pairs(value))
    if "game" in fields:
        game = fields["game"]
        if not isinstance(game, str) or game not in GAMES:
            raise Unreadable("no such game")
        return _replayed(READERS[game](value), GAMES[game])
    if "v" in fields or {"seed", "actions"} <= fields.keys():
        return _replayed_v1(_v1(value), mode)
    raise Unreadable("no session")


_count = whole(0, MOST_ENTRIES)


def _reader_of(game: type[NaiveGame]) -> Reader:
    def action(value: Any) -> tuple[str, dict[str, Any]]:
        said = [item for key, item in pairs(value) if key == "do"]
        found: tuple[str, dict[str, Any]] = (_common if _COMMON & set(map(str, said)) else game.read_action)(value)
        return found

    entry = record({"at_ms": moment, "seat": whole(), "action": action}, {"refused": (maybe(_refusal), None)})
    return record(
        {
            "id": name,
            "game": name,
            "rules_version": whole(),
            "options": game.read_options,
            "seed": seed,
            "seats": whole(1, 64),
            "started": moment,
        },
        {
            "parlour": (whole(), 1),
            "ended": (maybe(moment), None),
            "entries": (listed(entry, most=MOST_ENTRIES), ()),
            "outcome": (maybe(_outcome), None),
            "waits": (truth, False),
            "branch": (record({"match": name, "seq": _count, "entries": _count}), None),
        },
    )


_COMMON = {"time-up", "ready", "finish"}
_common = tagged(dict.fromkeys(_COMMON, record({})))
_refusal = record({"code": text}, {"facts": (mapping(whole()), {})})
_outcome = record({"reason": text, "scores": listed(whole()), "winners": listed(whole())})
READERS = {name: _reader_of(game) for name, game in GAMES.items()}
_v1_action = record(
    {"t": moment, "s": listed(coordinate, exactly=4), "r": one_of(0, 1), "p": moment},
)
_v1 = record(
    {
        "v": one_of(1),
        "id": name,
        "seed": seed,
        "start": moment,
        "end": moment,
        "actions": listed(_v1_action, most=MOST_ENTRIES),
        "score": moment,
    }
)


def _replayed(session: dict[str, Any], kind: type[NaiveGame]) -> Answer:
    if session["parlour"] != 1 or session["rules_version"] != kind.rules_version or session["seats"] not in kind.seats:
        raise Untrue
    length = None if session["ended"] is None else session["ended"] - session["started"]
    before = 0 if session["branch"] is None else session["branch"]["entries"]
    if before > len(session["entries"]) or (before and before > session["branch"]["seq"]):
        raise Untrue
    waits_after = before if session["waits"] else None
    game = _Played(kind(session["options"], session["seed"], session["seats"]), session["seats"], waits_after)
    last = 0
    for index, entry in enumerate(session["entries"]):
        _check_moment(game, index, entry["at_ms"], last, length)
        last = entry["at_ms"]
        refused = None if entry["refused"] is None else No(**entry["refused"])
        if game.play(entry, index) != refused:
            raise Untrue(index)
    end, due = game.end(), game.due()
    if length is not None and length < 0:
        raise Untrue
    if end is None and due is not None and length is not None and due <= length:
        raise Untrue
    if end != (None if session["outcome"] is None else End(**session["outcome"])):
        raise Untrue
    if end is not None and length is None:
        raise Untrue
    return Answer("holds", scores=game.scores(), complete=end is not None)


class _Played:
    """A game with what all games have in common: seats that wait for each other, the clock, and a way to end it."""

    def __init__(self, game: NaiveGame, seats: int, waits_after: int | None) -> None:
        self._game = game
        self._seats = seats
        self._waits_after = waits_after
        self._count = 0
        self._awaited = set(range(seats)) if waits_after == 0 else set[int]()
        self._stopped = 0
        self._began = 0
        self._finished = False

    def due(self) -> int | None:
        due = self._game.due()
        return None if due is None or self._awaited else due + self._began

    def scores(self) -> tuple[int, ...]:
        return self._game.scores()

    def end(self) -> End | None:
        if self._finished:
            return End("finished", self.scores(), (0,) if self._game.finishing_wins else ())
        return self._game.end()

    def play(self, entry: dict[str, Any], index: int) -> No | None:
        """Play an entry, after which nothing may go on until every seat is ready; its time stands still then."""
        refused = self._play(entry, index)
        self._count += 1
        if self._count == self._waits_after:
            self._awaited = set(range(self._seats))
            self._stopped = entry["at_ms"]
        return refused

    def _play(self, entry: dict[str, Any], index: int) -> No | None:
        """Untrue if it was not for this seat to do this, or not then."""
        (kind, action), seat, at_ms, due = entry["action"], entry["seat"], entry["at_ms"], self.due()
        if kind == "time-up":
            if seat != CLOCK or at_ms != due:
                raise Untrue(index)
            self._game.time_up(at_ms - self._began)
            return None
        if seat not in range(self._seats) or (due is not None and at_ms >= due):
            raise Untrue(index)
        if (kind == "ready") != (seat in self._awaited) or (kind != "ready" and self._awaited):
            raise Untrue(index)
        if kind == "ready":
            self._awaited.remove(seat)
            self._began = at_ms - self._stopped
            return None
        if kind == "finish":
            if self._seats > 1:
                raise Untrue(index)
            self._finished = True
            return None
        return self._game.play(seat, kind, action, at_ms - self._began)


def _check_moment(game: NaiveGame | _Played, index: int, at_ms: int, last: int, length: int | None) -> None:
    """Time runs forward from the start to the end, and nothing follows the end of the game."""
    if at_ms < last or (length is not None and at_ms > length) or game.end() is not None:
        raise Untrue(index)


def _replayed_v1(session: dict[str, Any], mode: str) -> Answer:
    length = session["end"] - session["start"]
    if length < 0:
        raise Untrue
    game = NaiveTenExorcism({"mode": mode}, session["seed"], 1)
    limit = LIMIT_MS if mode == "classic" else None
    last = 0
    for index, action in enumerate(session["actions"]):
        _check_moment(game, index, action["t"], last, length)
        last = action["t"]
        if limit is not None and last >= limit:
            raise Untrue(index)
        total, points = game.select(*action["s"])
        if (action["r"] == 1) != (total == 10) or action["p"] != points:
            raise Untrue(index)
    if game.scores() != (session["score"],):
        raise Untrue
    return Answer("holds", scores=game.scores(), complete=game.end() is not None or (limit or length + 1) <= length)
