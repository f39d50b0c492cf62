"""Work on several processes, answered as it comes or in its order."""

import os
import signal
from collections.abc import Callable, Iterable, Iterator
from itertools import count, islice
from pathlib import Path
from typing import TypeVar

import pytest

from parlour.batch.pool import AHEAD, BatchStopped, arrivals, in_order, local

Part = TypeVar("Part")
Answer = TypeVar("Answer")


def answers(work: Callable[[Part], Answer], parts: Iterable[Part], workers: int) -> Iterator[Answer]:
    with local(workers) as by:
        yield from in_order(arrivals(by, work, enumerate(parts)))


def square(number: int) -> tuple[int, int]:
    return number * number, os.getpid()


def failing(number: int) -> int:
    if number == 2:
        raise ValueError("two")
    return number


def killed(number: int) -> int:
    if number == 2:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def second_first(gate: tuple[int, str]) -> int:
    """The first part ends when the second has."""
    number, file = gate
    if number == 1:
        Path(file).touch()
    while not Path(file).exists():
        pass
    return number


def test_one_worker_is_this_process() -> None:
    assert list(answers(square, [3, 1, 2], 1)) == [(9, os.getpid()), (1, os.getpid()), (4, os.getpid())]


def test_endless_parts_are_taken_as_needed_and_answered_in_order_by_other_processes() -> None:
    taken = 0

    def parts() -> Iterator[int]:
        nonlocal taken
        for number in count():
            taken = number
            yield number

    found = list(islice(answers(square, parts(), 2), 9))
    assert [answer for answer, _ in found] == [number * number for number in range(9)]
    assert os.getpid() not in {process for _, process in found}
    assert taken <= 9 + 2 * AHEAD


def test_answers_come_as_they_are_there_and_are_put_in_order(tmp_path: Path) -> None:
    with local(2) as workers:
        gates = [(number, str(tmp_path / "gate")) for number in (0, 1)]
        assert [number for number, _ in arrivals(workers, second_first, enumerate(gates))] in ([0, 1], [1, 0])
    assert list(in_order([(2, "c"), (0, "a"), (1, "b"), (3, "d")])) == ["a", "b", "c", "d"]


@pytest.mark.parametrize("workers", [1, 2])
def test_a_failure_reaches_whoever_asked(workers: int) -> None:
    with local(workers) as by:
        found = in_order(arrivals(by, failing, enumerate(range(5))))
        with pytest.raises(ValueError, match="two"):
            list(found)


def test_a_process_that_is_killed_stops_the_batch_with_a_sentence() -> None:
    with pytest.raises(BatchStopped, match="ended from outside"):
        list(answers(killed, range(5), 2))
