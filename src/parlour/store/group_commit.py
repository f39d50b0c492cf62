"""Jobs that share one commit: all of them done, with the outcome of each, or none of them.

A commit is tried in the cheapest way that may do. When that fails, the next way is more expensive and harms fewer jobs:

1. Rows alone: jobs that only add rows to one table are one statement without a transaction around it. Almost every
   commit of moves is one of these, and nothing is cheaper. On SQLite only: PostgreSQL has more to write in a commit.
2. Together: all jobs in one transaction, without savepoints. Jobs rarely fail, and a savepoint for each would cost
   every commit.
3. One by one: the same with a savepoint for each job, once one has failed. Only what is at fault fails, the others
   stay.
4. Tried again: 2 and 3 once more when another process has changed the same rows (Conflict). By now it has committed, so
   the next transaction sees what it did.
5. Alone: 2 and 3 while nobody else may write, after ``TRIES_BESIDE_OTHERS``: else a busy process could forestall this
   one for ever. A key that is taken now is a job's own fault.

The writer goes on where the connection itself is lost (``parlour.store.writer``); a command gives up there:

6. Connected again: a commit whose answer was lost is asked after, and if it is not made, all of this is done once more.
7. Each job by itself, from 1 on, after ``TRIES_TOGETHER``: one of them may be why the connection is lost (it took
   longer than a transaction may be silent), and then it fails alone.
"""

import time
from collections.abc import Callable, Sequence
from itertools import chain, groupby
from operator import attrgetter
from typing import Any, TypeAlias, cast

from parlour.core.errors import ParlourError
from parlour.store.database import Conflict, Connection, ConnectionLost
from parlour.store.statements import Insertion
from parlour.store.transaction import AlreadyThere, Insert, Job

TRIES_BESIDE_OTHERS = 4
"""The number of tries while other processes change the same rows; then the jobs are done alone."""
Result: TypeAlias = tuple[Any, BaseException | None]
"""The outcome of a job: its result, or why there is none."""
DONE: Result = (None, None)
_ROWS = attrgetter("rows")
_ADDED_TOGETHER = attrgetter("add", "into")
"""Inserts that agree in this may be one statement."""
SETTLED_WITHIN_S, PAUSE_S = 60.0, 0.2
"""The time for which a command asks after a commit whose answer was lost, and the pause between two questions."""


class AnswerLost(ConnectionLost):
    """The connection was lost while jobs were being committed: whether they are is known once it is restored."""

    def __init__(self, done: Sequence[Result]) -> None:
        super().__init__("the connection was lost during a commit")
        self.done = done
        """The outcomes of the jobs, if they are committed."""


class AnswerUnknown(ParlourError):
    """The database has gone away during the last commit, and has not come back."""

    def __init__(self) -> None:
        super().__init__(
            "the database went away during the last commit: whether everything or nothing is done can be seen once it "
            "is back (parlour doctor)"
        )


def commit(connection: Connection, jobs: Sequence[Job[Any]]) -> Sequence[Result]:
    """Commit all jobs, in the first of the ways 1 to 5 that does; returns the outcome of each.

    ConnectionLost if nothing of it stays, AnswerLost if that is not known.
    """
    into = _only_into(jobs)
    if into is not None:
        try:
            if connection.commit_rows(into, chain.from_iterable(map(_ROWS, jobs))):
                return [DONE] * len(jobs)
        except BaseException as error:  # noqa: BLE001
            connection.rollback()
            return [(None, error)] * len(jobs)
    for begin in (*[connection.begin] * TRIES_BESIDE_OTHERS, connection.begin_alone):
        try:
            return _commit(connection, jobs, begin)
        except Conflict as conflict:
            problem = conflict
    return [(None, problem)] * len(jobs)


def _only_into(jobs: Sequence[Job[Any]]) -> Insertion | None:
    """The one table to which all the jobs add rows, if that is all they do."""
    into: Insertion | None = None
    for job in jobs:
        if type(job) is not Insert or job.after is not None or job.into is not (into or job.into):
            return None
        into = job.into
    return into


def _commit(connection: Connection, jobs: Sequence[Job[Any]], begin: Callable[[], None]) -> Sequence[Result]:
    """Commit the jobs together, or one by one if one of them fails."""
    problem: BaseException | None = None
    for run_jobs in (_run_together, _run_one_by_one):
        try:
            begin()
        except (Conflict, ConnectionLost):
            raise
        except BaseException as error:  # noqa: BLE001
            connection.rollback()
            return [(None, error)] * len(jobs)
        try:
            done = run_jobs(connection, jobs)
            _commit_now(connection, done)
        except (Conflict, ConnectionLost):
            connection.rollback()
            raise
        except BaseException as error:  # noqa: BLE001
            connection.rollback()
            problem = error
        else:
            return done
    return [(None, problem)] * len(jobs)


def commit_and_settle(connection: Connection) -> None:
    """Commit what is open; if the answer is lost, ask after it until it is known. ConnectionLost if it is not made."""
    try:
        connection.commit()
    except ConnectionLost:
        if not _is_made(connection):
            raise


def _is_made(connection: Connection) -> bool:
    until = time.monotonic() + SETTLED_WITHIN_S
    while True:
        try:
            return connection.restore()
        except (Conflict, ConnectionLost):
            if time.monotonic() > until:
                raise AnswerUnknown from None
            time.sleep(PAUSE_S)


def _commit_now(connection: Connection, done: Sequence[Result]) -> None:
    try:
        connection.commit()
    except ConnectionLost:
        raise AnswerLost(done) from None


def _run_together(connection: Connection, jobs: Sequence[Job[Any]]) -> list[Result]:
    """Run jobs in their order, without savepoints. Inserts into one table that follow each other are one statement."""
    done: list[Result] = []
    for kind, same_kind in groupby(jobs, type):
        if kind is not Insert:
            done += [(job(connection), None) for job in same_kind]
            continue
        for (add, _), alike in groupby(same_kind, _ADDED_TOGETHER):
            inserts = cast("list[Insert]", list(alike))
            add(connection, inserts)
            done += [DONE] * len(inserts)
    return done


def _run_one_by_one(connection: Connection, jobs: Sequence[Job[Any]]) -> list[Result]:
    return [_run_with_savepoint(connection, job) for job in jobs]


def _run_with_savepoint(connection: Connection, job: Job[Any]) -> Result:
    """Run a job; if it raises, only its own changes are undone.

    AlreadyThere may mean that another process inserted the key after this transaction began, where this one cannot see
    it: then it is a Conflict, and all jobs are tried again.
    """
    try:
        with connection.savepoint():
            return job(connection), None
    except (Conflict, ConnectionLost):
        raise
    except AlreadyThere as error:
        if not connection.alone:
            raise Conflict(str(error)) from None
        return None, error
    except BaseException as error:
        if not connection.begun:
            raise
        return None, error
