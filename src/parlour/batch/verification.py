"""Verdicts on many sessions, in their order and in constant memory."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial

from parlour.batch.pool import in_order
from parlour.core.errors import MalformedInput
from parlour.core.replay import Verdict
from parlour.games.documents import verdicts


def judge_batches(
    batches: Iterable[Sequence[bytes]], told: Mapping[str, str], workers: int
) -> Iterator[list[Verdict | MalformedInput]]:
    """For each batch of texts a verdict on each, or why it cannot be read; by so many processes."""
    return in_order(partial(_judge, dict(told)), batches, workers)


def _judge(told: Mapping[str, str], texts: Sequence[bytes]) -> list[Verdict | MalformedInput]:
    return verdicts(texts, told)
