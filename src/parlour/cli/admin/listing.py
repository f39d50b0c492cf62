"""Commands for what a host can look at."""

from typing import TYPE_CHECKING

import click

from parlour.cli.admin.common import act_line, count_option, moment, now_ms, read, show
from parlour.cli.admin.common import listing as options
from parlour.store.address import Address

if TYPE_CHECKING:
    from parlour.server.admin.rooms import ListedRoom
    from parlour.store.moderation.lists import ListedMatch, ListedPlayer
    from parlour.store.moderation.reports import Report
    from parlour.store.moderation.restrictions import Restriction


@click.command()
@click.option("--like", metavar="NAME", help="Those whose names begin so, or look as if they did.")
@click.option("--before", metavar="PLAYER", help="The next page: begin after this one.")
@count_option
@options
def players(like: str | None, before: str | None, count: int, database: Address, as_json: bool) -> None:
    """List players, those seen last first.

    \b
    Examples:
      parlour admin players --like mina
    """
    from parlour.store.moderation import lists

    found = read(database, lists.players_page(like, before, count, now_ms()))
    show(found, _player, as_json, "nobody is called so" if like else "there are no players")


@click.command()
@click.option("--before", metavar="CODE", help="The next page: begin after this one.")
@count_option
@options
def rooms(before: str | None, count: int, database: Address, as_json: bool) -> None:
    """List rooms, those that changed last first; with the hash of the address that each was opened from."""
    from parlour.server.admin.rooms import listed_room
    from parlour.store.moderation import lists

    found = [listed_room(room) for room in read(database, lists.rooms_page(before, count))]
    show(found, _room, as_json, "no room is open")


@click.command()
@click.option("--before", metavar="NUMBER", type=click.IntRange(min=1), help="The next page: begin before this one.")
@count_option
@options
def matches(before: int | None, count: int, database: Address, as_json: bool) -> None:
    """List matches, those that began last first."""
    from parlour.store.moderation import lists

    show(read(database, lists.matches_page(before, count)), _match, as_json, "nothing was played")


@click.command()
@click.option("--after", metavar="REPORT", help="The next page: begin after this one.")
@count_option
@options
def reports(after: str | None, count: int, database: Address, as_json: bool) -> None:
    """List what players reported and nobody has settled, the oldest first."""
    from parlour.store.moderation import reports

    show(read(database, reports.waiting(after, count)), _report, as_json, "no report waits")


@click.command()
@options
def bans(database: Address, as_json: bool) -> None:
    """List bans and mutes that hold now."""
    from parlour.store.moderation import restrictions

    show(read(database, restrictions.in_force(now_ms())), _restriction, as_json, "nobody is banned or muted")


@click.command()
@click.option("--before", metavar="NUMBER", type=click.IntRange(min=1), help="The next page: begin before this one.")
@count_option
@options
def log(before: int | None, count: int, database: Address, as_json: bool) -> None:
    """List what hosts did, the latest first: when, who, what and why."""
    from parlour.store.moderation import audit

    show(read(database, audit.page(before, count)), act_line, as_json, "no host has done anything")


def _counted(count: int, thing: str) -> str:
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


def _player(player: "ListedPlayer") -> str:
    facts = [f"seen {moment(player.seen)}", _counted(player.devices, "device")]
    facts += ["banned"] if player.banned else []
    facts += ["muted"] if player.muted else []
    facts += [_counted(player.reports, "report")] if player.reports else []
    facts += [f"at {' '.join(player.addresses)}"] if player.addresses else []
    return f"{player.id}  {player.name}: {', '.join(facts)}"


def _room(room: "ListedRoom") -> str:
    names = ", ".join(room.players) or "nobody"
    return f"{room.code}  {moment(room.touched)}  {room.game}: {names}; opened from {room.address or 'somewhere'}"


def _match(match: "ListedMatch") -> str:
    state = "over" if match.finished else "under way" if match.ended is None else "left"
    scores = [shown.text.get("en", "") for shown in match.shown]
    score = f" {' : '.join(scores)}" if scores else ""
    mark = f"; {match.decision}: {match.reason}" if match.decision else "; waits for a host" if match.marked else ""
    played = f"{match.game}: {', '.join(match.players)}; {state}{score}{mark}"
    return f"{match.number}  {match.id}  {moment(match.started)}  {played}"


def _report(report: "Report") -> str:
    called = report.name if report.name == report.named else f"{report.name}, then {report.named}"
    where = f" in room {report.room}" if report.room else ""
    by = report.reported_by or "somebody who was deleted"
    return f"{report.id}  {moment(report.at)}  {report.what} of {report.about} ({called}){where}, by {by}"


def _restriction(one: "Restriction") -> str:
    until = "until it is lifted" if one.until is None else f"until {moment(one.until)}"
    name = f" {one.name}" if one.name else ""
    return f"{one.kind}  {one.whose} {one.key}{name}, since {moment(one.since)}, {until}. {one.reason}"
