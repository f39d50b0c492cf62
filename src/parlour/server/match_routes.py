"""``/api/matches``: what was played, for good. ``/api/verdicts``: what a replay says of anybody's session."""

import asyncio
from typing import Annotated, Any

from litestar import Request, Response, Router, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter
from msgspec import Struct

from parlour.core.game import Outcome
from parlour.core.replay import Verdict
from parlour.core.session import OWN_FORMAT
from parlour.games import kit_of
from parlour.games.documents import Document, write_session
from parlour.server.desk import Desk
from parlour.server.limits import LARGEST_SESSION
from parlour.server.problems import Problem, not_found
from parlour.server.views import Step, steps
from parlour.store import log
from parlour.store.log import StoredMatch
from parlour.store.store import Store

MOST_STEPS = 200


class MatchSeat(Struct, frozen=True):
    """Who sat at a seat."""

    name: str
    bot: str | None


class MatchNow(Struct, frozen=True, kw_only=True):
    """A match, under way or over."""

    id: str
    room: str
    game: str
    rules_version: int
    seats: tuple[MatchSeat, ...]
    started: int
    ended: int | None
    entries: int
    outcome: Outcome | None
    confirmed: bool | None
    """Whether a replay of the stored log bore out the outcome; None until it has been replayed."""
    formats: tuple[str, ...]
    """What ``/session?format=`` can be."""


@get("/{match_id:str}")
async def one_match(match_id: FromPath[str], store: NamedDependency[Store]) -> MatchNow:
    """A match: who played and how it ended."""
    found = await _found(store, match_id)
    session = found.session
    return MatchNow(
        id=session.id,
        room=found.room,
        game=session.game,
        rules_version=session.rules_version,
        seats=tuple(MatchSeat(seat.name, seat.bot) for seat in found.seats),
        started=session.started,
        ended=session.ended,
        entries=len(session.entries),
        outcome=session.outcome,
        confirmed=found.confirmed,
        formats=(OWN_FORMAT, *(form.name for form in kit_of(session.game).formats)),
    )


@get("/{match_id:str}/session", media_type="application/json")
async def session(
    match_id: FromPath[str],
    store: NamedDependency[Store],
    format_name: Annotated[str, QueryParameter(name="format", max_length=100)] = OWN_FORMAT,
) -> Response[bytes]:
    """The whole log: all that is needed to replay it anywhere."""
    found = await _over(store, match_id)
    text = await asyncio.to_thread(write_session, kit_of(found.session.game), found.session, format_name)
    return Response(text, media_type="application/json")


@get("/{match_id:str}/steps")
async def match_steps(
    match_id: FromPath[str],
    store: NamedDependency[Store],
    first: Annotated[int, QueryParameter(ge=0, le=1_000_000)] = 0,
    count: Annotated[int, QueryParameter(ge=1, le=MOST_STEPS)] = 100,
) -> list[Step]:
    """The match as a spectator saw it after each entry, from entry ``first`` on; 0 is the start."""
    found = await _over(store, match_id)
    return await asyncio.to_thread(steps, found.session, first, count)


@post("/api/verdicts", status_code=200, request_max_body_size=LARGEST_SESSION, tags=["matches"])
async def verdict(request: Request[Any, Any, Any], desk: NamedDependency[Desk]) -> Verdict:
    """Replay somebody's session, in our JSON or a game's own format. Nothing is kept.

    Query parameters are options that a foreign format cannot say: ``?mode=classic``.
    """
    desk.admit_costly(request.client.host if request.client else "")
    text = await request.body()
    told = {name: str(value) for name, value in request.query_params.items()}
    async with desk.replaying:
        return await asyncio.to_thread(_judge, text, told)


def _judge(text: bytes, told: dict[str, str]) -> Verdict:
    return Document(text, told).verdict()


async def _found(store: Store, match_id: str) -> StoredMatch:
    found = await store.read(log.stored(match_id))
    if found is None:
        raise not_found("match")
    return found


async def _over(store: Store, match_id: str) -> StoredMatch:
    found = await _found(store, match_id)
    if found.session.ended is None:
        raise Problem(409, "match-not-over", "the log is shown when the match is over: it holds what may be hidden")
    return found


router = Router("/api/matches", route_handlers=[one_match, session, match_steps], tags=["matches"])
