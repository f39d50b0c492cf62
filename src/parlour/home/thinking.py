"""The long computations at home: functions of plain values, so that a second worker of the browser can run them."""

from collections.abc import Callable
from itertools import islice

import msgspec
from msgspec import Raw, Struct

from parlour.core.errors import MalformedInput
from parlour.core.game import Seat
from parlour.core.match import AnyMatch
from parlour.core.replay import reopened
from parlour.core.session import decode_session
from parlour.games import kit_of
from parlour.games.documents import Document, write_session
from parlour.protocol.advice import Advice
from parlour.protocol.bots import choice
from parlour.protocol.foreign import ForeignSession, described
from parlour.protocol.solution import MatchSolution, solution_of
from parlour.protocol.steps import Step, step_of, while_it_holds


class BotTurn(Struct, frozen=True, forbid_unknown_fields=True):
    """A bot is to choose."""

    game: str
    session: Raw
    seat: Seat
    level: str


class BotPlays(Struct, frozen=True, forbid_unknown_fields=True):
    """What it chose."""

    match: str
    seq: int
    """How many entries the log had: it is meant for that place and no other."""
    seat: Seat
    action: Raw
    failed: str | None = None
    """Why it is any legal action and not the bot's own."""


class AdviceAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat wants to know what it could do."""

    game: str
    session: Raw
    seat: Seat


def choose(turn: BotTurn) -> BotPlays:
    """What a bot plays at its turn."""
    match = _match(turn.game, turn.session)
    chosen = choice(kit_of(turn.game), turn.level, match, turn.seat)
    failed = None if chosen.failure is None else repr(chosen.failure)
    action = Raw(msgspec.json.encode(chosen.action))
    return BotPlays(match.header.id, match.count, turn.seat, action, failed)


def advise(asked: AdviceAsked) -> Advice:
    """What a seat could do next."""
    adviser = kit_of(asked.game).adviser
    if adviser is None:
        raise MalformedInput(f"nobody gives advice in {asked.game}")
    match = _match(asked.game, asked.session)
    advice = Raw(msgspec.json.encode(adviser.advise(match.state, asked.seat)))
    return Advice(match.header.id, match.count, advice)


def analyse(text: bytes, seconds: float, progress: Callable[[float], None]) -> Struct:
    """The game's own report on a session, with so many seconds for each move. ``progress`` is told the part that is
    done, up to 1."""
    document = Document(text)
    analyst = document.kit.analyst
    if analyst is None:
        raise MalformedInput(f"matches of {document.kit.game.id} are not analysed")
    return analyst.analyse(document.session(), seconds, progress)


def solve(text: bytes) -> MatchSolution:
    """What the game's solver finds from the start of a session, whatever was played."""
    document = Document(text)
    return solution_of(document.kit, document.session(), "browser")


def describe(text: bytes) -> ForeignSession:
    """What a replay says of anybody's session, and what it says of itself."""
    return described(Document(text), "browser")


def written(text: bytes, format_name: str) -> str:
    """Anybody's session in our own JSON or another format of its game."""
    document = Document(text)
    return write_session(document.kit, document.session(), format_name).decode()


def steps(text: bytes, first: int, count: int) -> list[Step]:
    """So many steps of anybody's session from a sequence number on, as far as the rules bear it out."""
    found = islice(while_it_holds(Document(text).steps()), first, first + count)
    return list(map(step_of, found))


def _match(game: str, session: Raw) -> AnyMatch:
    """The match of a log that a table here wrote."""
    rules = kit_of(game).game
    return reopened(rules, decode_session(rules, bytes(session)))
