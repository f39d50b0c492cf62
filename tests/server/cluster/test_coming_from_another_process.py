"""Whoever loses one process and comes to another is shown no less than they have seen, whatever was heard there."""

import asyncio
from collections.abc import Awaitable, Callable
from http import HTTPStatus

import pytest

from parlour.core.errors import SessionRejected
from parlour.core.match import AnyMatch
from parlour.games.dots_and_boxes.rules import DRAWS
from parlour.server.live.matches import match_host
from parlour.server.live.matches.catching_up import CaughtUp, caught_up
from parlour.server.live.matches.match_host import MatchHost
from parlour.server.live.people.seating import Nobody, Person
from parlour.server.live.rooms import life_cycle
from parlour.server.live.rooms.mending import FoundRoom, found_room
from parlour.server.problems import Problem
from parlour.store.failure import StoreAway
from parlour.store.store import Store
from parlour.store.transaction import Job
from tests.postgres import Postgres
from tests.server.cluster.test_many_processes import ANN, BOB, CLEO, Two, unheard, until, with_two
from tests.server.live.rooms.test_two_processes import GAME, Screen, play_out

MANY = 100


async def begin_unheard(two: Two, monkeypatch: pytest.MonkeyPatch) -> MatchHost:
    """Bob sits down, and from then on the other process hears of nothing. The match as it is played here."""
    await two.room_here.join(BOB, None)
    await until(lambda: two.room_there.phase == "playing")
    monkeypatch.setattr(two.there.hub.following, "notified", lambda _subjects: None)
    monkeypatch.setattr(two.there.hub.following, "compare", unheard)
    assert two.room_here.match_host is not None
    return two.room_here.match_host


def test_the_first_view_has_every_entry(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    async def check(two: Two) -> None:
        host = await begin_unheard(two, monkeypatch)
        for number in range(3):
            await host.submit_and_wait(host.match.to_move[0], DRAWS[number * 20])
        assert two.room_there.match_host is not None
        assert two.room_there.match_host.match.count == 0, "nothing was heard there"
        bob = Screen(BOB)
        (await two.there.hub.find(two.room_here.code)).enter(bob)
        assert bob.of_type("view")[0]["seq"] == 3

    with_two(postgres, check)


def test_the_first_view_is_of_the_last_match(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    async def check(two: Two) -> None:
        host, here = await begin_unheard(two, monkeypatch), two.room_here
        await play_out(host)
        await here.rematch(ANN)
        cleo = Screen(CLEO)
        (await two.there.hub.find(here.code)).enter(cleo)
        assert here.match_host is not None
        assert cleo.of_type("view")[0]["match"] == here.match_host.id != host.id

    with_two(postgres, check)


def test_a_room_that_was_closed_there_is_not_found(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    async def check(two: Two) -> None:
        await begin_unheard(two, monkeypatch)
        await two.room_here.close()
        assert not two.room_there.closed, "nothing was heard there"
        with pytest.raises(Problem) as refused:
            await two.there.hub.find(two.room_here.code)
        assert refused.value.status == HTTPStatus.NOT_FOUND

    with_two(postgres, check)


@pytest.mark.parametrize("change", ["entries", "seats"])
def test_many_who_come_at_once_wait_for_one_reading(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    """And no move is refused because so many came."""
    read: list[object] = []

    async def counted_entries(store: Store, number: int, match: AnyMatch, now: int) -> CaughtUp:
        read.append(number)
        return await caught_up(store, number, match, now)

    def counted_room(code: str, process: str) -> Job[FoundRoom | None]:
        read.append(code)
        return found_room(code, process)

    async def check(two: Two) -> None:
        host, there = await begin_unheard(two, monkeypatch), two.room_there
        if change == "entries":
            await host.submit_and_wait(host.match.to_move[0], DRAWS[0])
            monkeypatch.setattr(match_host, "caught_up", counted_entries)
        else:
            await two.room_here.leave(BOB)
            monkeypatch.setattr(life_cycle, "found_room", counted_room)
        assert there.match_host is not None
        coming = [asyncio.ensure_future(two.there.hub.find(there.code)) for _ in range(MANY)]
        await until(lambda: read)
        assert there.match_host.waiting() == 0
        await asyncio.gather(*coming)
        assert len(read) < MANY / 10

    with_two(postgres, check)


def test_nobody_is_shown_a_match_that_could_not_be_read_on(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    async def check(two: Two) -> None:
        host = await begin_unheard(two, monkeypatch)
        await host.submit_and_wait(host.match.to_move[0], DRAWS[0])
        with monkeypatch.context() as away:
            away.setattr(match_host, "caught_up", raising(StoreAway()))
            with pytest.raises(StoreAway):
                await two.there.hub.find(two.room_here.code)
        found = (await two.there.hub.find(two.room_here.code)).match_host
        assert found is not None
        assert found.match.count == 1

    with_two(postgres, check)


def test_a_log_that_this_version_cannot_read_is_its_own_rooms_problem(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def check(two: Two) -> None:
        host = await begin_unheard(two, monkeypatch)
        await host.submit_and_wait(host.match.to_move[0], DRAWS[0])
        other = await two.here.hub.open(ANN, GAME, {}, (Person(ANN.id, ANN.name), Nobody()), public=False, seed=None)
        monkeypatch.setattr(match_host, "caught_up", raising(SessionRejected("other-rules", "it is by other rules")))
        with pytest.raises(Problem) as refused:
            await two.there.hub.find(two.room_here.code)
        assert refused.value.code == "cannot-resume"
        assert [mine.room.code for mine in await two.there.hub.rooms_of(ANN)] == [other.code]

    with_two(postgres, check)


def raising(error: Exception) -> Callable[..., Awaitable[None]]:
    async def fail(*_match: object) -> None:
        raise error

    return fail
