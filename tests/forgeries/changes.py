"""Ways to change what a session says. Some of them keep it true: whoever judges must find out which."""

import json
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

COMMON = ({"do": "time-up"}, {"do": "ready"}, {"do": "finish"})
"""What no game has of its own."""
Place = tuple[Any, Any]
"""A container and the key or index of something in it."""

INTEGERS = (0, 1, -1, 2, 63, 2**31, -(2**31) - 1, 2**32, 2**52 + 1, 2**53, 2**53 + 1, -(2**53), 2**63, 2**64, 10**30)
STEPS = (1, -1, 2, 1000, -1000, 120_000, 2**32, -(2**32), 2**53)
WORDS = ("", " ", "x", "ü", "한국어", "a\nb", "a\n", "\x00", "\x7f", "\u202e", "😀" * 200, "y" * 201, "1", "null")


@dataclass(frozen=True)
class Draft:
    """A session that is being changed, and another of the same game and format to take things from."""

    chance: random.Random
    session: dict[str, Any]
    other: dict[str, Any]


Change = Callable[[Draft], None]
NOTHING_TO_CHANGE = (TypeError, KeyError, IndexError, AttributeError, ValueError)
"""What a change raises when the session, or what earlier changes left of it, has nothing to change in its way."""


def _entries(session: dict[str, Any]) -> list[dict[str, Any]]:
    """The log, under whichever name it has."""
    found: list[dict[str, Any]] = session["entries"] if "entries" in session else session["actions"]
    return found


def _time_of(session: dict[str, Any]) -> str:
    return "at_ms" if "entries" in session else "t"


def _leaves(value: Any) -> list[Place]:
    """Every place with a number, a word, true, false or null."""
    keys = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    found: list[Place] = []
    for key, item in keys:
        found += _leaves(item) if isinstance(item, dict | list) else [(value, key)]
    return found


def _groups(value: Any) -> list[Any]:
    """Every object and array."""
    if not isinstance(value, dict | list):
        return []
    inside = value.values() if isinstance(value, dict) else value
    return [value, *(group for item in inside for group in _groups(item))]


def _some_leaf(chance: random.Random, session: dict[str, Any]) -> Place:
    """Anywhere; as often in the head as in the log, however long that is."""
    leaves = [(session, key) for key, item in session.items() if not isinstance(item, dict | list)]
    if chance.random() < 0.6:
        part = chance.choice([item for item in session.values() if isinstance(item, dict | list)])
        leaves = _leaves(chance.choice(part) if isinstance(part, list) and part and chance.random() < 0.9 else part)
    return chance.choice(leaves)


def another_value(draft: Draft) -> None:
    """A number or a word becomes another."""
    container, key = _some_leaf(draft.chance, draft.session)
    value = container[key]
    if isinstance(value, int) and draft.chance.random() < 0.7:
        container[key] = value + draft.chance.choice(STEPS)
    elif isinstance(value, str) and draft.chance.random() < 0.5:
        words = [box[at] for box, at in _leaves(draft.other) if isinstance(box[at], str)]
        container[key] = draft.chance.choice(words)
    else:
        container[key] = draft.chance.choice(
            draft.chance.choice((INTEGERS, WORDS, (None, True, False, 1.0, -0.0, 1.5, [], {})))
        )


def others_value(draft: Draft) -> None:
    """A field of the head, as it is in another session."""
    key = draft.chance.choice(list(draft.other))
    draft.session[key] = draft.other[key]


def small_step(draft: Draft) -> None:
    """A number that is one off, somewhere in the log or in the outcome: the forgery that is hardest to see."""
    part = draft.chance.choice([*_entries(draft.session), draft.session.get("outcome") or draft.session])
    container, key = draft.chance.choice([place for place in _leaves(part) if isinstance(place[0][place[1]], int)])
    container[key] += draft.chance.choice((1, -1))


def claim(draft: Draft) -> None:
    """A better result."""
    if "score" in draft.session:
        draft.session["score"] += draft.chance.choice((1, -1, 10))
        return
    outcome = draft.session.get("outcome") or {"reason": "solved", "scores": [0, 0], "winners": [0]}
    seat = draft.chance.randrange(len(outcome["scores"]))
    what = draft.chance.randrange(4)
    if what == 0:
        outcome["scores"][seat] += draft.chance.choice((1, -1, 10**9))
    elif what == 1:
        outcome["winners"] = draft.chance.choice(([], [0], [1], [0, 1], [1, 0], [0, 0]))
    elif what == 2:
        outcome["reason"] = draft.chance.choice(
            ("solved", "out-of-lives", "time-up", "no-rectangle-left", "all-boxes-owned")
        )
    draft.session["outcome"] = None if what == 3 else outcome


def mark(draft: Draft) -> None:
    """An entry's own claim: refused or not, why, with which details."""
    entry = draft.chance.choice(_entries(draft.session))
    if "r" in entry:
        entry[draft.chance.choice("rp")] = draft.chance.choice((0, 1, 2, 3, 4, -1))
        return
    refusals = [made["refused"] for made in (*_entries(draft.session), *_entries(draft.other)) if made.get("refused")]
    what = draft.chance.randrange(3)
    if what == 0:
        entry.pop("refused", None)
    elif what == 1:
        entry["refused"] = draft.chance.choice(
            [*refusals, {"code": "not-your-turn"}, {"code": "game-over", "facts": {}}]
        )
    elif entry.get("refused"):
        facts = entry["refused"].setdefault("facts", {})
        facts[draft.chance.choice(("sum", "owner", "tile", "row", "there", "more"))] = draft.chance.choice(
            (0, 1, 11, 2**70)
        )


def drop(draft: Draft) -> None:
    """An entry goes."""
    entries = _entries(draft.session)
    del entries[draft.chance.randrange(len(entries))]


def double(draft: Draft) -> None:
    """An entry stands there twice, one after the other or somewhere else."""
    entries = _entries(draft.session)
    at = draft.chance.randrange(len(entries))
    entries.insert(
        draft.chance.choice((at + 1, draft.chance.randrange(len(entries) + 1))), json.loads(json.dumps(entries[at]))
    )


def exchange(draft: Draft) -> None:
    """Two entries change places, with their times or leaving those where they were."""
    entries, time = _entries(draft.session), _time_of(draft.session)
    one, two = draft.chance.sample(range(len(entries)), 2)
    if draft.chance.random() < 0.5:
        one, two = sorted((one, min(one + 1, len(entries) - 1)))
    entries[one], entries[two] = entries[two], entries[one]
    if draft.chance.random() < 0.7:
        entries[one][time], entries[two][time] = entries[two][time], entries[one][time]


def insert(draft: Draft) -> None:
    """Another session's entry comes in, at the time of its neighbour."""
    entries, time = _entries(draft.session), _time_of(draft.session)
    entry = draft.chance.choice([*_entries(draft.other), *_common_entries(draft)])
    at = draft.chance.randrange(len(entries) + 1)
    entry[time] = entries[at - 1][time] if at else 0
    entries.insert(at, entry)


def _common_entries(draft: Draft) -> list[dict[str, Any]]:
    seats = (-1, 0, draft.chance.randrange(4))
    return [{"at_ms": 0, "seat": draft.chance.choice(seats), "action": dict(action)} for action in COMMON]


def splice(draft: Draft) -> None:
    """The rest of the log is another session's."""
    entries, theirs = _entries(draft.session), _entries(draft.other)
    entries[draft.chance.randrange(len(entries) + 1) :] = theirs[draft.chance.randrange(len(theirs) + 1) :]


def cut(draft: Draft) -> None:
    """The log stops earlier, and the session often says so."""
    entries, time = _entries(draft.session), _time_of(draft.session)
    del entries[draft.chance.randrange(len(entries) + 1) :]
    if "score" in draft.session:
        draft.session["score"] = sum(entry["p"] for entry in entries)
    elif draft.chance.random() < 0.8:
        draft.session["outcome"] = None
        draft.session["ended"] = (
            draft.session["started"] + entries[-1][time] + draft.chance.choice((0, 17)) if entries else None
        )


def retime(draft: Draft) -> None:
    """Entries move in time: one of them, or all from some entry on."""
    entries, time = _entries(draft.session), _time_of(draft.session)
    first = draft.chance.randrange(len(entries))
    by = draft.chance.choice((1, -1, 7, 1000, -1000, 60_000, 3_600_000))
    for entry in entries[first : draft.chance.choice((first + 1, len(entries)))]:
        entry[time] += by


def postpone(draft: Draft) -> None:
    """The whole session happens at another time, or ends at another."""
    start, end = ("started", "ended") if "started" in draft.session else ("start", "end")
    by = draft.chance.choice((1, 17, 1000, -1, -(10**6), 10**9))
    if draft.chance.random() < 0.5:
        draft.session[start] += by
    if draft.session[end] is not None:
        draft.session[end] += by


def misdate(draft: Draft) -> None:
    """No end, an end before the start, a first entry before it, or a clock that never played."""
    entries, time = _entries(draft.session), _time_of(draft.session)
    start, end = ("started", "ended") if "started" in draft.session else ("start", "end")
    what = draft.chance.randrange(4)
    if what == 0:
        draft.session[end] = None
    elif what == 1:
        draft.session[end] = draft.session[start] - 1
    elif what == 2:
        entries[0][time] = -1
    else:
        entries[:] = [entry for entry in entries if entry.get("seat") != -1]


def forget_refusals(draft: Draft) -> None:
    """What was refused was never tried."""
    entries = _entries(draft.session)
    entries[:] = [entry for entry in entries if not entry.get("refused") and entry.get("r") != 0]


def reseed(draft: Draft) -> None:
    """The same seed, or one that is near, under another number."""
    draft.session["seed"] += draft.chance.choice((2**32, -(2**32), 5 * 2**32, 2**31))


def rename(draft: Draft) -> None:
    """Another id."""
    draft.session["id"] = draft.chance.choice(WORDS)


def reseat(draft: Draft) -> None:
    """Another number of players, or an entry of somebody else."""
    if draft.chance.random() < 0.5:
        draft.session["seats"] = draft.chance.choice((0, 1, 2, 3, 4, 5, 64, 65))
    else:
        draft.chance.choice(_entries(draft.session))["seat"] = draft.chance.choice((-2, -1, 0, 1, 2, 3, 2**70))


def version(draft: Draft) -> None:
    """Written or played by another version."""
    draft.session[draft.chance.choice([key for key in ("v", "parlour", "rules_version") if key in draft.session])] = (
        draft.chance.choice((0, 2))
    )


def reshape(draft: Draft) -> None:
    """A field goes, an unknown one comes, an array grows or shrinks, an object turns round."""
    group = draft.chance.choice(_groups(draft.session)[:60])
    if isinstance(group, list):
        at = draft.chance.randrange(len(group))
        draft.chance.choice((group.pop, lambda at: group.insert(at, group[at])))(at)
        return
    what = draft.chance.randrange(3)
    if what == 0:
        del group[draft.chance.choice(list(group))]
    elif what == 1:
        group[draft.chance.choice(("extra", "score", "seat", "level", "refused", "do", "certificate"))] = (
            draft.chance.choice(INTEGERS)
        )
    else:
        turned = list(group.items())[::-1]
        group.clear()
        group.update(turned)


def wait(draft: Draft) -> None:
    """It waited and says it did not, or the other way round, or is a branch; or somebody was ready sooner or later."""
    session, entries = draft.session, _entries(draft.session)
    what = draft.chance.randrange(6)
    if what == 0:
        session["waits"] = not session.get("waits", False)
    elif what == 1:
        session.pop("waits", None)
        entries[:] = [entry for entry in entries if entry["action"] != {"do": "ready"}]
    elif what == 2:
        session["waits"] = True
        entries[:0] = _all_ready(session, 0)
    elif what == 3:
        _branch(session, draft.chance.randrange(len(entries) + 2))
    elif what == 4:
        first = draft.chance.randrange(len(entries) + 1)
        session["waits"] = True
        _branch(session, first)
        entries[first:first] = _all_ready(session, entries[first - 1]["at_ms"] if first else 0)
    else:
        ready = draft.chance.choice([entry for entry in entries if entry["action"] == {"do": "ready"}])
        ready["at_ms"] = draft.chance.choice((0, 1, ready["at_ms"] + 1, entries[-1]["at_ms"]))


MANY_SEATS = 70
"""More than any session has, where another change claims far more."""


def _all_ready(session: dict[str, Any], at_ms: int) -> list[dict[str, Any]]:
    seats = min(session["seats"], MANY_SEATS)
    return [{"at_ms": at_ms, "seat": seat, "action": {"do": "ready"}} for seat in range(seats)]


def _branch(session: dict[str, Any], entries: int) -> None:
    session["branch"] = {"match": "another", "seq": max(0, entries - (entries % 5 == 4)), "entries": entries}


def undealt(draft: Draft) -> None:
    """What was dealt is left out of the options, or is another session's."""
    options = draft.session["options"]
    if "level" in options:
        options["level"] = draft.chance.choice(
            (None, draft.other["options"]["level"], options["level"] | {"certificate": []})
        )


CHANGES: Sequence[Change] = (
    another_value, another_value, others_value, small_step, small_step, claim, claim, mark, mark, drop, double,
    exchange, insert, splice, cut, cut, retime, retime, misdate, postpone, forget_refusals, reseed, rename, reseat,
    version, reshape, undealt, wait,
)  # fmt: skip
