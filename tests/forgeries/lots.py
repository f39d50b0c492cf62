"""Forged sessions by the lot, judged by the program and by an independent replay.

The suite judges one lot of each kind; ``python -m tests.forgeries.lots --sessions 1000000 --after 25`` judges others,
as many as wanted, and says what it saw.
"""

import argparse
import multiprocessing
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import cycle, islice

from parlour.core.errors import MalformedInput
from parlour.core.replay import Verdict, verify
from parlour.core.session import OWN_FORMAT, decode_session
from parlour.games.documents import Document, verdicts
from tests.forgeries.forging import forged
from tests.forgeries.honest import KITS, formats_of, texts
from tests.forgeries.naive_replay import Answer, answer_to

SIZE = 4000
"""Sessions in a lot."""
V1 = "ten-exorcism-v1"
OF_V1 = ("ten-exorcism", V1)
ONE_OF_EACH = (OF_V1, *((game, form) for game in KITS for form in formats_of(game)))
"""Each game in each format. v1 cannot say its mode: it is there at an even and at an odd place, once in each of two."""
ONCE_MORE = (
    ("ten-exorcism", OWN_FORMAT), ("dots-and-boxes", OWN_FORMAT), ("stackdoku", OWN_FORMAT), ("nim", OWN_FORMAT),
    ("nim", OWN_FORMAT), OF_V1,
)  # fmt: skip
KINDS = (*ONE_OF_EACH, *ONCE_MORE)
"""What the lots are of, in turn."""
EACH_KIND = len(ONE_OF_EACH)


@dataclass(frozen=True)
class Lot:
    """So many forgeries of sessions of one game in one format; the number decides all of them."""

    number: int
    game: str
    format_name: str

    @property
    def mode(self) -> str:
        """What is told to whoever judges a format that cannot say it."""
        return "classic" if self.format_name == V1 and self.number % 2 else "endless"

    def forgeries(self, count: int = SIZE) -> Iterator[tuple[str, bytes]]:
        """What was changed last, and the text."""
        chance = random.Random(self.number)
        honest = texts(self.game, self.format_name)
        for _ in range(count):
            yield forged(chance, chance.choice(honest), chance.choice(honest))


@dataclass
class Judged:
    """What became of a lot."""

    answers: Counter[str] = field(default_factory=Counter)
    """How many hold and cannot be read, and how many are rejected with each code."""
    by_change: Counter[tuple[str, str]] = field(default_factory=Counter)
    """How many of each change hold, are rejected and cannot be read."""
    wrong: list[str] = field(default_factory=list)
    """Where program and independent replay differ."""


def lots(first: int, count: int) -> list[Lot]:
    """So many lots from a number on."""
    return [Lot(number, *kind) for number, kind in islice(enumerate(cycle(KINDS)), first, first + count)]


def judge(lot: Lot) -> Judged:
    """Forge a lot and compare what is said of each text, by every way that leads to a verdict."""
    judged = Judged()
    forgeries = list(lot.forgeries())
    for (change, text), said in zip(forgeries, _verdicts(lot, [text for _, text in forgeries]), strict=True):
        true = answer_to(text, lot.mode)
        judged.by_change[change, true.kind] += 1
        judged.answers[said[0].code or "holds" if isinstance(said[0], Verdict) else "unreadable"] += 1
        judged.wrong += [f"{change}: {verdict}, but {true}: {text!r}" for verdict in said if _answer(verdict) != true]
    return judged


def _verdicts(lot: Lot, forgeries: list[bytes]) -> list[tuple[Verdict | MalformedInput, ...]]:
    """What the program says of each text: judged alone and, where that is another way, as one of many."""
    alone = [_alone(lot, text) for text in forgeries]
    return list(zip(alone, verdicts(forgeries, _chosen(lot)), strict=True) if lot.format_name == V1 else zip(alone))


def _alone(lot: Lot, text: bytes) -> Verdict | MalformedInput:
    """As the server and the command line judge one text; a game that is not registered is asked for by itself."""
    try:
        if lot.game == "nim":
            game = KITS["nim"].game
            return verify(game, decode_session(game, text))
        return Document(text, _chosen(lot)).verdict()
    except MalformedInput as unreadable:
        return unreadable


def _chosen(lot: Lot) -> dict[str, str]:
    return {"mode": lot.mode} if lot.format_name == V1 else {}


def _answer(said: Verdict | MalformedInput) -> Answer:
    """A session of another game is for whoever is asked alone what one of no game is for everybody."""
    if isinstance(said, MalformedInput) or said.code == "other-game":
        return Answer("unreadable")
    if not said.ok:
        return Answer("rejected", entry=said.entry)
    return Answer("holds", scores=said.scores, complete=said.complete)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sessions", type=int, default=100_000, help="how many to forge, at least")
    parser.add_argument("--after", type=int, default=0, metavar="LOTS", help=f"leave out so many lots of {SIZE}")
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    seen: Counter[str] = Counter()
    wrong = 0
    chosen = lots(options.after, -(-options.sessions // SIZE))
    with multiprocessing.get_context("spawn").Pool(options.workers) as pool:
        for judged in pool.imap_unordered(judge, chosen):
            seen += judged.answers
            wrong += len(judged.wrong)
            print(*judged.wrong[:3], sep="\n", end="\n" if judged.wrong else "", flush=True)
    for answer, count in seen.most_common():
        print(f"{count:9,} {answer}")
    print(f"{seen.total():,} forged sessions, {wrong} answers that are not true")


if __name__ == "__main__":
    main()
