"""The life of a room: opened, changed, read again, mended, closed, and its matches one after another."""

import logging

import msgspec
from msgspec import structs

from parlour.core.match import AnyMatch
from parlour.protocol.beginning import new_seed
from parlour.protocol.messages import Bye
from parlour.protocol.refs import Refs
from parlour.server.live.broadcast.feed import Feed
from parlour.server.live.broadcast.open_rooms import OpenRooms
from parlour.server.live.matches.beginning import new_match, resumed
from parlour.server.live.matches.match_host import MatchHost
from parlour.server.live.people.seating import RoomFacts, open_seats, origin, seat_records
from parlour.server.live.rooms.live_room import LiveRoom
from parlour.server.live.rooms.mending import FoundRoom, MendedRoom, found_room, is_whole, mended
from parlour.server.live.services import Services
from parlour.server.problems import not_found
from parlour.store import log
from parlour.store import rooms as stored_rooms
from parlour.store.moderation import audit
from parlour.store.rooms import SeatChange
from parlour.store.transaction import Job, together

logger = logging.getLogger("parlour")
ROOM_CLOSED = Bye("room-closed", None)


class LifeCycle:
    """Writes each change of a room, of its seats and of its match as one commit; then it holds here.

    The caller lets changes wait for each other (parlour.server.live.rooms.turns). RoomChanged if another process
    changed the room first.
    """

    def __init__(self, services: Services, live: LiveRoom, feed: Feed, open_rooms: OpenRooms) -> None:
        self._services = services
        self._live = live
        self._feed = feed
        self._open_rooms = open_rooms

    # What is written down

    async def save(self, facts: RoomFacts, *seats_changed: SeatChange) -> None:
        """Change the room, and what its match knows of its seats, in one commit; its match stays the same."""
        match_host = self._live.match_host
        version = await self._services.store.write(
            self._saving(facts, None if match_host is None else match_host.id, seats_changed)
        )
        self._set(facts, version, match_host)
        if match_host is not None and seats_changed:
            match_host.change_seats(seats_changed)

    async def next_match(self, facts: RoomFacts, match: AnyMatch | None = None) -> None:
        """Put the room before its next match or, if no seat is free, begin that: one commit either way."""
        if open_seats(facts.state.holders):
            version = await self._services.store.write(self._saving(facts, None))
            self._set(facts, version, None)
            self._feed.send_room()
        else:
            await self._begin(facts, match)

    async def _begin(self, facts: RoomFacts, match: AnyMatch | None = None) -> None:
        state, services, live = facts.state, self._services, self._live
        if match is None:
            seed = new_seed() if state.seed is None else state.seed
            match = await new_match(services, live.kit, seed, state.options, len(state.holders))
        match = match.begun_at(services.clock.now_ms() - match.last_ms)
        session, records, where_from = match.header, seat_records(state), origin(state)
        begin = log.begin(live.code, session, records, where_from)
        facts = structs.replace(facts, state=structs.replace(state, seed=None, played=state.played + 1, rematch=()))
        saving = together(self._saving(facts, session.id), services.presence.claim_job(live))
        number, (version, people) = await services.store.write(together(begin, saving))
        services.presence.held(live, people)
        stored = log.StoredMatch(
            number=number, room=live.code, origin=where_from, session=session, seats=records, confirmed=None
        )
        match_host = self._match_host(stored, match, Refs())
        self._set(facts, version, match_host)
        self._feed.send_room()
        match_host.show()

    def _saving(self, facts: RoomFacts, match: str | None, seats_changed: tuple[SeatChange, ...] = ()) -> Job[int]:
        state = facts.state
        room = stored_rooms.StoredRoom(
            code=facts.code,
            game=self._live.kit.game.id,
            owner=facts.owner,
            state=msgspec.json.encode(state),
            match=match,
            touched=self._services.clock.now_ms(),
            waits=state.public and bool(open_seats(state.holders)),
            address=facts.address,
        )
        return stored_rooms.change(room, facts.version, seats_changed)

    def _set(self, facts: RoomFacts, version: int, match_host: MatchHost | None) -> None:
        self._live.match_host = match_host
        self._live.set_facts(structs.replace(facts, version=version))
        self._live.touch()
        self._services.presence.changed(self._live)

    # Its end

    async def close(self, *seats_changed: SeatChange) -> None:
        """End the match that is played, and the room, in one commit with what the match knows of its seats."""
        match_host = self._live.match_host
        if match_host is not None and self._live.phase == "playing":
            await match_host.close(self._closing(), seats_changed)
        else:
            await self._services.store.write(self._closing())
        self._closed(ROOM_CLOSED)

    async def discard(self) -> bool:
        """Throw the match that is played away, and close the room; gives whether there was one that was not over."""
        match_host = self._live.match_host
        if match_host is None or self._live.phase != "playing" or not await match_host.discard(self._closing()):
            return False
        self._closed(ROOM_CLOSED)
        return True

    def _closing(self) -> Job[None]:
        return stored_rooms.close(self._live.code, self._live.facts.version or 0)

    def _closed(self, bye: Bye) -> None:
        self._live.closed = True
        self._open_rooms.changed()
        self._services.presence.changed(self._live)
        self.stop(bye)

    def stop(self, bye: Bye) -> None:
        """Send everybody away, and let no clock ring any more."""
        self._live.stand_ins.stop()
        if self._live.match_host is not None:
            self._live.match_host.stop()
        self._feed.close(bye)

    # What the store holds

    async def refresh(self) -> bool:
        """Read the room again if another process has changed it, and say whether; Problem if it is no more."""
        live = self._live
        if live.closed:
            raise not_found("room")
        found = await self._services.store.read(found_room(live.code, self._services.members.id))
        if found is None:
            closed_by_host = await self._services.store.read(audit.has_closed(live.code))
            self._closed(Bye("closed-by-host", None) if closed_by_host else ROOM_CLOSED)
            raise not_found("room")
        if found.version == live.facts.version:
            return False
        before = live.match_host
        await self.take_up(found)
        self._feed.send_room()
        if live.match_host is not before:
            self._feed.send_view()
        return True

    async def take_up(self, found: FoundRoom) -> None:
        """Make the room what the store holds, mended if need be; Problem if that closes it."""
        room, live, before = mended(found), self._live, self._live.match_host
        live.subscribers.see_elsewhere(found.elsewhere or {})
        facts = RoomFacts(live.code, room.owner, room.state, found.version, address=found.address)
        if before is not None and room.match is not None and before.id == room.match.session.id:
            before.set_seats(room.match.seats)
        else:
            live.match_host = None if room.match is None else await self._resumed(room.match, found)
            if before is not None:
                before.stop()
        live.set_facts(facts)
        self._services.presence.changed(live)
        if not is_whole(found, room):
            await self._mend(facts, room)
        if live.match_host is not None:
            live.match_host.wake()
        live.update_stand_ins()

    async def _mend(self, facts: RoomFacts, room: MendedRoom) -> None:
        logger.warning("room mended", extra={"facts": {"room": facts.code}})
        if room.closes:
            await self.close()
            raise not_found("room")
        if room.begins:
            await self._begin(facts)
        else:
            await self.save(facts, *room.seats_changed)

    async def _resumed(self, stored: log.StoredMatch, found: FoundRoom) -> MatchHost:
        """A host of a stored match, still to be woken; a process that has it already plays its clock and bots."""
        match, alone = await resumed(self._services, stored.session), found.elsewhere is None
        return self._match_host(stored, match, found.refs, acts_at_once=alone)

    def _match_host(
        self, stored: log.StoredMatch, match: AnyMatch, refs: Refs, *, acts_at_once: bool = True
    ) -> MatchHost:
        """A host of a match, which is told from now on when another process writes to it."""
        match_host = MatchHost(
            services=self._services,
            kit=self._live.kit,
            feed=self._feed,
            stored=stored,
            match=match,
            refs=refs,
            acts_at_once=acts_at_once,
        )
        self._services.match_hosts[stored.number] = match_host
        return match_host
