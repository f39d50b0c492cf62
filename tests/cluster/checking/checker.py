"""Whether what clients noted and what the store holds can both be true: a pure function, and each fault by its name.

Nothing acknowledged is lost, doubled, changed or reordered; nobody sees what the log does not say, or sees it run
backwards; every finished match verifies and is counted once; all processes say the same of it.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, TypeAlias

from msgspec import Struct

from tests.cluster.checking.evidence import Evidence, LoggedEntry, LoggedMatch
from tests.cluster.checking.history import (
    Answered,
    Attempted,
    Discarded,
    Heard,
    History,
    Returned,
    Seen,
    Sent,
    Spoke,
    StillSignedIn,
)

Kind: TypeAlias = Literal[
    "acknowledged-lost",  # an answer names an entry that is not there, or is another one
    "answer-changed",  # one action was answered in two ways
    "doubled",  # one action is in the log twice
    "invented",  # the log holds an action that nobody sent
    "reordered",  # an action that was sent after another one's answer stands before it
    "diverging-views",  # two saw the same moment differently, or not as the log has it
    "view-ahead-of-log",  # somebody saw more entries than there are
    "view-backwards",  # somebody saw fewer entries than before
    "does-not-verify",
    "not-confirmed",  # a finished match whose outcome no replay has borne out
    "place-taken-twice",  # two matches have one place in the order of the confirmations
    "counted-wrongly",  # a result is missing, there twice, or there for nothing
    "rating-counted-wrongly",  # a rating has counted other games than those of the results
    "best-wrong",  # somebody's best is not the best of their results
    "discarded-kept",  # a match that was thrown away goes on, came to an outcome or is somebody's game
    "attempted-twice",  # somebody has two attempts at one daily challenge
    "seat-lost",  # somebody had come back to a seat and does not have it
    "signed-in-still",  # a device that was signed out was let in
    "processes-differ",  # two processes say different things of a player or a room, or not what the store holds
    "phrase-doubled",  # a phrase was heard more often than it was said
    "away-too-long",  # somebody who lost the connection saw nothing for longer than anybody should
    "stuck",  # somebody could not come to an end
    "server-ended",  # a server ended that nobody had ended
    "cluster-broken",  # what was to run again does not
]
WATCHER = -1


class Violation(Struct, frozen=True):
    """Something that must not be."""

    kind: Kind
    where: str
    """The match, or the player."""
    what: str


def check(histories: Sequence[History], evidence: Evidence, longest_away_s: float = 20) -> tuple[Violation, ...]:
    """All that is wrong; empty if all is well."""
    logs = {match.id: match for match in evidence.matches}
    return tuple(
        violation
        for violations in (
            _answers(histories, logs),
            _entries(histories, evidence.matches),
            _order(histories),
            _views(histories, logs),
            _endings(evidence.matches),
            _results(evidence),
            _ratings(evidence),
            _bests(evidence),
            _discarded(histories, evidence),
            _attempts(histories, evidence.matches),
            _returned(histories, logs),
            _signed_out(histories),
            _processes(evidence),
            _phrases(histories),
            _absences(histories, longest_away_s),
        )
        for violation in violations
    )


def _answers(histories: Sequence[History], logs: Mapping[str, LoggedMatch]) -> Iterator[Violation]:
    """Every answer that names an entry names that of its own action, and says the same each time."""
    for history in histories:
        sent = {(event.match, event.ref): event for event in history.events if isinstance(event, Sent)}
        first: dict[tuple[str, str], Answered] = {}
        for event in history.events:
            if not isinstance(event, Answered) or event.seq is None:
                continue
            key = event.match, event.ref
            known = first.setdefault(key, event)
            if (known.seq, known.refused) != (event.seq, event.refused):
                yield Violation("answer-changed", event.match, f"{event.ref}: {known.seq}, then {event.seq}")
            log = logs.get(event.match)
            entry = log.entries[event.seq] if log is not None and event.seq < len(log.entries) else None
            if entry is None or not _is_of(entry, event, sent.get(key)):
                yield Violation("acknowledged-lost", event.match, f"{event.ref} at {event.seq}: the log has {entry}")


def _is_of(entry: LoggedEntry, answered: Answered, sent: Sent | None) -> bool:
    same_action = sent is not None and entry.action == sent.action
    told = answered.seat, answered.ref, answered.refused
    return same_action and (entry.seat, entry.ref, entry.refused) == told


def _entries(histories: Sequence[History], matches: Sequence[LoggedMatch]) -> Iterator[Violation]:
    """Every entry with a ref is the only one of an action that somebody sent."""
    sent = {
        (event.match, event.seat, event.ref)
        for history in histories
        for event in history.events
        if isinstance(event, Sent)
    }
    for match in matches:
        times = Counter((entry.seat, entry.ref) for entry in match.entries if entry.ref is not None)
        for (seat, ref), count in times.items():
            if count > 1:
                yield Violation("doubled", match.id, f"{ref} of seat {seat} is there {count} times")
            if (match.id, seat, ref) not in sent:
                yield Violation("invented", match.id, f"{ref} of seat {seat} was sent by nobody")


def _order(histories: Sequence[History]) -> Iterator[Violation]:
    """What was sent after an answer to anybody comes after what was answered."""
    answers: dict[str, list[tuple[float, int]]] = defaultdict(list)
    actions: dict[str, list[tuple[float, int, str]]] = defaultdict(list)
    for history in histories:
        sent_at: dict[str, float] = {}
        for event in history.events:
            if isinstance(event, Sent):
                sent_at.setdefault(event.ref, event.at_s)
            elif isinstance(event, Answered) and event.seq is not None and event.ref in sent_at:
                answers[event.match].append((event.at_s, event.seq))
                actions[event.match].append((sent_at[event.ref], event.seq, event.ref))
    for match, answered in answers.items():
        answered.sort()
        highest, index = -1, 0
        for at_s, seq, ref in sorted(actions[match]):
            while index < len(answered) and answered[index][0] < at_s:
                highest = max(highest, answered[index][1])
                index += 1
            if seq < highest:
                yield Violation("reordered", match, f"{ref} at {seq} was sent after {highest} was answered")


def _views(histories: Sequence[History], logs: Mapping[str, LoggedMatch]) -> Iterator[Violation]:
    """One moment looks alike to everybody at one seat, as the log has it, and nobody goes back in time: what was seen
    or answered once is there from then on."""
    first: dict[tuple[str, int, int | None], str] = {}
    for history in histories:
        highest: dict[str, int] = {}
        for event in history.events:
            if isinstance(event, Answered) and event.seq is not None:
                highest[event.match] = max(highest.get(event.match, 0), event.seq + 1)
            if not isinstance(event, Seen):
                continue
            before = highest.get(event.match, 0)
            if event.seq < before:
                yield Violation("view-backwards", event.match, f"{history.player} saw {before}, then {event.seq}")
            highest[event.match] = max(before, event.seq)
            if first.setdefault((event.match, event.seq, event.seat), event.shown) != event.shown:
                yield Violation("diverging-views", event.match, f"{history.player} saw another one at {event.seq}")
            yield from _against_log(event, logs.get(event.match))


def _against_log(seen: Seen, log: LoggedMatch | None) -> Iterator[Violation]:
    if log is None or seen.seq > len(log.entries):
        there = "no such match" if log is None else f"{len(log.entries)} entries"
        yield Violation("view-ahead-of-log", seen.match, f"{seen.seq} entries were seen, there are {there}")
    elif seen.seq < len(log.shown):
        expected = log.shown[seen.seq].get(WATCHER if seen.seat is None else seen.seat)
        if expected != seen.shown:
            yield Violation("diverging-views", seen.match, f"seat {seen.seat} at {seen.seq} is not what the log has")


def _endings(matches: Sequence[LoggedMatch]) -> Iterator[Violation]:
    """Every log verifies as far as it goes, and every finished match was confirmed, in a place of its own."""
    places = Counter(match.place for match in matches if match.place is not None)
    for match in matches:
        if match.wrong is not None:
            yield Violation("does-not-verify", match.id, match.wrong)
        elif match.over and match.confirmed is not True:
            yield Violation("not-confirmed", match.id, f"confirmed is {match.confirmed}")
        if match.place is not None and places[match.place] > 1:
            yield Violation("place-taken-twice", match.id, f"place {match.place}")


def _results(evidence: Evidence) -> Iterator[Violation]:
    """Whoever holds one seat of a finished match has one result there, and nobody else has any."""
    rows = Counter((result.match, result.player) for result in evidence.results)
    for match in evidence.matches:
        people = Counter(player for player in match.people if player is not None)
        for player, seats in people.items():
            wanted, found = int(match.over and seats == 1), rows.pop((match.id, player), 0)
            if found != wanted:
                yield Violation("counted-wrongly", match.id, f"{player} has {found} results, not {wanted}")
    for (name, player), found in rows.items():
        if any(match.id == name for match in evidence.matches):
            yield Violation("counted-wrongly", name, f"{player} has {found} results without a seat")
    for match in evidence.matches:
        stayed = {who for who, left in zip(match.people, match.left, strict=True) if match.counts and not left}
        for result in evidence.results:
            if result.match == match.id and result.counts != (result.player in stayed):
                yield Violation("counted-wrongly", match.id, f"{result.player}'s result counts: {result.counts}")


def _ratings(evidence: Evidence) -> Iterator[Violation]:
    """A rating has counted each match for several that counts once, for whoever began it; so say the results."""
    rated = [match for match in evidence.matches if len(match.people) > 1 and match.confirmed and match.counts]
    expected = Counter(f"{match.game} {who}" for match in rated for who in match.beginners if who is not None)
    for who in {*expected, *evidence.rated_games}:
        if expected[who] != evidence.rated_games.get(who, 0):
            counted = evidence.rated_games.get(who, 0)
            yield Violation("rating-counted-wrongly", who, f"{counted} games counted, {expected[who]} were rated")
    began = {(match.id, who) for match in rated for who in match.beginners}
    for result in evidence.results:
        if result.rated != ((result.match, result.player) in began):
            yield Violation(
                "rating-counted-wrongly", result.match, f"{result.player}'s result is rated: {result.rated}"
            )


def _bests(evidence: Evidence) -> Iterator[Violation]:
    """Who plays alone has the best of the results that count as the best of all time; dailies have their own lists."""
    alone = {match.id for match in evidence.matches if len(match.people) == 1 and match.daily is None}
    expected: dict[str, int] = {}
    for result in evidence.results:
        if result.match in alone and result.counts:
            who = f"{result.game} {result.board} {result.player}"
            expected[who] = max(expected.get(who, result.score), result.score)
    for who in {*expected, *evidence.bests}:
        if expected.get(who) != evidence.bests.get(who):
            yield Violation("best-wrong", who, f"{evidence.bests.get(who)}, not {expected.get(who)}")


def _discarded(histories: Sequence[History], evidence: Evidence) -> Iterator[Violation]:
    """What was thrown away has ended without an outcome, and is nobody's game; so it may be gone altogether."""
    thrown = {event.match for history in histories for event in history.events if isinstance(event, Discarded)}
    counted = {result.match for result in evidence.results}
    for match in evidence.matches:
        if match.id in thrown and (not match.ended or match.over or match.listed or match.id in counted):
            facts = f"ended {match.ended}, over {match.over}, listed {match.listed}, counted {match.id in counted}"
            yield Violation("discarded-kept", match.id, facts)


def _attempts(histories: Sequence[History], matches: Sequence[LoggedMatch]) -> Iterator[Violation]:
    """The attempt of a player at a day's challenge is one match, whoever is asked."""
    stored = {(match.people[0], match.game, match.id) for match in matches if match.daily is not None}
    for history in histories:
        told = {(event.game, event.match) for event in history.events if isinstance(event, Attempted)}
        found = told | {(game, match) for player, game, match in stored if player == history.player}
        for game, count in Counter(game for game, _ in found).items():
            if count > 1:
                yield Violation("attempted-twice", history.player, f"{game}: {sorted(found)}")


def _returned(histories: Sequence[History], logs: Mapping[str, LoggedMatch]) -> Iterator[Violation]:
    """Whoever was told that they have their seat again has it to the end."""
    for history in histories:
        for event in history.events:
            match = logs.get(event.match) if isinstance(event, Returned) else None
            if match is not None and history.player not in match.people:
                yield Violation("seat-lost", match.id, f"{history.player} sits not there, but {match.people}")


def _signed_out(histories: Sequence[History]) -> Iterator[Violation]:
    for history in histories:
        for event in history.events:
            if isinstance(event, StillSignedIn):
                yield Violation("signed-in-still", history.player, event.where)


def _processes(evidence: Evidence) -> Iterator[Violation]:
    """Everything that the first process says, the others say too; and histories list the matches of the store."""
    if not evidence.told:
        return
    first, *others = evidence.told
    for other in others:
        for subject in first.said:
            if other.said.get(subject) != first.said[subject]:
                what = f"{first.process}: {first.said[subject]}, {other.process}: {other.said.get(subject)}"
                yield Violation("processes-differ", subject, what)
    for player, listed in first.games.items():
        games = {match.id for match in evidence.matches if player in match.people and match.listed}
        if sorted(listed) != sorted(games):
            yield Violation("processes-differ", player, f"{sorted(listed)} are listed, {sorted(games)} are theirs")


def _phrases(histories: Sequence[History]) -> Iterator[Violation]:
    """A phrase may be lost with a connection, but nobody hears it more often than it was said."""
    said = Counter(
        (history.room, history.player, event.phrase)
        for history in histories
        for event in history.events
        if isinstance(event, Spoke)
    )
    for history in histories:
        heard = Counter(
            (history.room, event.player, event.phrase) for event in history.events if isinstance(event, Heard)
        )
        for phrase, count in heard.items():
            if count > said[phrase]:
                yield Violation(
                    "phrase-doubled", history.player, f"heard {phrase[2]!r} {count} times of {said[phrase]}"
                )


def _absences(histories: Sequence[History], longest_s: float) -> Iterator[Violation]:
    for history in histories:
        for absence in history.absences():
            if absence.seconds > longest_s:
                yield Violation("away-too-long", history.player, f"{absence.seconds:.1f} s without a view")
