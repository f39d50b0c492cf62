"""What a process says of its rooms is what is so there, whenever the store is slow or fails."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path

import pytest

from parlour.server.background import Background
from parlour.server.cluster.presence import Presence
from parlour.store import processes, rooms
from parlour.store.rooms import StoredRoom
from parlour.store.store import Store
from parlour.store.transaction import Job
from tests.patience import WAIT_S

HERE, OTHER = "here", "other"
FIRST, SECOND = "AAAAAA", "BBBBBB"


class FakeRoom:
    """A room of so many people."""

    def __init__(self, code: str, people: Mapping[str, int] | None) -> None:
        self.code = code
        self.people = people

    def people_here(self) -> Mapping[str, int] | None:
        return self.people


class Held:
    """A store that other processes share, and what one of them says."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.presence = Presence(store, HERE, Background())

    async def seen(self, code: str) -> dict[str, int] | None:
        """Whom another process sees in a room; None if nobody holds it."""
        return (await self.store.read(processes.elsewhere(OTHER, [code]))).get(code)

    async def until(self, code: str, people: dict[str, int] | None) -> None:
        async with asyncio.timeout(WAIT_S):
            while await self.seen(code) != people:
                await asyncio.sleep(0.005)


def with_store(folder: Path, check: Callable[[Held], Awaitable[None]]) -> None:
    async def body() -> None:
        store = Store(folder / "parlour.db")
        store.shared = True
        try:
            await store.write(processes.beat(processes.StoredProcess(HERE, "1", 1)))
            for code in (FIRST, SECOND):
                room = StoredRoom(code, "dots-and-boxes", "ann", b"{}", None, 0, waits=False, address="")
                await store.write(rooms.change(room, None, ()))
            await check(Held(store))
        finally:
            store.close()

    asyncio.run(body())


def test_what_is_said_anew_brings_back_no_room_that_is_let_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def check(held: Held) -> None:
        room = FakeRoom(FIRST, {"ann": 1})
        held.presence.changed(room)
        await held.until(FIRST, {"ann": 1})
        under_way, go_on, write = asyncio.Event(), asyncio.Event(), held.store.write

        async def slow(job: Job[object]) -> object:
            done = await write(job)
            under_way.set()
            await go_on.wait()
            return done

        monkeypatch.setattr(held.store, "write", slow)
        room.people = None
        held.presence.changed(room)
        await under_way.wait()
        again = asyncio.ensure_future(held.presence.publish_again())
        await asyncio.sleep(0)
        go_on.set()
        await again
        assert await held.seen(FIRST) is None

    with_store(tmp_path, check)


def test_what_was_not_committed_is_not_taken_for_said(tmp_path: Path) -> None:
    async def check(held: Held) -> None:
        room = FakeRoom(SECOND, {"ann": 1})
        held.presence.claim_job(room)
        held.presence.changed(room)
        await held.until(SECOND, {"ann": 1})

    with_store(tmp_path, check)


def test_a_room_that_a_commit_holds_is_not_said_twice(tmp_path: Path) -> None:
    async def check(held: Held) -> None:
        room, other = FakeRoom(FIRST, {"ann": 1}), FakeRoom(SECOND, {})
        held.presence.held(room, await held.store.write(held.presence.claim_job(room)))
        await held.store.write(processes.publish_rooms(HERE, {}, [FIRST]))
        held.presence.changed(other)
        await held.until(SECOND, {})
        assert await held.seen(FIRST) is None

    with_store(tmp_path, check)
