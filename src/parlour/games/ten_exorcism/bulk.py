"""Verdicts on many v1 sessions at once.

A kernel reads and replays the texts that are written without frills and says what it found in numbers; the words are
the same functions' that a replay through the rules uses. Texts that the kernel does not read are left to that replay.
"""

from collections.abc import Sequence
from itertools import accumulate

import numpy as np

from parlour.core.errors import SessionRejected
from parlour.core.replay import Verdict, check_time, ends_before_start, over_before, rejection, time_was_up
from parlour.core.session import MOST_ENTRIES
from parlour.games.ten_exorcism.export import check_points, check_result, check_score
from parlour.games.ten_exorcism.kernels import sessions as kernel
from parlour.games.ten_exorcism.rules import CLASSIC_MS, Options, TenExorcism

NO_LIMIT = -1


def judge_many(texts: Sequence[bytes], options: Options | None) -> list[Verdict | None]:
    """A verdict for each text, or None where the rules must be asked."""
    offsets = np.fromiter(accumulate((len(text) + 1 for text in texts), initial=0), np.int64, len(texts) + 1)
    block = b"\n".join(texts) + b"\n" * (kernel.LONGEST_TOKEN + 1)
    limit = CLASSIC_MS if options is not None and options.mode == "classic" else NO_LIMIT
    actions = np.empty((MOST_ENTRIES, kernel.ACTION), np.int64)
    answers = kernel.judge_block(np.frombuffer(block, np.uint8).ctypes.data, offsets, limit, actions)
    return [_verdict(block, answer) for answer in answers.tolist()]


def warm() -> None:
    """Compile the kernel, or load it from the cache."""
    judge_many([b""], None)


def _verdict(block: bytes, answer: list[int]) -> Verdict | None:
    found = answer[kernel.FOUND]
    if found == kernel.UNUSUAL:
        return None
    session = block[answer[kernel.ID_FROM] : answer[kernel.ID_TO]].decode()
    if found == kernel.HOLDS:
        return Verdict(True, TenExorcism.id, session, (answer[kernel.TOTAL],), answer[kernel.COMPLETE] != 0)
    try:
        _reject(found, answer[kernel.ENTRY], answer[kernel.FIRST], answer[kernel.SECOND])
    except SessionRejected as wrong:
        return rejection(TenExorcism.id, session, wrong)
    raise AssertionError(f"a session was found wrong ({found}) without a reason")


def _reject(found: int, entry: int, first: int, second: int) -> None:
    """Say in words what the kernel says in numbers."""
    if found == kernel.ENDS_BEFORE_START:
        raise ends_before_start()
    if found == kernel.GAME_OVER:
        raise over_before(entry)
    if found == kernel.TIME_WAS_UP:
        raise time_was_up(entry, first, second)
    if found == kernel.RESULT:
        check_result(entry, first, second)
    elif found == kernel.POINTS:
        check_points(entry, first, second)
    elif found == kernel.SCORE:
        check_score(first, second)
    elif found == kernel.AFTER_END:
        check_time(entry, first, 0, second)
    else:
        check_time(entry, first, second, None)
