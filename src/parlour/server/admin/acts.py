"""The acts of a host. Each is a value that describes the act, which is done in one commit with its line of the log.

The command line does them on the database itself, also while servers run; the host's page does the same by a server.
"""

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct, structs

from parlour.core.errors import MalformedInput, ParlourError
from parlour.protocol.days import DAY_MS, HOUR_MS
from parlour.protocol.matches import Decision
from parlour.server.access.addresses import HASH_BYTES, HASHED_WITH, hashed_address
from parlour.server.access.identity import read_code
from parlour.server.access.ranges import read_address_or_range
from parlour.server.admin import in_rooms
from parlour.store import marks, players, retention, rooms, secrets
from parlour.store.moderation import admin_links, announcements, audit, lists, reports, restrictions
from parlour.store.moderation.admin_links import AdminLink
from parlour.store.moderation.announcements import Announcement
from parlour.store.moderation.audit import LoggedAct
from parlour.store.moderation.lists import ListedPlayer
from parlour.store.moderation.restrictions import Kind, Whose
from parlour.store.moderation.stored_words import GONE
from parlour.store.names import NameRefused, clean_name
from parlour.store.transaction import Transaction, job

LONGEST_TEXT = 500
"""The most characters of a reason or an announcement."""
MOST_DAYS = 3_660.0

Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=200)]
"""An id, a code, a name. No field of an act has the name of a route's dependency (``player``, ``address``): the
framework would take an invalid field for a fault of its own."""
HostText: TypeAlias = Annotated[str, Meta(min_length=1, max_length=4 * LONGEST_TEXT)]
Days: TypeAlias = Annotated[float, Meta(gt=0, le=MOST_DAYS)]
Hours: TypeAlias = Annotated[float, Meta(gt=0, le=MOST_DAYS * 24)]


class ActRefused(ParlourError):
    """The act cannot be done. ``code`` is stable."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class ActResult(Struct, frozen=True):
    """The result of an act, for its line of the log."""

    about: str
    """The id or code of the player, room, match, … that the act concerns."""
    named: str
    """Its name for people."""
    until: int | None = None
    """When the act expires; None if it does not."""


class HostAct(Struct, frozen=True, tag_field="act", forbid_unknown_fields=True, kw_only=True):
    """The base of all acts. ``done`` does the act: ActRefused or MalformedInput if it cannot be done."""

    reason: HostText


class Rename(HostAct, frozen=True, tag="rename"):
    """Call a player by another name, wherever they sit."""

    who: Name
    name: Name

    def done(self, transaction: Transaction, now: int) -> ActResult:
        player = _player(transaction, self.who, now)
        try:
            shown = players.rename(player.id, clean_name(self.name))(transaction)
        except NameRefused as refused:
            raise ActRefused(refused.code, str(refused)) from None
        in_rooms.rename(transaction, player.id, shown)
        return ActResult(player.id, f"{player.name} → {shown}")


class Mute(HostAct, frozen=True, tag="mute"):
    """Keep a player from saying phrases and from choosing another name."""

    who: Name
    days: Days | None = None

    def done(self, transaction: Transaction, now: int) -> ActResult:
        return _restrict(transaction, "mute", self, now)


class Unmute(HostAct, frozen=True, tag="unmute"):
    """Lift the mute of a player."""

    who: Name

    def done(self, transaction: Transaction, now: int) -> ActResult:
        return _lift(transaction, "mute", self.who, now)


class Ban(HostAct, frozen=True, tag="ban"):
    """Ban a player, on every device."""

    who: Name
    days: Days | None = None

    def done(self, transaction: Transaction, now: int) -> ActResult:
        return _restrict(transaction, "ban", self, now)


class Unban(HostAct, frozen=True, tag="unban"):
    """Lift the ban of a player."""

    who: Name

    def done(self, transaction: Transaction, now: int) -> ActResult:
        return _lift(transaction, "ban", self.who, now)


class DeletePlayer(HostAct, frozen=True, tag=audit.DELETE_PLAYER):
    """Delete a player, as players can do themselves: seats are given up, and their matches stay without a name."""

    who: Name

    def done(self, transaction: Transaction, now: int) -> ActResult:
        player = _player(transaction, self.who, now)
        in_rooms.leave(transaction, player.id, now)
        players.forget(player.id)(transaction)
        return ActResult(player.id, GONE)


class BanAddress(HostAct, frozen=True, tag="ban-address"):
    """Ban everybody at an address or in a range; an IPv6 address stands for its /64."""

    where: Name
    days: Days | None = None

    def done(self, transaction: Transaction, now: int) -> ActResult:
        (whose, key), until = _address_or_range(transaction, self.where), _until(now, self.days, DAY_MS)
        restrictions.impose("ban", whose, key, now, until, self.reason)(transaction)
        return ActResult(key, key, until)


class UnbanAddress(HostAct, frozen=True, tag="unban-address"):
    """Lift the ban of an address or a range."""

    where: Name

    def done(self, transaction: Transaction, now: int) -> ActResult:  # noqa: ARG002
        whose, key = _address_or_range(transaction, self.where)
        if not restrictions.lift("ban", whose, key)(transaction):
            raise ActRefused("not-restricted", f"{self.where} is not banned")
        return ActResult(key, key)


class CloseRoom(HostAct, frozen=True, tag=audit.CLOSE_ROOM):
    """Close a room, and end its match where it is."""

    room: Name

    def done(self, transaction: Transaction, now: int) -> ActResult:  # noqa: ARG002
        code = read_code(self.room)
        room = None if code is None else rooms.load(code)(transaction)
        if room is None:
            raise ActRefused("no-such-room", f"there is no room {self.room}")
        rooms.close(room.code, room.version)(transaction)
        if room.match is not None:
            retention.give_up(room.match)(transaction)
        return ActResult(room.code, room.game)


class Accept(HostAct, frozen=True, tag="accept-result"):
    """Let the result of a match count."""

    match: Name

    def done(self, transaction: Transaction, now: int) -> ActResult:
        return _decide(transaction, self, "accepted", now)


class Reject(HostAct, frozen=True, tag="reject-result"):
    """Take the result of a match off the boards and out of the ratings; everybody can read why."""

    match: Name

    def done(self, transaction: Transaction, now: int) -> ActResult:
        return _decide(transaction, self, "rejected", now)


class Announce(HostAct, frozen=True, tag="announce"):
    """Show an announcement to everybody, in place of the one before."""

    text: HostText
    hours: Hours | None = None

    def done(self, transaction: Transaction, now: int) -> ActResult:
        words, until = cleaned_text(self.text), _until(now, self.hours, HOUR_MS)
        number = audit.last()(transaction) + 1
        announcements.announce(Announcement(number, now, until, words))(transaction)
        return ActResult(str(number), words, until)


class EndAnnouncement(HostAct, frozen=True, tag="end-announcement"):
    """Take the announcement down."""

    def done(self, transaction: Transaction, now: int) -> ActResult:  # noqa: ARG002
        if not announcements.end()(transaction):
            raise ActRefused("nothing-announced", "nothing is announced")
        return ActResult("", "")


class SettleReport(HostAct, frozen=True, tag="settle-report"):
    """Mark a report as settled."""

    report: Name

    def done(self, transaction: Transaction, now: int) -> ActResult:
        settled = reports.settle(self.report, now)(transaction)
        if settled is None:
            raise ActRefused("no-such-report", f"no report {self.report} waits")
        return ActResult(*settled)


class WithdrawLink(HostAct, frozen=True, tag="withdraw-link"):
    """Withdraw a link to the host's page."""

    link: Name

    def done(self, transaction: Transaction, now: int) -> ActResult:
        name = admin_links.withdraw(self.link, now)(transaction)
        if name is None:
            raise ActRefused("no-such-link", f"there is no link {self.link}")
        return ActResult(self.link, name)


Act: TypeAlias = (
    Rename
    | Mute
    | Unmute
    | Ban
    | Unban
    | DeletePlayer
    | BanAddress
    | UnbanAddress
    | CloseRoom
    | Accept
    | Reject
    | Announce
    | EndAnnouncement
    | SettleReport
    | WithdrawLink
)


@job
def do(transaction: Transaction, act: Act, host: str, now: int) -> LoggedAct:
    """Do an act and log it under the host's name; ActRefused or MalformedInput if it cannot be done."""
    act = structs.replace(act, reason=cleaned_text(act.reason))
    done, name = act.done(transaction, now), str(type(act).__struct_config__.tag)
    return audit.add(host, name, done.about, done.named, act.reason, now, done.until)(transaction)


@job
def make_link(
    transaction: Transaction, token_hash: bytes, name: str, reason: str, host: str, now: int, expires: int
) -> AdminLink:
    """A new link to the host's page, and its line of the log.

    The page has no such act: the owner of a link could otherwise make others that outlive it.
    """
    link = admin_links.add(token_hash, name, now, expires)(transaction)
    audit.add(host, "make-link", link.id, link.name, cleaned_text(reason), now, expires)(transaction)
    return link


def cleaned_text(text: str) -> str:
    """A host's text with single spaces; MalformedInput if it is empty, too long or not printable."""
    words = " ".join(text.split())
    if not 0 < len(words) <= LONGEST_TEXT or not words.isprintable():
        raise MalformedInput(f"say it in 1 to {LONGEST_TEXT} printable characters")
    return words


def _restrict(transaction: Transaction, kind: Kind, act: Ban | Mute, now: int) -> ActResult:
    player, until = _player(transaction, act.who, now), _until(now, act.days, DAY_MS)
    restrictions.impose(kind, "player", player.id, now, until, act.reason)(transaction)
    return ActResult(player.id, player.name, until)


def _lift(transaction: Transaction, kind: Kind, called: str, now: int) -> ActResult:
    """Lift a ban or a mute of a player, or of an account (given by its hash) whose player was deleted."""
    if restrictions.lift(kind, "account", called)(transaction):
        return ActResult(called, called)
    player = _player(transaction, called, now)
    if not restrictions.lift(kind, "player", player.id)(transaction):
        raise ActRefused("not-restricted", f"{player.name} is not {'banned' if kind == 'ban' else 'muted'}")
    return ActResult(player.id, player.name)


def _decide(transaction: Transaction, act: Accept | Reject, decision: Decision, now: int) -> ActResult:
    try:
        result = marks.decide(act.match, decision, act.reason, now)(transaction)
    except marks.NothingToDecide as error:
        raise ActRefused("nothing-to-decide", str(error)) from None
    return ActResult(act.match, ", ".join(result.names))


def _player(transaction: Transaction, called: str, now: int) -> ListedPlayer:
    found = lists.player(called, now)(transaction)
    if found is None:
        raise ActRefused("no-such-player", f"nobody here has the id or the name {called}")
    return found


def _address_or_range(transaction: Transaction, typed: str) -> tuple[Whose, str]:
    """The kind and key of what a host typed: an address (its hash is the key), a hash as lists show it, or a range."""
    if len(typed) == 2 * HASH_BYTES and not set(typed) - set("0123456789abcdef"):
        return "address", typed
    whose, key = read_address_or_range(typed)
    return whose, key if whose == "range" else hashed_address(secrets.obtain(HASHED_WITH)(transaction), key)


def _until(now: int, count: float | None, unit_ms: int) -> int | None:
    return None if count is None else now + int(count * unit_ms)
