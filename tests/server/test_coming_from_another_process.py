"""Whoever loses one process and comes to another is shown no less than they have seen, whatever was heard there."""

import pytest

from parlour.games.dots_and_boxes.rules import DRAWS
from parlour.server.live.matches import match_host
from parlour.server.live.matches.match_host import MatchHost
from parlour.store.failure import StoreAway, StoreUnavailable
from tests.postgres import Postgres
from tests.server.test_many_processes import ANN, BOB, CLEO, Two, unheard, until, with_two
from tests.server.test_two_processes import Screen, play_out


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


def test_nobody_is_shown_a_match_that_could_not_be_read_on(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    async def unreachable(*_match: object) -> None:
        raise StoreAway

    async def check(two: Two) -> None:
        host = await begin_unheard(two, monkeypatch)
        await host.submit_and_wait(host.match.to_move[0], DRAWS[0])
        with monkeypatch.context() as away:
            away.setattr(match_host, "caught_up", unreachable)
            with pytest.raises(StoreUnavailable):
                await two.there.hub.find(two.room_here.code)
        found = (await two.there.hub.find(two.room_here.code)).match_host
        assert found is not None
        assert found.match.count == 1

    with_two(postgres, check)
