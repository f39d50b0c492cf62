"""What happens to a match in turns: time passes, it is closed or thrown away.

What a seat's action makes of a match is in ``parlour.protocol.submission``: it happens at home as well.
"""

from collections.abc import Callable
from functools import reduce
from typing import Any, TypeAlias

from msgspec import Struct, structs

from parlour.core.match import AnyMatch
from parlour.protocol.submission import Applied, ChangingMatch
from parlour.store import log, retention
from parlour.store.futures import Callback
from parlour.store.transaction import Job, together

Change: TypeAlias = Callable[[ChangingMatch], Applied]
"""Something that happens to a match. It is applied anew where another process was quicker."""


class Turn(Struct, frozen=True):
    """A change that waits until nothing else is being written."""

    change: Change
    done: Callback
    """Is called after the commit with what the change made of the match (Applied), or with why nothing came of it."""


class Commit(Struct, frozen=True, gc=False):
    """What a change writes down, and what follows once that is on the disk."""

    job: Job[Any]
    line: bytes = b""
    """The last entry that it adds, as JSON."""
    lists: bool = False
    """Whether it makes the match a game that histories list."""


class AppliedEnding(Applied, frozen=True, kw_only=True):
    """What ending a match where it is would make of it."""

    same_commit: Job[object]
    """What is written in the same commit."""
    discards: bool = False
    """Whether the match is thrown away."""


def time_passed(match_host: ChangingMatch) -> Applied:
    """The match after CLOCK has played what is due."""
    return Applied(match_host.match.until(match_host.now_ms(), match_host.most_entries))


def closed(same_commit: Job[object], match_host: ChangingMatch) -> AppliedEnding:
    """The match, ended where it is; one that is over stays as it is."""
    return AppliedEnding(match_host.match.close(match_host.now_ms(), match_host.most_entries), same_commit=same_commit)


def discarded(same_commit: Job[object], match_host: ChangingMatch) -> Applied:
    """The match, thrown away. If it is over, it stays, and what belongs to the commit is not written."""
    now = match_host.now_ms()
    passed = match_host.match.until(now, match_host.most_entries)
    if passed.header.ended is not None:
        return Applied(passed)
    return AppliedEnding(match_host.match.close(now, match_host.most_entries), same_commit=same_commit, discards=True)


def ending(number: int, before: AnyMatch, ended: AppliedEnding, added: Commit | None) -> Commit:
    """The commit that ends a match where it is, after the clock's last entries if any. One that nobody had begun is
    removed."""
    header = ended.match.header
    jobs: list[Job[Any]] = [] if added is None else [added.job]
    if header is not before.header and header.outcome is None and header.ended is not None:
        if added is None:
            jobs.append(log.close(number, before.count, header.ended))
        jobs.append(retention.remove_if_never_begun(header.id))
    if ended.discards:
        jobs.append(log.unlist(header.id))
    job = reduce(together, [*jobs, ended.same_commit])
    return Commit(job) if added is None else structs.replace(added, job=job)
