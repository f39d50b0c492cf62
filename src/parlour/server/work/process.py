"""The program that runs in a worker's process: it reads tasks, does one after another and writes their results.

It runs at a low priority, so that matches come first, and ends when the server closes its pipe or is gone.
"""

import os
import pickle
import signal
import struct
import sys
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, BinaryIO

from parlour.core.errors import ParlourError
from parlour.server.work.stopwatch import stopwatch

NICENESS = 10
LENGTH = struct.Struct("!Q")
"""The length that is written before each pickled message."""


@dataclass(frozen=True)
class Task:
    """A function to call in a worker's process, with its arguments."""

    function: Callable[..., Any]
    """A function at the top of a module: pickled by name."""
    args: tuple[Any, ...]
    limit: float
    """Processor seconds."""
    tells: bool = False
    """Whether the function's first argument is a callable that hears of its progress."""


@dataclass(frozen=True)
class Progress:
    """How much of a task is done, from 0 to 1."""

    part: float


@dataclass(frozen=True)
class TaskDone:
    """The result of a task."""

    value: Any
    seconds: float
    """Processor time that the task took."""


@dataclass(frozen=True)
class TaskFailed:
    """A task that raised: an error that callers answer, or the traceback of a fault as text."""

    error: ParlourError | str
    seconds: float


def packed(message: object) -> bytes:
    """A message as bytes for the pipe: its length, then its pickle."""
    text = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    return LENGTH.pack(len(text)) + text


def main() -> None:
    """Do tasks until the pipe is closed. Prints go to standard error, since standard output is the pipe for answers."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    os.nice(NICENESS)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    requests = sys.stdin.buffer
    while (head := requests.read(LENGTH.size)) and len(head) == LENGTH.size:
        task: Task = pickle.loads(requests.read(*LENGTH.unpack(head)))  # noqa: S301
        _send(answers, _done(task, answers))


def _done(task: Task, answers: BinaryIO) -> TaskDone | TaskFailed:
    function = task.function
    if task.tells:
        function = partial(function, lambda part: _send(answers, Progress(part)))
    stopwatch.start(task.limit)
    try:
        value = function(*task.args)
    except ParlourError as error:
        return TaskFailed(error, stopwatch.stop())
    except Exception:  # noqa: BLE001
        return TaskFailed(traceback.format_exc(), stopwatch.stop())
    return TaskDone(value, stopwatch.stop())


def _send(answers: BinaryIO, message: Progress | TaskDone | TaskFailed) -> None:
    answers.write(packed(message))
    answers.flush()
