"""Nim for one: a solo game with boards, an adviser, a solver and an analyst, as small as they can be."""

import time
from collections.abc import Callable, Sequence
from typing import TypeAlias

from msgspec import Struct, structs

from parlour.core.game import FINISHED, Outcome, Seat, require_turn
from parlour.core.kit import Boards, Kit
from parlour.core.scoring import Scoring, amount
from parlour.core.session import AnySession
from parlour.core.solver import Effort, Solution
from parlour.core.words import words
from tests.nim import Nim, NimText, Options, State, Take

HEAP = 3
BROKEN_HEAPS = 5
"""With so many heaps the analyst fails."""


class Ask(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="ask"):
    """What should I do?"""


Action: TypeAlias = Take | Ask


class AloneState(State, frozen=True):
    finished: bool = False


class Alone:
    """Heaps of three. Whoever takes one and leaves the rest of its heap has a point; without any it is lost."""

    id = "nim-alone"
    rules_version = 1
    seats = range(1, 2)
    options = Options
    actions: tuple[type[Action], ...] = (Take, Ask)
    time_counts = False

    def settled(self, options: Options, seed: int) -> Options:
        return options

    def start(self, options: Options, seed: int, seats: int) -> AloneState:
        return AloneState((HEAP,) * options.heaps, seats, 0, 0, 0, (0,))

    def to_move(self, state: AloneState) -> tuple[Seat, ...]:
        return () if state.finished else Nim().to_move(state)

    def deadline(self, state: AloneState) -> int | None:
        return None

    def time_up(self, state: AloneState, at_ms: int) -> AloneState:
        raise AssertionError("no time limit runs")

    def finish(self, state: AloneState, at_ms: int) -> AloneState:
        return structs.replace(state, finished=True)

    def legal_actions(self, state: AloneState, seat: Seat) -> Sequence[Action]:
        if seat not in self.to_move(state):
            return []
        return [*Nim().legal_actions(state, seat), Ask()]

    def apply(self, state: AloneState, seat: Seat, action: Action, at_ms: int) -> AloneState:
        require_turn(self, state, seat)
        if isinstance(action, Ask):
            return structs.replace(state, turn_ms=state.turn_ms + 1)
        heaps = Nim().apply(state, seat, action, at_ms).heaps
        point = action.count == 1 and heaps[action.heap] > 0
        return structs.replace(state, heaps=heaps, taken=(state.taken[0] + point,))

    def scores(self, state: AloneState) -> tuple[int, ...]:
        return state.taken

    def outcome(self, state: AloneState) -> Outcome | None:
        if any(state.heaps) and not state.finished:
            return None
        reason = FINISHED if state.finished else "nothing-left"
        return Outcome(reason, state.taken, (0,) if state.taken[0] else ())

    def view(self, state: AloneState, seat: Seat | None) -> Struct:
        return Nim().view(state, seat)


class AloneText:
    how = NimText.how

    def draw(self, view: object) -> str:
        return NimText().draw(view)  # type: ignore[arg-type]

    def read(self, line: str) -> Action:
        return Ask() if line.strip() == "ask" else NimText().read(line)

    def write(self, action: Action) -> str:
        return "ask" if isinstance(action, Ask) else NimText().write(action)


class Adviser:
    asking: Struct = Ask()

    def advise(self, state: State, seat: Seat) -> Take | None:
        return next((Take(heap, 1) for heap, size in enumerate(state.heaps) if size), None)


class Solver:
    def solve(self, state: AloneState, effort: Effort) -> Solution:
        """One at a time: two points a heap that is whole."""
        line = tuple(Take(heap, 1) for heap, size in enumerate(state.heaps) for _ in range(size))
        score = state.taken[0] + sum(size - 1 for size in state.heaps if size)
        return Solution(score, score, line, 0.0, effort.seed)


class Report(Struct, frozen=True):
    entries: int


class Analyst:
    def analyse(self, session: AnySession, seconds: float, progress: Callable[[float], None]) -> Report:
        if session.options.heaps == BROKEN_HEAPS:
            raise RuntimeError("out of order")
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            progress(0.5)
            time.sleep(0.01)
        return Report(len(session.entries))

    def describe(self, analysis: Report) -> str:
        return f"{analysis.entries} entries"


kit = Kit(
    Alone(),
    words("Nim for one"),
    words("Take them one by one."),
    AloneText(),
    seeded=False,
    solver=Solver(),
    analyst=Analyst(),
    boards=Boards(
        names=("1-heaps", "2-heaps", "3-heaps", "4-heaps", "5-heaps"),
        of=lambda options: f"{options.heaps}-heaps",
        goal=True,
        daily=Options(heaps=2),
    ),
    scoring=Scoring(amount("taken", words("{} taken", ko="{}개 가져감"), words("{} taken", ko="{}개 가져감"))),
    adviser=Adviser(),
)
