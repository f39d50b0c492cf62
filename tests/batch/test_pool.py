"""Work on several processes, answered in its order."""

import os
from collections.abc import Iterator
from itertools import count, islice

import pytest

from parlour.batch.pool import AHEAD, in_order


def square(number: int) -> tuple[int, int]:
    return number * number, os.getpid()


def failing(number: int) -> int:
    if number == 2:
        raise ValueError("two")
    return number


def test_one_worker_is_this_process() -> None:
    assert list(in_order(square, [3, 1, 2], 1)) == [(9, os.getpid()), (1, os.getpid()), (4, os.getpid())]


def test_endless_items_are_taken_as_needed_and_answered_in_order_by_other_processes() -> None:
    taken = 0

    def items() -> Iterator[int]:
        nonlocal taken
        for number in count():
            taken = number
            yield number

    answers = list(islice(in_order(square, items(), 2), 9))
    assert [answer for answer, _ in answers] == [number * number for number in range(9)]
    assert os.getpid() not in {process for _, process in answers}
    assert taken <= 9 + 2 * AHEAD


def test_a_failure_reaches_whoever_asked() -> None:
    answers = in_order(failing, range(5), 2)
    assert [next(answers), next(answers)] == [0, 1]
    with pytest.raises(ValueError, match="two"):
        next(answers)
