"""Nim: the smallest whole game, and the template for a new one."""

from collections.abc import Sequence
from typing import Annotated, Literal

from msgspec import Meta, Struct, structs

from parlour.core.errors import IllegalAction, MalformedInput
from parlour.core.game import Outcome, Seat, require_turn
from parlour.core.kit import Kit
from parlour.core.mulberry32 import below, mulberry32
from parlour.core.words import words

LARGEST = {"small": 7, "large": 15}


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    heaps: Annotated[int, Meta(ge=1, le=5)] = 3
    sizes: Literal["small", "large"] = "small"
    last_loses: bool = False
    """Whether whoever takes the last one loses, and the others win."""
    turn_seconds: Annotated[int, Meta(ge=0, le=60)] = 0
    """Time for a turn; 0 for as long as one likes. Whoever lets it pass loses the turn."""


class Take(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="take"):
    heap: int
    count: int


class State(Struct, frozen=True):
    heaps: tuple[int, ...]
    seats: int
    turn: Seat
    turn_ms: int
    turn_began: int
    taken: tuple[int, ...]
    last_loses: bool = False


class View(Struct, frozen=True):
    heaps: tuple[int, ...]
    turn: Seat
    last_loses: bool


class Nim:
    """Take any number from one heap; whoever takes the last one wins, or loses if the options say so."""

    id = "nim"
    rules_version = 1
    seats = range(2, 4)
    options = Options
    actions: tuple[type[Take], ...] = (Take,)

    def settled(self, options: Options, seed: int) -> Options:
        return options

    def start(self, options: Options, seed: int, seats: int) -> State:
        numbers = mulberry32(seed)
        heaps = tuple(below(next(numbers), LARGEST[options.sizes]) + 1 for _ in range(options.heaps))
        return State(heaps, seats, 0, options.turn_seconds * 1000, 0, (0,) * seats, options.last_loses)

    def to_move(self, state: State) -> tuple[Seat, ...]:
        return (state.turn,) if any(state.heaps) else ()

    def deadline(self, state: State) -> int | None:
        return state.turn_began + state.turn_ms if state.turn_ms and any(state.heaps) else None

    def time_up(self, state: State, at_ms: int) -> State:
        return structs.replace(state, turn=_next(state), turn_began=at_ms)

    def legal_actions(self, state: State, seat: Seat) -> Sequence[Take]:
        if seat not in self.to_move(state):
            return []
        return [Take(heap, count + 1) for heap, size in enumerate(state.heaps) for count in range(size)]

    def apply(self, state: State, seat: Seat, action: Take, at_ms: int) -> State:
        require_turn(self, state, seat)
        if not 0 <= action.heap < len(state.heaps):
            raise IllegalAction("no-such-heap", {"heaps": len(state.heaps)})
        if not 1 <= action.count <= state.heaps[action.heap]:
            raise IllegalAction("not-that-many", {"there": state.heaps[action.heap]})
        heaps = _with(state.heaps, action.heap, -action.count)
        taken = _with(state.taken, seat, action.count)
        turn = _next(state) if any(heaps) else seat
        return structs.replace(state, heaps=heaps, turn=turn, turn_began=at_ms, taken=taken)

    def scores(self, state: State) -> tuple[int, ...]:
        return state.taken

    def outcome(self, state: State) -> Outcome | None:
        if any(state.heaps):
            return None
        winners = tuple(seat for seat in range(state.seats) if (seat == state.turn) != state.last_loses)
        return Outcome("last-one-taken", state.taken, winners)

    def view(self, state: State, seat: Seat | None) -> View:
        return View(state.heaps, state.turn, state.last_loses)


class NimText:
    how = "Write a heap and how many to take: 1 3"

    def draw(self, view: View) -> str:
        return "\n".join(f"{heap + 1}: {'●' * size}" for heap, size in enumerate(view.heaps))

    def read(self, line: str) -> Take:
        words = line.split()
        if len(words) != 2 or not all(word.isascii() and word.isdecimal() and len(word) <= 2 for word in words):
            raise MalformedInput(f"{line!r} is not a heap and a number; write for example: 1 3")
        return Take(int(words[0]) - 1, int(words[1]))

    def write(self, action: Take) -> str:
        return f"{action.heap + 1} {action.count}"


def _next(state: State) -> Seat:
    return (state.turn + 1) % state.seats


def _with(numbers: tuple[int, ...], index: int, change: int) -> tuple[int, ...]:
    return *numbers[:index], numbers[index] + change, *numbers[index + 1 :]


kit = Kit(
    Nim(),
    title=words("Nim", ko="님", de="Nim"),
    summary=words(
        "In turn, take any number from one heap; the last one decides.",
        ko="차례대로 한 더미에서 원하는 만큼 가져가세요. 마지막 하나가 승부를 가릅니다.",
        de="Nehmt abwechselnd beliebig viele von einem Haufen; das Letzte entscheidet.",
    ),
    text=NimText(),
    names={
        "heaps": words("Heaps", ko="더미 수", de="Haufen"),
        "sizes": words("Size of the heaps", ko="더미의 크기", de="Größe der Haufen"),
        "small": words("Up to 7", ko="7개까지", de="Bis 7"),
        "large": words("Up to 15", ko="15개까지", de="Bis 15"),
        "last_loses": words("The last one loses", ko="마지막을 가져가면 패배", de="Der letzte Zug verliert"),
        "turn_seconds": words("Seconds for a turn", ko="한 차례의 시간(초)", de="Sekunden je Zug"),
        "turn_seconds.0": words("No limit", ko="제한 없음", de="Keine Grenze"),
    },
    suggested={"turn_seconds": (0, 10, 30)},
)
