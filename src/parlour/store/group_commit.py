"""Jobs that share one transaction: all of them done, with what each came to, or none of them."""

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
"""How often jobs are tried while other processes change the same rows; then they are done alone."""
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
    """Commit all jobs in one transaction; what each came to. A transaction that conflicts with another process's is
    tried again, at last with everybody else kept from writing.

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
    """Commit the jobs without savepoints; if one of them fails, all again with a savepoint for each, so that the others
    stay."""
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
