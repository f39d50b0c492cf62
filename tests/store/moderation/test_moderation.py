"""What hosts do is kept, listed page by page, and bounded, over every database."""

import asyncio
from typing import TypeVar

import pytest

from parlour.core.errors import MalformedInput
from parlour.protocol.days import DAY_MS
from parlour.server.access.addresses import HASHED_WITH, hashed_address
from parlour.server.access.identity import hashed
from parlour.server.admin.acts import (
    Act,
    ActRefused,
    Announce,
    Ban,
    BanAddress,
    EndAnnouncement,
    Mute,
    Rename,
    SettleReport,
    Unban,
    UnbanAddress,
    Unmute,
    WithdrawLink,
    do,
)
from parlour.store import players, secrets
from parlour.store.moderation import admin_links, announcements, audit, bounds, lists, reports, restrictions
from parlour.store.moderation.audit import LoggedAct
from parlour.store.moderation.stored_words import GONE
from parlour.store.players import Player
from parlour.store.store import Store
from parlour.store.transaction import Job

T = TypeVar("T")
NOW = 1_000_000_000_000


class Host:
    """Does and looks at one moment."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def write(self, job: Job[T]) -> T:
        return asyncio.run(self.store.write(job))

    def does(self, act: Act, now: int = NOW) -> LoggedAct:
        return self.write(do(act, "mina", now))


@pytest.fixture
def host(store: Store) -> Host:
    host = Host(store)
    for number, name in enumerate(("Ann", "Bob", "Cleo")):
        host.write(players.add(Player(name.lower(), name), name.encode(), NOW - number))
    return host


def test_every_act_is_logged_with_when_who_and_why(host: Host) -> None:
    acts: list[Act] = [
        Mute(who="ann", reason="loud"),
        Ban(who="Bob", days=2, reason="  rude,\n again "),
        Rename(who="cleo", name="Ann", reason="confusing"),
    ]
    done = [host.does(act) for act in acts]
    assert [one.number for one in done] == [1, 2, 3]
    latest = host.write(audit.page(None, 10))
    assert latest == [*reversed(done)]
    assert latest[1] == LoggedAct(2, NOW, "mina", "ban", "bob", "Bob", "rude, again", NOW + 2 * DAY_MS)
    assert latest[0].named == "Cleo → Ann#2"
    assert host.write(audit.page(2, 10)) == [done[0]]
    assert host.write(audit.since(1)) == done[1:]


def test_bans_and_mutes_hold_until_they_lapse_or_are_lifted(host: Host) -> None:
    host.does(Ban(who="ann", days=1, reason="x"))
    host.does(Mute(who="ann", reason="y"))
    host.does(BanAddress(where="2001:db8::/64", reason="z"))
    secret = host.write(secrets.obtain(HASHED_WITH))
    key = hashed_address(secret, "2001:db8::/64")
    held = host.write(restrictions.in_force(NOW))
    assert {(one.kind, one.whose, one.key, one.name) for one in held} == {
        ("ban", "player", "ann", "Ann"),
        ("mute", "player", "ann", "Ann"),
        ("ban", "address", key, ""),
    }
    assert len(host.write(restrictions.in_force(NOW + DAY_MS))) == 2
    host.does(Unmute(who="ann", reason="calm"))
    host.does(UnbanAddress(where="2001:db8::ffff", reason="the whole network is one"))
    host.does(BanAddress(where=key, reason="by its hash"))
    assert [one.key for one in host.write(restrictions.in_force(NOW + DAY_MS))] == [key]
    for act in (Unmute(who="ann", reason="x"), Unban(who="bob", reason="x")):
        with pytest.raises(ActRefused, match="is not") as refused:
            host.does(act)
        assert refused.value.code == "not-restricted"


def test_a_range_is_banned_and_lifted_by_any_address_in_it(host: Host) -> None:
    done = host.does(BanAddress(where="203.0.113.7/24", days=1, reason="x"))
    assert (done.about, done.named, done.until) == ("203.0.113.0/24", "203.0.113.0/24", NOW + DAY_MS)
    [held] = host.write(restrictions.in_force(NOW))
    assert (held.kind, held.whose, held.key) == ("ban", "range", "203.0.113.0/24")
    with pytest.raises(ActRefused, match="is not banned"):
        host.does(UnbanAddress(where="203.0.113.7", reason="a single one is not a range"))
    host.does(UnbanAddress(where="203.0.113.99/24", reason="y"))
    assert host.write(restrictions.in_force(NOW)) == []


def test_what_cannot_be_done_is_refused_and_not_logged(host: Host) -> None:
    refused: list[Act] = [
        Ban(who="nobody", reason="x"),
        Rename(who="ann", name="admin", reason="x"),
        SettleReport(report="none", reason="x"),
        WithdrawLink(link="none", reason="x"),
        EndAnnouncement(reason="x"),
    ]
    for act in refused:
        with pytest.raises(ActRefused):
            host.does(act)
    malformed: list[Act] = [
        Ban(who="ann", reason="a\x1b[2J"),
        Ban(who="ann", reason="   "),
        Announce(text="\u202e" * 3, reason="x"),
        Announce(text="x" * 501, reason="x"),
        BanAddress(where="example.org", reason="x"),
        BanAddress(where="0.0.0.0/0", reason="x"),
    ]
    for act in malformed:
        with pytest.raises(MalformedInput):
            host.does(act)
    assert host.write(audit.last()) == 0
    assert host.write(restrictions.in_force(NOW)) == []


def test_one_announcement_takes_the_place_of_another(host: Host) -> None:
    host.does(Announce(text="first", reason="x"))
    second = host.does(Announce(text="second", hours=1, reason="x"))
    current = host.write(announcements.current(NOW))
    assert current is not None
    assert (current.text, current.act) == ("second", second.number)
    assert host.write(announcements.current(NOW + 3_600_000)) is None
    host.does(EndAnnouncement(reason="done"))
    assert host.write(announcements.current(NOW)) is None


def test_a_report_stands_once_until_it_is_settled(host: Host) -> None:
    assert host.write(reports.add("r1", "bob", "name", "ann", None, NOW))
    assert host.write(reports.add("r2", "bob", "name", "ann", "ROOM", NOW + 1))
    assert host.write(reports.add("r3", "bob", "conduct", "ann", "ROOM", NOW + 2))
    assert not host.write(reports.add("r4", "nobody", "name", "ann", None, NOW))
    assert [one.id for one in host.write(reports.waiting(None, 10))] == ["r1", "r3"]
    assert [one.id for one in host.write(reports.waiting("r1", 10))] == ["r3"]
    host.write(players.rename("bob", "Robert"))
    [first, _] = host.write(reports.waiting(None, 10))
    assert (first.named, first.name, first.reported_by) == ("Bob", "Robert", "Ann")
    host.does(SettleReport(report="r1", reason="he has another name now"))
    assert host.write(reports.add("r5", "bob", "name", "ann", None, NOW + 3))
    host.write(players.forget("ann"))
    assert [(one.id, one.reporter) for one in host.write(reports.waiting(None, 10))] == [("r3", None), ("r5", None)]
    host.write(players.forget("bob"))
    assert host.write(reports.count()) == 0


def test_players_are_listed_page_by_page_and_found_by_how_their_name_looks(host: Host) -> None:
    host.does(Ban(who="bob", reason="x"))
    host.write(reports.add("r1", "bob", "name", "ann", None, NOW))
    first = host.write(lists.players_page(None, None, 2, NOW))
    assert [one.id for one in first] == ["ann", "bob"]
    assert [(one.banned, one.muted, one.reports, one.devices) for one in first] == [
        (False, False, 0, 1),
        (True, False, 1, 1),
    ]
    assert [one.id for one in host.write(lists.players_page(None, "bob", 2, NOW))] == ["cleo"]
    assert [one.id for one in host.write(lists.players_page("c1e", None, 2, NOW))] == ["cleo"]
    assert host.write(lists.players_page("%_", None, 2, NOW)) == first


def test_players_of_one_name_are_told_apart_by_the_number_that_is_shown(host: Host) -> None:
    host.write(players.rename("cleo", "Bob"))
    for typed, found in {"bob": ["bob", "cleo"], "Bob#2": ["cleo"], "B0B #2": ["cleo"], "Bob#1": ["bob"]}.items():
        assert [one.id for one in host.write(lists.players_page(typed, None, 9, NOW))] == found
    for odd in ("Bob#3", "Bob#²", "Bob#" + "9" * 99):
        assert host.write(lists.players_page(odd, None, 9, NOW)) == []


def test_a_link_expires_and_can_be_withdrawn(host: Host) -> None:
    kept = host.write(admin_links.add(hashed("token"), "Mina", NOW, NOW + 10))
    assert host.write(admin_links.by_token(hashed("token"), NOW)) == kept
    assert host.write(admin_links.by_token(hashed("token"), NOW + 10)) is None
    assert host.write(admin_links.by_token(hashed(""), NOW)) is None
    host.does(WithdrawLink(link=kept.id, reason="lost"))
    assert host.write(admin_links.by_token(hashed("token"), NOW)) is None


def test_what_is_old_or_has_lapsed_is_removed_and_the_last_act_stays(host: Host) -> None:
    host.does(Ban(who="ann", days=1, reason="x"))
    host.does(Announce(text="soon", hours=1, reason="x"))
    host.does(Mute(who="bob", reason="x"))
    host.write(reports.add("r1", "bob", "name", "ann", None, NOW))
    host.write(admin_links.add(hashed("token"), "Mina", NOW, NOW + 10))
    later = NOW + 2 * DAY_MS
    assert host.write(bounds.tidy(later, later, later)) == 6
    assert [one.number for one in host.write(audit.page(None, 10))] == [3]
    assert host.write(audit.since(2)) == host.write(audit.page(None, 10))
    assert [one.key for one in host.write(restrictions.in_force(0))] == ["bob"]
    assert host.does(Mute(who="ann", reason="x")).number == 4


def test_of_a_deleted_player_no_name_stays_in_the_log_and_no_ban(host: Host) -> None:
    host.does(Ban(who="bob", reason="x"))
    host.does(Rename(who="bob", name="Robert", reason="y"))
    host.does(Mute(who="ann", reason="z"))
    host.write(players.forget("bob"))
    assert [one.named for one in host.write(audit.page(None, 10))] == ["Ann", GONE, GONE]
    assert [one.key for one in host.write(restrictions.in_force(NOW))] == ["ann"]
