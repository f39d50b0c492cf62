"""``/api/matches/{match}/result``: what a match that is over means to me."""

from litestar import Router, get
from litestar.di import NamedDependency
from litestar.params import FromPath

from parlour.games import kit_of
from parlour.protocol.ranking import not_counted
from parlour.server.after.match_logs import MatchLogs
from parlour.server.problems import Problem, not_found
from parlour.store import results
from parlour.store.players import Player
from parlour.store.results import MatchResult
from parlour.store.store import Store


@get("/{match_id:str}/result")
async def my_result(
    match_id: FromPath[str],
    logs: NamedDependency[MatchLogs],
    store: NamedDependency[Store],
    player: NamedDependency[Player],
) -> MatchResult:
    """My best before it, my place, my rating before and after, and why it does not count if it does not.

    Of a match that has just ended the rest is told when its log has been replayed: ask again when the room says so.
    """
    stored = await logs.find(match_id)
    if stored is None:
        raise not_found("match")
    session, kit = stored.session, kit_of(stored.session.game)
    if all(player.id not in (seat.player, seat.beginner) for seat in stored.seats):
        raise Problem(403, "not-seated", "only those who played it have a result")
    board = kit.board_of(session.options, session.seats)
    found = await store.read(results.result(stored, board, not_counted(kit, stored.facts(kit)), player.id))
    if found is None:
        raise Problem(409, "no-result", "nobody has a result of a match that was not finished")
    return found


router = Router("/api/matches", route_handlers=[my_result], tags=["matches"])
