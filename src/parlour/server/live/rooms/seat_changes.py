"""Changes of a room's seats: who sits down, leaves, is replaced by a bot. Each is one commit with what it means for the
match that is being played."""

from collections.abc import Mapping

from msgspec import structs

from parlour.core.game import Seat
from parlour.games import bot_of
from parlour.server.live.broadcast.feed import Feed
from parlour.server.live.people.leaving import leaving, sitting_down
from parlour.server.live.people.seating import (
    Holder,
    Person,
    bot_instead,
    forgotten,
    left_by,
    people,
    renamed,
    seat_for_a_bot,
    seat_record,
    seated,
    seats_to_take,
)
from parlour.server.live.rooms.life_cycle import LifeCycle
from parlour.server.live.rooms.live_room import LiveRoom
from parlour.server.live.rooms.turns import NothingToDo
from parlour.server.live.services import Services
from parlour.server.problems import Problem
from parlour.store.players import Player
from parlour.store.rooms import SeatChange


class SeatChanges:
    """Changes who sits where in one room; NothingToDo where they sit like that already.

    The room asks whether somebody may, and lets changes wait for each other.
    """

    def __init__(self, services: Services, live: LiveRoom, feed: Feed, life: LifeCycle) -> None:
        self._services = services
        self._live = live
        self._feed = feed
        self._life = life

    async def join(self, player: Player, wanted: Seat | None) -> None:
        """Let a player sit down at a free seat, or come back to their own."""
        if wanted is None and player.id in self._live.seats:
            raise NothingToDo
        person = Person(player.id, player.name)
        await self._give(dict.fromkeys(seats_to_take(self._live.state.holders, player.id, wanted), person))

    async def fill(self, seat: Seat, level: str) -> None:
        """Let a bot sit down at a seat that is free, or whose player has been away for long."""
        bot_of(self._live.kit, level)
        holder, away_s = seat_for_a_bot(self._live.state.holders, seat), self._services.settings.away_s
        if isinstance(holder, Person) and self._live.subscribers.away_s(holder.player) < away_s:
            raise Problem(409, "not-away", f"that player has not been away for {away_s:g} seconds")
        await self._give({seat: bot_instead(holder, level)})

    async def stand_in(self) -> None:
        """Let bots sit down where the others have waited for long enough."""
        match_host, stand_ins = self._live.match_host, self._live.stand_ins
        level = stand_ins.level
        seats = () if match_host is None or self._live.phase != "playing" else stand_ins.seats_now(match_host)
        if not seats or level is None:
            raise NothingToDo
        await self._give({seat: bot_instead(self._live.state.holders[seat], level) for seat in seats})

    async def leave(self, player: Player) -> None:
        """Free every seat of a player, which a bot takes after a while; if no person is left, close the room."""
        if player.id not in self._live.seats:
            raise NothingToDo
        await self._free(player, self._left_by(player))

    async def forget(self, player: Player) -> None:
        """Free every seat of a player, and keep none for them."""
        holders = forgotten(self._left_by(player), player.id)
        if holders == self._live.state.holders:
            raise NothingToDo
        await self._free(player, holders)

    async def rename(self, player: Player) -> None:
        """Show the name that a player has chosen."""
        await self._life.save(self._live.facts_with(renamed(self._live.state.holders, player.id, player.name)))
        self._feed.send_room()

    async def _give(self, given: Mapping[Seat, Holder]) -> None:
        """Let somebody sit there; if a match is played, what that means for its ranking is in the same commit."""
        holders, match_host = self._live.state.holders, self._live.match_host
        for seat, holder in given.items():
            holders = seated(holders, seat, holder)
        facts = self._live.facts_with(holders)
        if match_host is None:
            await self._life.next_match(facts)
            return
        changes: list[SeatChange] = []
        if self._live.phase == "playing":
            now = self._live.log_now()
            changes = [sitting_down(match_host, seat, seat_record(who), now) for seat, who in given.items()]
        await self._life.save(facts, *changes)
        self._feed.send_room()

    def _left_by(self, player: Player) -> tuple[Holder, ...]:
        match_host, due = self._live.match_host, None
        if match_host is not None and self._live.phase == "playing":
            due = match_host.now_ms() + int(self._services.settings.left_s * 1000)
        return left_by(self._live.state.holders, player.id, due)

    async def _free(self, player: Player, holders: tuple[Holder, ...]) -> None:
        """Let these hold the seats, after a player gave theirs up; if a match is played, they have left it."""
        gone = leaving(self._live.match_host, player.id, self._live.log_now())
        if not people(holders):
            await self._life.close(*gone)
            self._live.set_facts(self._live.facts_with(holders))
            return
        facts = self._live.facts_with(holders)
        asked = tuple(one for one in facts.state.rematch if one != player.id)
        await self._life.save(structs.replace(facts, state=structs.replace(facts.state, rematch=asked)), *gone)
        self._feed.send_room()
