"""``/api/matches``: what was played, for good. ``/api/verdicts``: what a replay says of anybody's session."""

from collections.abc import Mapping
from typing import Annotated

from litestar import Response, Router, get, post
from litestar.di import NamedDependency, Provide
from litestar.params import FromPath, JSONBody, QueryParameter
from msgspec import Meta, Struct

from parlour.core.session import OWN_FORMAT, encode_session
from parlour.games import kit_of
from parlour.games.documents import ShownVerdict
from parlour.protocol.analysis import AnalysisNow
from parlour.protocol.matches import MatchNow, MatchSeat, MatchStatus, match_now
from parlour.protocol.messages import RoomNow
from parlour.protocol.options import plain_options
from parlour.protocol.ranking import Seated, ranking_of
from parlour.protocol.solution import MatchSolution, is_solvable
from parlour.protocol.steps import Step
from parlour.server.access.access import Access
from parlour.server.access.limits.quotas import REPORT_BYTES
from parlour.server.after.analyses import Analyses
from parlour.server.after.foreign import LARGEST_SESSION
from parlour.server.after.match_logs import MatchLogs
from parlour.server.after.steps import Steps
from parlour.server.http.addresses import AnyRequest, address_of
from parlour.server.http.dependencies import PlayerQuota
from parlour.server.live.daily import Daily
from parlour.server.live.hub import Hub
from parlour.server.live.people.seating import Person
from parlour.server.problems import Problem, not_found
from parlour.server.work import tasks
from parlour.server.work.pool import Pool
from parlour.store import players
from parlour.store.log import StoredMatch
from parlour.store.players import Player
from parlour.store.store import Store

MOST_STEPS = 200


class FinishedLog:
    """The log of the match that a path names, for one visitor.

    It is read only when a route asks for it, after the request has passed its limits.
    """

    def __init__(self, logs: MatchLogs, daily: Daily, visitor: Player | None, match_id: str) -> None:
        self._logs = logs
        self._daily = daily
        self._visitor = visitor
        self._match_id = match_id

    async def read(self) -> StoredMatch:
        """The match with its log; Problem if that may not be shown: it holds what is hidden while a board can still be
        played."""
        found = await _stored_match(self._logs, self._match_id)
        if found.session.ended is None:
            raise Problem(409, "match-not-over", "the log is shown when the match is over: it holds what may be hidden")
        await _require_sight(self._daily, self._visitor, found)
        return found


@get("/{match_id:str}")
async def one_match(
    match_id: FromPath[str],
    logs: NamedDependency[MatchLogs],
    daily: NamedDependency[Daily],
    analyses: NamedDependency[Analyses],
    visitor: NamedDependency[Player | None],
    hub: NamedDependency[Hub],
    store: NamedDependency[Store],
) -> MatchNow:
    """A match: who played and how it ended."""
    found = await _stored_match(logs, match_id)
    session, kit = found.session, kit_of(found.session.game)
    ranking = ranking_of(kit, found.facts(kit))
    return match_now(
        session,
        await _match_seats(store, found),
        MatchStatus(
            confirmed=found.confirmed,
            ranked=ranking != "does-not-count",
            held=ranking == "held",
            decision=None if found.mark is None else found.mark.decision,
            reason=None if found.mark is None else found.mark.reason,
            daily=found.origin.daily,
            handed_in=found.origin.handed_in,
        ),
        room=(found.room or None) if _sat(visitor, found) or hub.is_public(found.room) else None,
        seed=session.seed if session.ended is not None and await _sees(daily, visitor, found) else None,
        analysis=await analyses.state(found),
    )


@get("/{match_id:str}/session", media_type="application/json")
async def session(
    finished: NamedDependency[FinishedLog],
    pool: NamedDependency[Pool],
    format_name: Annotated[str, QueryParameter(name="format", max_length=100)] = OWN_FORMAT,
) -> Response[bytes]:
    """The whole log: all that is needed to replay it anywhere."""
    session = (await finished.read()).session
    text, game = encode_session(session), session.game
    if format_name != OWN_FORMAT:
        text = await pool.run(tasks.written, game, text, format_name)
    return Response(text, media_type="application/json")


@get("/{match_id:str}/steps")
async def match_steps(
    finished: NamedDependency[FinishedLog],
    steps: NamedDependency[Steps],
    first: Annotated[int, QueryParameter(ge=0, le=1_000_000)] = 0,
    count: Annotated[int, QueryParameter(ge=1, le=MOST_STEPS)] = 100,
) -> list[Step]:
    """The match as a spectator saw it after each entry, from entry ``first`` on; 0 is the start."""
    return await steps.page((await finished.read()).session, first, count)


@post("/{match_id:str}/analysis", status_code=200)
async def analyse(
    finished: NamedDependency[FinishedLog],
    analyses: NamedDependency[Analyses],
    quota: NamedDependency[PlayerQuota],
    access: NamedDependency[Access],
    request: AnyRequest,
) -> AnalysisNow:
    """What the match was about, move by move. The first time it takes a while: ask again until it is ready."""
    access.rate_limits.admit_costly(address_of(request))
    quota.admit_bytes(REPORT_BYTES)
    return await analyses.ask(await finished.read())


@get("/{match_id:str}/analysis")
async def analysis(finished: NamedDependency[FinishedLog], analyses: NamedDependency[Analyses]) -> AnalysisNow:
    """How far an analysis that was asked for has come, and its report."""
    return await analyses.now(await finished.read())


@post("/{match_id:str}/solution", status_code=200)
async def solution(
    finished: NamedDependency[FinishedLog],
    access: NamedDependency[Access],
    pool: NamedDependency[Pool],
    request: AnyRequest,
) -> MatchSolution:
    """The best that the game's solver finds from the start of a match for one, in a moment. Nothing is kept."""
    access.rate_limits.admit_costly(address_of(request))
    played = (await finished.read()).session
    if not is_solvable(kit_of(played.game), played.seats):
        raise Problem(404, "no-solver", f"no solver plays this match of {played.game}")
    return await pool.run(tasks.solution, played.game, encode_session(played))


class TryFrom(Struct, frozen=True, forbid_unknown_fields=True):
    """The moment to play on from."""

    seq: Annotated[int, Meta(ge=0, le=1_000_000)]
    """How many entries led there; 0 is the start."""


@post("/{match_id:str}/try")
async def try_from(
    finished: NamedDependency[FinishedLog],
    data: JSONBody[TryFrom],
    player: NamedDependency[Player],
    hub: NamedDependency[Hub],
    quota: NamedDependency[PlayerQuota],
) -> RoomNow:
    """Open a room whose match begins as a match for one did, up to a moment. It is practice and never counts."""
    session = (await finished.read()).session
    if session.seats != 1:
        raise Problem(409, "not-alone", "only a match that was played alone can be tried again from a moment")
    quota.admit_match()
    first = await hub.branch(session, data.seq)
    room = await hub.open(
        player,
        session.game,
        plain_options(session.options),
        (Person(player.id, player.name),),
        public=False,
        seed=session.seed,
        address=quota.hashed_address,
        first=first,
    )
    return room.now()


@post("/api/verdicts", status_code=200, request_max_body_size=LARGEST_SESSION, tags=["matches"])
async def verdict(request: AnyRequest, access: NamedDependency[Access], pool: NamedDependency[Pool]) -> ShownVerdict:
    """Replay somebody's session, in our JSON or a game's own format. Nothing is kept.

    Query parameters are options that a foreign format cannot say: ``?mode=classic``.
    """
    access.rate_limits.admit_costly(address_of(request))
    text = await request.body()
    chosen = {name: str(value) for name, value in request.query_params.items()}
    return await pool.run(tasks.verdict, text, chosen)


async def _match_seats(store: Store, found: StoredMatch) -> tuple[MatchSeat, ...]:
    """Who sits there, and who left and did not come back."""
    left = [who for seat in found.seats if (who := seat.gone) is not None]
    names = {player.id: player.name for player in await store.read(players.known(left))} if left else {}
    return tuple(_match_seat(seat, names) for seat in found.seats)


def _match_seat(seat: Seated, names: Mapping[str, str]) -> MatchSeat:
    who = seat.gone
    if who is None or who not in names:
        return MatchSeat(seat.name, seat.player, seat.bot)
    return MatchSeat(seat.name, seat.player, seat.bot, who, names[who])


def _sat(visitor: Player | None, found: StoredMatch) -> bool:
    return visitor is not None and any(seat.player == visitor.id for seat in found.seats)


async def _stored_match(logs: MatchLogs, match_id: str) -> StoredMatch:
    found = await logs.find(match_id)
    if found is None:
        raise not_found("match")
    return found


async def _require_sight(daily: Daily, visitor: Player | None, found: StoredMatch) -> None:
    await daily.require_sight(visitor, found.session.game, found.session.seed, found.origin.daily)


async def _sees(daily: Daily, visitor: Player | None, found: StoredMatch) -> bool:
    try:
        await _require_sight(daily, visitor, found)
    except Problem:
        return False
    return True


async def _for_visitor(
    match_id: FromPath[str],
    logs: NamedDependency[MatchLogs],
    daily: NamedDependency[Daily],
    visitor: NamedDependency[Player | None],
) -> FinishedLog:
    return FinishedLog(logs, daily, visitor, match_id)


async def _for_player(
    match_id: FromPath[str],
    logs: NamedDependency[MatchLogs],
    daily: NamedDependency[Daily],
    player: NamedDependency[Player],
) -> FinishedLog:
    return FinishedLog(logs, daily, player, match_id)


router = Router(
    "/api/matches",
    route_handlers=[
        one_match,
        Router(
            "/",
            route_handlers=[session, match_steps, analysis],
            dependencies={"finished": Provide(_for_visitor)},
        ),
        Router(
            "/",
            route_handlers=[analyse, solution, try_from],
            dependencies={"finished": Provide(_for_player)},
        ),
    ],
    tags=["matches"],
)
