"""The tasks of workers: functions of plain values, which a process imports by name without the server's modules."""

from collections.abc import Callable, Mapping

import msgspec
from msgspec import Struct

from parlour.core.game import Seat
from parlour.core.kit import Kit
from parlour.core.replay import reopened
from parlour.core.session import AnySession, decode_session
from parlour.games import kit_of
from parlour.games.documents import Document, ShownVerdict, shown_verdict, write_session
from parlour.protocol.solution import MatchSolution, solution_of
from parlour.server.loading import load_rules
from parlour.server.work.stopwatch import stopwatch


def loaded(game: str) -> Kit:
    """The kit of a game with its kernels loaded; the time that loading takes is charged to nobody."""
    kit = kit_of(game)
    with stopwatch.paused():
        load_rules(kit)
    return kit


def loaded_engine(game: str) -> Kit:
    """The kit of a game with all that advice and analyses need loaded, which is charged to nobody either."""
    kit = loaded(game)
    with stopwatch.paused():
        kit.warm_engine()
    return kit


def own_session(game: str, text: bytes) -> AnySession:
    """A session that the server wrote itself: its options are not checked again."""
    return decode_session(loaded(game).game, text)


def dealt(game: str, options: Struct, seed: int) -> Struct:
    """The level for some options and a seed, in a game that deals levels."""
    levels = loaded(game).levels
    if levels is None:
        raise ValueError(f"{game} deals no levels")
    return levels.deal(options, seed)


def replayed(game: str, session: bytes) -> Struct:
    """The state after the last entry of a session that the server wrote itself."""
    read = own_session(game, session)
    state: Struct = reopened(kit_of(game).game, read).state
    return state


def verdict(text: bytes, chosen: Mapping[str, str]) -> ShownVerdict:
    """The verdict of a replay on a session in any format, by anybody."""
    document = Document(text, chosen)
    loaded(document.kit.game.id)
    return shown_verdict(document.verdict())


def written(game: str, session: bytes, format_name: str) -> bytes:
    """A session in one of its game's formats."""
    return write_session(kit_of(game), own_session(game, session), format_name)


def advice(game: str, state: Struct, seat: Seat) -> bytes:
    """What a seat could do next, as JSON."""
    adviser = loaded_engine(game).adviser
    if adviser is None:
        raise ValueError(f"nobody gives advice in {game}")
    return msgspec.json.encode(adviser.advise(state, seat))


def solution(game: str, session: bytes) -> MatchSolution:
    """What the game's solver finds from the start of a session."""
    return solution_of(loaded_engine(game), own_session(game, session), "server")


def report(progress: Callable[[float], None], game: str, session: bytes, seconds: float) -> bytes:
    """The analysis of a session, as JSON."""
    analyst = loaded_engine(game).analyst
    if analyst is None:
        raise ValueError(f"matches of {game} are not analysed")
    return msgspec.json.encode(analyst.analyse(own_session(game, session), seconds, progress))
