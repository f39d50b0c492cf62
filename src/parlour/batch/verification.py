"""Verdicts on many sessions, in their order and in constant memory."""

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from parlour.batch.pool import in_order
from parlour.core.errors import MalformedInput, SessionRejected
from parlour.core.match import AnyMatch
from parlour.core.quick_start import OptionValue
from parlour.core.replay import Verdict
from parlour.games.documents import verdicts

NOT_CHECKED = "not-checked"
"""The code of a verdict that says nothing of its session: there was no time to replay it."""


@dataclass(frozen=True)
class Patience:
    """How long somebody waits for verdicts; None for as long as they take."""

    each_s: float | None = None
    """Processor seconds for one session. What a game does in one step is not cut short."""
    until: float | None = None
    """By the monotonic clock, which processes of one machine share: what is not begun by then is not replayed."""

    @property
    def over(self) -> bool:
        """Whether nothing more is to be begun."""
        return self.until is not None and time.monotonic() >= self.until

    def watched(self, steps: Iterator[AnyMatch]) -> Iterator[AnyMatch]:
        """A replay for as long as there is patience; SessionRejected, never a verdict that it holds, after that."""
        if self.over:
            raise SessionRejected(NOT_CHECKED, "not checked: the time for all sessions was over")
        began = time.process_time()
        for match in steps:
            if self.each_s is not None and time.process_time() - began > self.each_s:
                raise SessionRejected(NOT_CHECKED, f"not checked: its replay takes more than {self.each_s:g} seconds")
            yield match


def judge_batches(
    batches: Iterable[Sequence[bytes]],
    chosen: Mapping[str, OptionValue],
    workers: int,
    patience: Patience = Patience(),  # noqa: B008
) -> Iterator[list[Verdict | MalformedInput]]:
    """For each batch of texts a verdict on each, or why it cannot be read; by so many processes."""
    return in_order(partial(_judge, dict(chosen), patience), batches, workers)


def _judge(
    chosen: Mapping[str, OptionValue], patience: Patience, texts: Sequence[bytes]
) -> list[Verdict | MalformedInput]:
    if patience.over:
        # One at a time, so that none is judged in bulk, where nobody looks at the time.
        return [answer for text in texts for answer in verdicts([text], chosen, patience.watched)]
    return verdicts(texts, chosen, patience.watched)
