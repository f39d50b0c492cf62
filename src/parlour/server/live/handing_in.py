"""Matches on their way home and back: the log of one that goes on there, and those that were played there."""

from msgspec import Raw, structs

from parlour.core.errors import SessionRejected
from parlour.core.quick_start import ForBot, ForMe
from parlour.core.session import encode_session
from parlour.games import NoSuchGame
from parlour.protocol.trying import MOST_ENTRIES_MOVED
from parlour.server.access.identity import is_id, new_id
from parlour.server.after import home_sessions
from parlour.server.after.home_sessions import HomeSession
from parlour.server.live.daily import Daily
from parlour.server.live.hub import Hub
from parlour.server.live.people.seating import BotSeat, one_person_plays
from parlour.server.live.rooms.room import Room
from parlour.server.live.services import Services
from parlour.server.problems import Problem, not_found
from parlour.store import home_matches, log
from parlour.store.home_matches import HandedIn, HomeMatch, goes_on, placed_in_time
from parlour.store.players import Player
from parlour.store.transaction import AlreadyThere


class HandingIn:
    """Takes matches that were played at home, once each."""

    def __init__(self, services: Services, hub: Hub, daily: Daily) -> None:
        self._services = services
        self._hub = hub
        self._daily = daily

    async def judged(self, player: Player, text: bytes) -> HomeMatch:
        """A finished match that a replay bears out; MalformedInput, or Problem with what is wrong with it."""
        try:
            found = await self._services.pool.run(home_sessions.judged, text)
        except SessionRejected as wrong:
            raise Problem(422, wrong.code, wrong.reason) from None
        except NoSuchGame:
            raise not_found("game") from None
        if found.player not in (None, player.id):
            raise Problem(403, "other-player", "this is another player's match; who played it hands it in")
        home = home_sessions.match_of(found, player)
        session = home.session
        if session.outcome is None:
            raise Problem(409, "match-not-over", "a match is handed in when it has been played to its end")
        if len(session.entries) > MOST_ENTRIES_MOVED:
            raise _too_long()
        placed_in_time(session, self._services.clock.now_ms())
        await self._daily.require_sight(player, session.game, session.seed, None)
        return home

    async def known(self, player: Player, home: HomeMatch) -> HandedIn | None:
        """What became of it when its player handed it in before."""
        return await self._services.store.read(home_matches.known(home, player.id))

    async def take_in(self, player: Player, home: HomeMatch) -> HandedIn:
        """Keep a match that was played at home.

        If it went on from a match that is still open here, its player leaves that one.
        """
        await self._leave_here(player, home)
        now = self._services.clock.now_ms()
        session = placed_in_time(home.session, now)
        kept = structs.replace(home, session=session if is_id(session.id) else structs.replace(session, id=new_id()))
        try:
            return await self._services.store.write(home_matches.take_in(kept, player.id, now, new_id()))
        except AlreadyThere:
            # Another process took it in at the same moment.
            return await self._services.store.write(home_matches.take_in(kept, player.id, now, new_id()))

    async def _leave_here(self, player: Player, home: HomeMatch) -> None:
        there = await self._services.store.read(log.stored(home.session.id))
        if there is None or there.session.ended is not None or not goes_on(there, home, player.id):
            return
        try:
            await (await self._hub.find(there.room)).leave(player)
        except Problem as problem:
            if problem.is_temporary:
                raise
            # somebody has closed it meanwhile


def session_for_home(room: Room, player: Player) -> HomeSession:
    """The log of a match under way, for whoever plays it alone or with bots: if the connection is lost, it can go on
    at home.

    It tells the seed. While the match still counts that must help nobody: the page shows all that the seed decides
    (``Kit.shows_all``), and a time limit runs, so that nobody tries out the same board meanwhile. The board of a day
    stays here.
    """
    match_host = room.match_host
    if not room.holds_seat(player):
        raise Problem(403, "not-seated", "only those who hold a seat may do that")
    if not one_person_plays(room.state.holders):
        raise Problem(409, "not-alone", "only a game that one person plays, alone or with bots, can go on at home")
    if match_host is None or room.phase != "playing":
        raise Problem(409, "no-match", "no match is being played")
    if match_host.match.covered:
        raise Problem(409, "not-begun", "the board is covered until you are ready")
    helps_nobody = room.kit.shows_all and match_host.match.due_ms is not None
    if room.state.daily is not None or (match_host.ranked and not helps_nobody):
        raise Problem(409, "stays-here", "as long as this match counts its log stays here: it tells the seed")
    if match_host.match.count > MOST_ENTRIES_MOVED:
        raise _too_long()
    seats = tuple(ForBot(who.level) if isinstance(who, BotSeat) else ForMe() for who in room.state.holders)
    return HomeSession(seats, Raw(encode_session(match_host.match.session)), chosen=room.state.seed is not None)


def _too_long() -> Problem:
    return Problem(409, "log-too-long", f"a match is taken home and back with at most {MOST_ENTRIES_MOVED} entries")
