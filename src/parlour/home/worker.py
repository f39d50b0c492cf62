"""What a page asks of the Python beside it, and what it is answered: one JSON each way, in any worker that runs it.

The worker that has the tables is asked to open, take up and play; what takes long can be asked of another one.
"""

from collections.abc import Callable
from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec import Meta, Raw, Struct

from parlour.core.errors import MalformedInput, ParlourError, SessionRejected
from parlour.core.game import Seat
from parlour.core.match import AnyMatch
from parlour.core.session import read_json
from parlour.games import NoSuchGame
from parlour.home import thinking
from parlour.home.answers import FinishedMatch, Frames
from parlour.home.kept import Opening, Trying
from parlour.home.table import Table
from parlour.home.thinking import AdviceAsked, BotPlays, BotTurn
from parlour.protocol.match_clock import UnixClock
from parlour.protocol.messages import Fault
from parlour.protocol.steps import Step
from parlour.protocol.times import ANALYSIS_S
from parlour.protocol.trying import CannotTry


class Ask(Struct, frozen=True, forbid_unknown_fields=True, tag_field="ask"):
    """A request of a page."""


class Open(Ask, frozen=True, tag="open"):
    """Asks for a table whose first match begins now."""

    opening: Opening


class Try(Ask, frozen=True, tag="try"):
    """Asks for a table at which a match goes on from a moment of another."""

    trying: Trying


class TakeUp(Ask, frozen=True, tag="take-up"):
    """Asks for a table that was kept."""

    kept: Raw


class OfTable(Ask, frozen=True):
    """A request about an open table."""

    code: str


class Enter(OfTable, frozen=True, tag="enter"):
    """Says that a page is there, which needs everything."""


class Receive(OfTable, frozen=True, tag="receive"):
    """Hands over a message, as for a socket."""

    message: Raw


class PassTime(OfTable, frozen=True, tag="pass-time"):
    """Says that as much time has passed as the table wanted."""


class Play(OfTable, frozen=True, tag="play"):
    """Hands over what a bot chose."""

    plays: BotPlays


class AskAdvice(OfTable, frozen=True, tag="ask-advice"):
    """Asks for advice to a seat."""

    seat: Seat


class Rematch(OfTable, frozen=True, tag="rematch"):
    """Asks for another match."""


class Discard(OfTable, frozen=True, tag="discard"):
    """Asks to throw the match away."""


class Leave(OfTable, frozen=True, tag="leave"):
    """Asks to close the table where it is."""


class Session(OfTable, frozen=True, tag="session"):
    """Asks for the log so far."""


class Choose(Ask, frozen=True, tag="choose"):
    """Asks for what a bot chooses."""

    turn: BotTurn


class Advise(Ask, frozen=True, tag="advise"):
    """Asks for the answer to a question for advice."""

    question: AdviceAsked


class OfSession(Ask, frozen=True):
    """A request about anybody's session."""

    text: str


class Analyse(OfSession, frozen=True, tag="analyse"):
    """Asks for a report on a session, with so many seconds for each move."""

    seconds: float = ANALYSIS_S


class Solve(OfSession, frozen=True, tag="solve"):
    """Asks for the best line from the start of a session for one."""


class Describe(OfSession, frozen=True, tag="describe"):
    """Asks for a verdict on a session, and what it says of itself."""


class Write(OfSession, frozen=True, tag="write"):
    """Asks for a session in a format of its game."""

    format: str


class Steps(OfSession, frozen=True, tag="steps"):
    """Asks for steps of a session."""

    first: Annotated[int, Meta(ge=0)]
    count: Annotated[int, Meta(ge=0, le=1000)]


WorkerRequest: TypeAlias = (
    Open | Try | TakeUp | Enter | Receive | PassTime | Play | AskAdvice | Rematch | Discard | Leave | Session
    | Choose | Advise | Analyse | Solve | Describe | Write | Steps
)  # fmt: skip


class TableNow(Struct, frozen=True, tag_field="is", tag="table"):
    """An open table after a request, for the page."""

    frames: tuple[Raw, ...]
    """Messages for the page, in order."""
    due_ms: int | None
    """Milliseconds after which time is to pass; None while no limit runs."""
    turn: BotTurn | None
    """What a bot has to think about."""
    kept: Raw | None
    """The table as it is to be kept in place of what was; None when nothing has changed, or the table is closed."""
    closed: bool
    """Whether it is to be forgotten."""
    over: FinishedMatch | None
    """The match once it has ended, with each change."""
    question: AdviceAsked | None = None
    fault: Fault | None = None
    """Why there is no question."""


class Found(Struct, frozen=True, tag_field="is", tag="found"):
    """The answer to a request about no table."""

    value: Raw


class Failed(Struct, frozen=True, tag_field="is", tag="failed"):
    """Says why nothing was done."""

    code: str
    detail: str


_REQUEST = msgspec.json.Decoder(WorkerRequest)


class HomeWorker:
    """The tables of one worker, by their codes."""

    def __init__(self, clock: UnixClock, progress: Callable[[float], None]) -> None:
        self._clock = clock
        self._progress = progress
        """Called with the part of an analysis that is done, up to 1."""
        self._tables: dict[str, Table] = {}
        self._kept: dict[str, AnyMatch] = {}
        """The match of each table as the page keeps it."""

    def answer(self, text: str) -> str:
        """Do what is asked, or say why not. What is no such error is a fault of the program, and raised."""
        try:
            request: WorkerRequest = read_json(text.encode(), _REQUEST)
            return msgspec.json.encode(self._answered(request)).decode()
        except (ParlourError, UnicodeError) as error:
            return msgspec.json.encode(Failed(_code_of(error), str(error))).decode()

    def _answered(self, request: WorkerRequest) -> TableNow | Found:
        match request:
            case Open(opening):
                return self._entered(Table.open(opening, self._clock))
            case Try(trying):
                return self._entered(Table.tried(trying, self._clock))
            case TakeUp(kept):
                return self._entered(Table.taken_up(bytes(kept), self._clock))
            case Choose(turn):
                return _found_message(thinking.choose(turn))
            case Advise(question):
                return _found_message(thinking.advise(question))
            case OfSession():
                return _found_message(self._of_session(request.text.encode(), request))
            case _:
                return self._of_table(request.code, request)

    def _of_session(self, text: bytes, request: OfSession) -> Struct | list[Step] | str:
        match request:
            case Analyse(seconds=seconds):
                return thinking.analyse(text, seconds, self._progress)
            case Solve():
                return thinking.solve(text)
            case Write(format=form):
                return thinking.written(text, form)
            case Steps(first=first, count=count):
                return thinking.steps(text, first, count)
            case _:
                return thinking.describe(text)

    def _of_table(self, code: str, request: OfTable) -> TableNow | Found:
        table = self._tables.get(code)
        if table is None:
            raise MalformedInput(f"no table {code!r} is open")
        match request:
            case Session():
                return _found_message(table.session().decode())
            case AskAdvice(seat=seat):
                advised = table.ask_advice(seat)
                return self._now(table, advised.frames, advised.question, advised.fault)
            case Enter():
                frames = table.enter()
            case Receive(message=message):
                frames = table.receive(bytes(message))
            case PassTime():
                frames = table.pass_time()
            case Play(plays=plays):
                frames = table.bot_plays(plays)
            case Rematch():
                frames = table.rematch()
            case Discard():
                frames = table.discard()
            case _:
                frames = table.leave()
        return self._now(table, frames)

    def _entered(self, table: Table) -> TableNow:
        self._tables[table.code] = table
        self._kept.pop(table.code, None)
        return self._now(table, table.enter())

    def _now(
        self, table: Table, frames: Frames, question: AdviceAsked | None = None, fault: Fault | None = None
    ) -> TableNow:
        code, kept, over = table.code, None, None
        if table.closed:
            over = table.over()
            self._tables.pop(code, None)
            self._kept.pop(code, None)
        elif self._kept.get(code) is not table.match:
            self._kept[code] = table.match
            kept, over = Raw(table.kept()), table.over()
        messages = tuple(map(Raw, frames))
        return TableNow(
            frames=messages,
            due_ms=table.due_ms(),
            turn=table.bot_turn(),
            kept=kept,
            closed=table.closed,
            over=over,
            question=question,
            fault=fault,
        )


def _code_of(error: ParlourError | UnicodeError) -> str:
    if isinstance(error, SessionRejected | CannotTry):
        return error.code
    return "not-here" if isinstance(error, NoSuchGame) else "malformed"


def _found_message(value: Struct | list[Step] | str) -> Found:
    return Found(Raw(msgspec.json.encode(value)))


def schema() -> dict[str, Any]:
    """JSON Schema of what is asked and answered."""
    kinds = {"WorkerRequest": WorkerRequest, "WorkerResponse": TableNow | Found | Failed}
    found, definitions = msgspec.json.schema_components(list(kinds.values()), ref_template="#/$defs/{name}")
    return {"$defs": definitions | dict(zip(kinds, found, strict=True))}
