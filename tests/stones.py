"""Stones: a game for one with an option of every kind and everything that a command can ask a game for."""

from collections.abc import Sequence
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct, structs

from parlour.core.errors import IllegalAction, MalformedInput
from parlour.core.game import Outcome, Seat, require_turn
from parlour.core.kit import Kit, PositionFormat
from parlour.core.session import AnySession, read_json
from parlour.core.solver import Effort, Solution
from parlour.core.words import words


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    stones: Annotated[int, Meta(ge=1, le=9)] = 3
    double_points: bool = False
    first: Literal["take", "pass"] = "take"
    """What must be done first."""
    most: Literal[1, 2] = 2
    """How many can be taken at once."""
    share: Annotated[float, Meta(gt=0)] = 1.0
    seats: int = 0
    """Called like a flag of the commands; changes nothing."""
    pause_ms: Annotated[int, Meta(ge=0)] | None = 500
    """May be left empty; changes nothing, as what follows."""
    side: Literal["left", "right"] | None = None


class Take(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="take"):
    count: int


class Pass(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="pass"):
    """Do nothing once."""


Action: TypeAlias = Take | Pass


class State(Struct, frozen=True):
    options: Options
    left: int
    score: int
    passed: bool


class Stones:
    id = "stones"
    rules_version = 1
    seats = range(1, 2)
    options = Options
    actions: tuple[type[Action], ...] = (Take, Pass)

    def settled(self, options: Options, seed: int) -> Options:
        return options

    def start(self, options: Options, seed: int, seats: int) -> State:
        return State(options, options.stones, 0, options.first == "take")

    def to_move(self, state: State) -> tuple[Seat, ...]:
        return (0,) if state.left else ()

    def deadline(self, state: State) -> int | None:
        return None

    def time_up(self, state: State, at_ms: int) -> State:
        raise AssertionError("no time limit runs")

    def legal_actions(self, state: State, seat: Seat) -> Sequence[Action]:
        if not state.passed:
            return [Pass()]
        return [Take(count + 1) for count in range(min(state.left, state.options.most))]

    def apply(self, state: State, seat: Seat, action: Action, at_ms: int) -> State:
        require_turn(self, state, seat)
        if action not in self.legal_actions(state, seat):
            raise IllegalAction("not-now", {"left": state.left})
        if isinstance(action, Pass):
            return structs.replace(state, passed=True)
        points = action.count * (1 + state.options.double_points)
        return structs.replace(state, left=state.left - action.count, score=state.score + points)

    def scores(self, state: State) -> tuple[int, ...]:
        return (state.score,)

    def outcome(self, state: State) -> Outcome | None:
        return None if state.left else Outcome("none-left", (state.score,), (0,))

    def view(self, state: State, seat: Seat | None) -> State:
        return state


class StonesText:
    how = "Write how many to take, or: pass"

    def draw(self, view: State) -> str:
        return "●" * view.left

    def read(self, line: str) -> Action:
        return Pass() if line == "pass" else Take(int(line))

    def write(self, action: Action) -> str:
        return "pass" if isinstance(action, Pass) else str(action.count)


class Solver:
    def solve(self, state: State, effort: Effort) -> Solution:
        line: list[Action] = []
        while state.left:
            line.append(Stones().legal_actions(state, 0)[-1])
            state = Stones().apply(state, 0, line[-1], 0)
        return Solution(state.score, state.score, tuple(line), 0.0, effort.seed)


class Worth(Struct, frozen=True):
    points: int


class Evaluator:
    position = PositionFormat("left", "How many stones are left.")

    def evaluate(self, position: str, seconds: float) -> Worth:
        try:
            return Worth(int(position))
        except ValueError:
            raise MalformedInput(f"{position!r} is no number of stones") from None

    def describe(self, evaluation: Worth) -> str:
        return f"worth {evaluation.points}"


class Level(Struct, frozen=True):
    stones: int
    seed: int


class Levels:
    level: type[Struct] = Level

    def deal(self, options: Options, seed: int) -> Level:
        return Level(options.stones, seed)

    def remember(self, level: Level) -> None:
        pass

    def scores_of_opening(self, session: AnySession) -> None:
        return None

    def grade(self, text: bytes) -> tuple[bool, Level]:
        level = read_json(text, msgspec.json.Decoder(Level))
        return level.stones < 10, level

    def describe(self, dealt_or_graded: Level) -> str:
        return f"{dealt_or_graded.stones} stones"


kit = Kit(
    Stones(),
    words("Stones"),
    words("Take them all."),
    StonesText(),
    names={"double_points": words("Every stone counts twice")},
    solver=Solver(),
    evaluator=Evaluator(),
    levels=Levels(),
)
