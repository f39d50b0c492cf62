"""Verdicts on many sessions, in their order and in constant memory."""

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from msgspec import UNSET, Struct, UnsetType, structs

from parlour.batch.inputs import InputItem
from parlour.batch.running import Batch
from parlour.core.errors import MalformedInput, SessionRejected
from parlour.core.match import AnyMatch
from parlour.core.quick_start import OptionValue
from parlour.core.replay import Verdict
from parlour.core.scoring import ShownScore
from parlour.games import kits
from parlour.games.documents import shown_verdict, verdicts

NOT_CHECKED = "not-checked"
"""The code of a verdict that says nothing of its session: there was no time to replay it."""
UNREADABLE = "unreadable"
"""The code of what is no session."""
PART_ITEMS = 512
PART_BYTES = 4 * 2**20


class JudgedItem(Struct, frozen=True):
    """The verdict on what stands at a place, with its scores for people; or why that cannot be read."""

    file: str
    line: int
    ok: bool
    code: str | None
    reason: str | None
    game: str | UnsetType = UNSET
    id: str | UnsetType = UNSET
    scores: tuple[int, ...] | UnsetType = UNSET
    complete: bool | UnsetType = UNSET
    tried: bool | UnsetType = UNSET
    entry: int | UnsetType | None = UNSET
    shown: tuple[ShownScore, ...] | UnsetType = UNSET


@dataclass(frozen=True)
class Patience:
    """The time for which somebody waits for verdicts; None for as long as they take."""

    each_s: float | None = None
    """Processor seconds of the thread for one session. What a game does in one step is not cut short."""
    until: float | None = None
    """The end by the monotonic clock, which processes of one machine share: what is not begun by then is not
    replayed."""

    @property
    def over(self) -> bool:
        """Whether nothing more is to be begun."""
        return self.until is not None and time.monotonic() >= self.until

    def watched(self, steps: Iterator[AnyMatch]) -> Iterator[AnyMatch]:
        """A replay for as long as there is patience; SessionRejected, never a verdict that it holds, after that."""
        if self.over:
            raise SessionRejected(NOT_CHECKED, "not checked: the time for all sessions was over")
        began = time.thread_time()
        for match in steps:
            if self.each_s is not None and time.thread_time() - began > self.each_s:
                raise SessionRejected(NOT_CHECKED, f"not checked: its replay takes more than {self.each_s:g} seconds")
            yield match


ENDLESS = Patience()


def verifying(
    items: Iterable[InputItem],
    chosen: Mapping[str, OptionValue],
    patience: Patience = ENDLESS,
) -> Batch[list[InputItem], JudgedItem]:
    """Judge what stands at each place."""
    return Batch(
        asked={
            "command": "verify",
            "rules": {game: kit.game.rules_version for game, kit in kits().items()},
            "options": chosen,
            "seconds_each": patience.each_s,
        },
        row=JudgedItem,
        work=partial(judge, dict(chosen), patience),
        parts=item_parts(items),
    )


def judge(chosen: Mapping[str, OptionValue], patience: Patience, items: Sequence[InputItem]) -> list[JudgedItem]:
    """The verdict of a replay on each item."""
    answers = iter(_verdicts(chosen, patience, [item.text for item in items if item.problem is None]))
    return [_judged(item, next(answers) if item.problem is None else MalformedInput(item.problem)) for item in items]


def item_parts(items: Iterable[InputItem]) -> Iterator[list[InputItem]]:
    """The first alone, so that a single session is answered at once; then ever more at a time, up to a limit."""
    part: list[InputItem] = []
    size, most = 0, 1
    for item in items:
        part.append(item)
        size += len(item.text)
        if len(part) == most or size >= PART_BYTES:
            yield part
            part, size, most = [], 0, min(most * 2, PART_ITEMS)
    if part:
        yield part


def _verdicts(
    chosen: Mapping[str, OptionValue], patience: Patience, texts: Sequence[bytes]
) -> list[Verdict | MalformedInput]:
    if patience.over:
        # One at a time, so that none is judged in bulk, where nobody looks at the time.
        return [answer for text in texts for answer in verdicts([text], chosen, patience.watched)]
    return verdicts(texts, chosen, patience.watched)


def _judged(item: InputItem, answer: Verdict | MalformedInput) -> JudgedItem:
    if isinstance(answer, MalformedInput):
        return JudgedItem(item.file, item.line, False, UNREADABLE, str(answer))
    return JudgedItem(item.file, item.line, **structs.asdict(shown_verdict(answer)))
