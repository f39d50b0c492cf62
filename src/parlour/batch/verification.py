"""Verdicts on many sessions, in their order and in constant memory."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial

from parlour.batch.pool import in_order
from parlour.core.errors import MalformedInput
from parlour.core.quick_start import OptionValue
from parlour.core.replay import Verdict
from parlour.games.documents import verdicts


def judge_batches(
    batches: Iterable[Sequence[bytes]], chosen: Mapping[str, OptionValue], workers: int
) -> Iterator[list[Verdict | MalformedInput]]:
    """For each batch of texts a verdict on each, or why it cannot be read; by so many processes."""
    return in_order(partial(_judge, dict(chosen)), batches, workers)


def _judge(chosen: Mapping[str, OptionValue], texts: Sequence[bytes]) -> list[Verdict | MalformedInput]:
    return verdicts(texts, chosen)
