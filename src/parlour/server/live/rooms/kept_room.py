"""A room as it is written down: each change of it, of its seats and of its match is one commit."""

import asyncio
from collections.abc import Mapping
from typing import Literal

import msgspec
from msgspec import structs

from parlour.core.game import Seat
from parlour.core.kit import Kit
from parlour.core.match import AnyMatch
from parlour.protocol.messages import Bye
from parlour.protocol.refs import Refs
from parlour.server.access.identity import new_seed
from parlour.server.live.broadcast.feed import Feed, RoomFacts
from parlour.server.live.broadcast.open_rooms import OpenRooms
from parlour.server.live.matches.beginning import new_match
from parlour.server.live.matches.match_host import MatchHost
from parlour.server.live.people.leaving import sitting_down
from parlour.server.live.people.seating import (
    Holder,
    RoomState,
    open_seats,
    origin,
    owner_among,
    seat_record,
    seat_records,
    seated,
)
from parlour.server.live.people.standing_in import StandIns
from parlour.server.live.services import Services
from parlour.store import log
from parlour.store import rooms as stored_rooms
from parlour.store.rooms import SeatChange
from parlour.store.transaction import Job, together

ROOM_CLOSED = Bye("room-closed", None)


class KeptRoom:
    """Owns a room's facts and its match; whoever is there is sent what has changed once it is on the disk."""

    def __init__(
        self, services: Services, kit: Kit, facts: RoomFacts, open_rooms: OpenRooms, stand_ins: StandIns
    ) -> None:
        self.code = facts.code
        self.kit = kit
        self.game = kit.game.id
        self.feed = Feed(kit, open_rooms, facts, stand_ins)
        self.match_host: MatchHost | None = None
        """Of the match that is being played, or was played last."""
        self.closed = False
        self.seen_ms = services.clock.now_ms()
        """When somebody last came, went or sat down."""
        self.asked_ms = self.seen_ms
        """When somebody last looked for it."""
        self._services = services
        self._open_rooms = open_rooms
        self.lock = asyncio.Lock()

    @property
    def state(self) -> RoomState:
        """What is kept of the room besides its match."""
        return self.feed.facts.state

    @property
    def phase(self) -> Literal["gathering", "playing", "over"]:
        """Where the room is between its matches."""
        return self.feed.phase

    def people_here(self) -> dict[str, int] | None:
        """How many sockets of each player are open; None where nobody is there and nothing is left to be done."""
        here, host = self.feed.subscribers.here(), self.match_host
        unconfirmed = host is not None and host.match.outcome is not None and host.confirmed is None
        return here if not self.closed and (here or unconfirmed or self.phase == "playing") else None

    def stop(self, bye: Bye) -> None:
        """Send everybody away; no clock rings any more."""
        self.feed.stand_ins.stop()
        if self.match_host is not None:
            self.match_host.stop()
        self.feed.close(bye)

    # Seats and matches

    async def _give_seats(self, given: Mapping[Seat, Holder]) -> None:
        """Let somebody sit there; if a match is played, what that means for its ranking is in the same commit."""
        holders, match_host = self.state.holders, self.match_host
        for seat, holder in given.items():
            holders = seated(holders, seat, holder)
        facts = self._with_holders(holders)
        if match_host is None:
            await self._next_match(facts)
            return
        changes: list[SeatChange] = []
        if self.phase == "playing":
            now = self._log_now()
            changes = [sitting_down(match_host, seat, seat_record(who), now) for seat, who in given.items()]
        await self._save(facts, *changes)
        self.feed.send_room()

    async def _next_match(self, facts: RoomFacts, match: AnyMatch | None = None) -> None:
        """The room before its next match or, if no seat is free, with it: one commit either way."""
        if open_seats(facts.state.holders):
            version = await self._services.store.write(self._saving(facts, None))
            self._set(facts, version, None)
            self.feed.send_room()
        else:
            await self._begin(facts, match)

    async def _begin(self, facts: RoomFacts, match: AnyMatch | None = None) -> None:
        state, services = facts.state, self._services
        if match is None:
            seed = new_seed() if state.seed is None else state.seed
            match = await new_match(services, self.kit, seed, state.options, len(state.holders))
        match = match.begun_at(services.clock.now_ms() - match.last_ms)
        session, records, where_from = match.opening, seat_records(state), origin(state)
        begin = log.begin(self.code, session, records, where_from)
        facts = structs.replace(facts, state=structs.replace(state, seed=None, played=state.played + 1, rematch=()))
        saving = together(self._saving(facts, session.id), services.presence.claim_job(self))
        number, (version, people) = await services.store.write(together(begin, saving))
        services.presence.held(self, people)
        stored = log.StoredMatch(number, self.code, where_from, session, records, None)
        match_host = MatchHost(services, self.kit, self.feed, stored, match, Refs())
        self._set(facts, version, match_host)
        self.feed.send_room()
        match_host.show()

    async def _close(self, *seats_changed: SeatChange) -> None:
        """The end of the match that is played and of the room, in one commit with what the match knows of its seats."""
        if self.match_host is not None and self.phase == "playing":
            await self.match_host.close(self._closing(), seats_changed)
        else:
            await self._services.store.write(self._closing())
        self._closed()

    def _closing(self) -> Job[None]:
        return stored_rooms.close(self.code, self.feed.facts.version or 0)

    def _closed(self, bye: Bye = ROOM_CLOSED) -> None:
        self.closed = True
        self._open_rooms.changed()
        self._services.presence.changed(self)
        self.stop(bye)

    # What is written down

    async def _save(self, facts: RoomFacts, *seats_changed: SeatChange) -> None:
        """Change the room, and what its match knows of its seats, in one commit; its match stays the same."""
        match = None if self.match_host is None else self.match_host.id
        version = await self._services.store.write(self._saving(facts, match, *seats_changed))
        self._set(facts, version, self.match_host)
        if self.match_host is not None and seats_changed:
            self.match_host.change_seats(seats_changed)

    def _set(self, facts: RoomFacts, version: int, match_host: MatchHost | None) -> None:
        self.match_host = self.feed.match = match_host
        self.feed.describe(structs.replace(facts, version=version))
        self.seen_ms = self._services.clock.now_ms()
        self._services.presence.changed(self)

    def _saving(self, facts: RoomFacts, match: str | None, *seats_changed: SeatChange) -> Job[int]:
        state, now = facts.state, self._services.clock.now_ms()
        room = stored_rooms.StoredRoom(
            self.code,
            self.kit.game.id,
            facts.owner,
            msgspec.json.encode(state),
            match,
            now,
            waits=state.public and bool(open_seats(state.holders)),
            address=facts.address,
        )
        return stored_rooms.change(room, facts.version, seats_changed)

    def _with_holders(self, holders: tuple[Holder, ...]) -> RoomFacts:
        facts, state = self.feed.facts, structs.replace(self.state, holders=holders)
        return structs.replace(facts, owner=owner_among(holders, facts.owner), state=state)

    def _log_now(self) -> int:
        """Now in Unix time as the match's log counts it."""
        host = self.match_host
        return self._services.clock.now_ms() if host is None else host.match.opening.started + host.now_ms()
