"""A worker's own process: reads pieces of work, does one after another, writes what came of them.

It runs at a low priority, so that whoever plays comes first, and ends when the server closes its pipe or is gone.
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
"""Before each pickled message."""


@dataclass(frozen=True)
class Piece:
    """Something to do."""

    function: Callable[..., Any]
    """Of a module, by whose name the process finds it."""
    args: tuple[Any, ...]
    limit: float
    """Processor seconds."""
    tells: bool = False
    """Whether the function first takes what it tells its progress to."""


@dataclass(frozen=True)
class Progress:
    """How far it has come, from 0 to 1."""

    part: float


@dataclass(frozen=True)
class PieceDone:
    """What came of it."""

    value: Any
    seconds: float
    """Processor time that it took."""


@dataclass(frozen=True)
class PieceFailed:
    """Nothing came of it: an error that callers answer, or a fault in the words of its traceback."""

    error: ParlourError | str
    seconds: float


def packed(message: object) -> bytes:
    """A message as it goes through a pipe."""
    text = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    return LENGTH.pack(len(text)) + text


def main() -> None:
    """Work until the pipe is closed. Whatever prints does so to standard error: the pipe is for answers."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    os.nice(NICENESS)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    requests = sys.stdin.buffer
    while (head := requests.read(LENGTH.size)) and len(head) == LENGTH.size:
        piece: Piece = pickle.loads(requests.read(*LENGTH.unpack(head)))  # noqa: S301
        _send(answers, _done(piece, answers))


def _done(piece: Piece, answers: BinaryIO) -> PieceDone | PieceFailed:
    function = piece.function
    if piece.tells:
        function = partial(function, lambda part: _send(answers, Progress(part)))
    stopwatch.start(piece.limit)
    try:
        value = function(*piece.args)
    except ParlourError as error:
        return PieceFailed(error, stopwatch.stop())
    except Exception:  # noqa: BLE001
        return PieceFailed(traceback.format_exc(), stopwatch.stop())
    return PieceDone(value, stopwatch.stop())


def _send(answers: BinaryIO, message: Progress | PieceDone | PieceFailed) -> None:
    answers.write(packed(message))
    answers.flush()
