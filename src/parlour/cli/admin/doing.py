"""Commands for what a host can do. Each command is one act (parlour.server.admin.acts)."""

import click

from parlour.cli.admin.common import act, acting
from parlour.store.address import Address

LONGEST_DAYS = 3_660
player_argument = click.argument("player", metavar="PLAYER")
days_option = click.option(
    "--days",
    type=click.FloatRange(0, LONGEST_DAYS, min_open=True),
    help="For how long; until it is lifted if left out.",
)


@click.command()
@player_argument
@click.argument("name", metavar="NAME")
@acting
def rename(player: str, name: str, reason: str, database: Address, as_json: bool) -> None:
    """Call PLAYER by NAME, also where they sit now. They may choose another name again, unless they are muted."""
    from parlour.server.admin.acts import Rename

    act(database, Rename(who=player, name=name, reason=reason), as_json)


@click.command()
@player_argument
@days_option
@acting
def mute(player: str, days: float | None, reason: str, database: Address, as_json: bool) -> None:
    """Keep PLAYER from saying phrases and from choosing another name."""
    from parlour.server.admin.acts import Mute

    act(database, Mute(who=player, days=days, reason=reason), as_json)


@click.command()
@player_argument
@acting
def unmute(player: str, reason: str, database: Address, as_json: bool) -> None:
    """Let PLAYER talk again."""
    from parlour.server.admin.acts import Unmute

    act(database, Unmute(who=player, reason=reason), as_json)


@click.command()
@click.argument("player", metavar="[PLAYER]", required=False)
@click.option(
    "--address",
    metavar="ADDRESS",
    help="Everybody at an IP address, at one of which a list shows the hash, or in a range of them (IPv4 from /8, IPv6 "
    "from /16).",
)
@days_option
@acting
def ban(
    player: str | None, address: str | None, days: float | None, reason: str, database: Address, as_json: bool
) -> None:
    """Send PLAYER away, or everybody at an address or in a range of them. They may still look, and are told why.

    \b
    Examples:
      parlour admin ban 9136253de6adb97e --days 7 --reason "rude, over and over"
      parlour admin ban --address 203.0.113.7 --reason "a script"
      parlour admin ban --address 203.0.113.0/24 --days 2 --reason "a script with many addresses"
    """
    from parlour.server.admin.acts import Ban, BanAddress

    if (player is None) == (address is None):
        raise click.UsageError("Name either a player or --address.")
    if player is not None:
        act(database, Ban(who=player, days=days, reason=reason), as_json)
    elif address is not None:
        act(database, BanAddress(where=address, days=days, reason=reason), as_json)


@click.command()
@click.argument("player", metavar="[PLAYER]", required=False)
@click.option(
    "--address", metavar="ADDRESS", help="An IP address, or a range or a hash as `parlour admin bans` shows it."
)
@acting
def unban(player: str | None, address: str | None, reason: str, database: Address, as_json: bool) -> None:
    """Let PLAYER, or everybody at an address, come back."""
    from parlour.server.admin.acts import Unban, UnbanAddress

    if (player is None) == (address is None):
        raise click.UsageError("Name either a player or --address.")
    if player is not None:
        act(database, Unban(who=player, reason=reason), as_json)
    elif address is not None:
        act(database, UnbanAddress(where=address, reason=reason), as_json)


@click.command()
@player_argument
@acting
def delete_player(player: str, reason: str, database: Address, as_json: bool) -> None:
    """Delete PLAYER for good, as they could themselves: name, devices, recovery phrase, results and ratings.

    Seats are given up; matches stay replayable, without the name. A ban goes with the player unless they sign in with
    an account.
    """
    from parlour.server.admin.acts import DeletePlayer

    act(database, DeletePlayer(who=player, reason=reason), as_json)


@click.command()
@click.argument("room", metavar="CODE")
@acting
def close(room: str, reason: str, database: Address, as_json: bool) -> None:
    """Close a room. Its match ends where it is; whoever is there is told that a host closed it."""
    from parlour.server.admin.acts import CloseRoom

    act(database, CloseRoom(room=room, reason=reason), as_json)


@click.command()
@click.argument("text", metavar="TEXT")
@click.option(
    "--hours",
    type=click.FloatRange(0, LONGEST_DAYS * 24, min_open=True),
    help="For how long; until it is ended if left out.",
)
@acting
def announce(text: str, hours: float | None, reason: str, database: Address, as_json: bool) -> None:
    """Show TEXT to everybody, above every page, in place of what was announced before."""
    from parlour.server.admin.acts import Announce

    act(database, Announce(text=text, hours=hours, reason=reason), as_json)


@click.command()
@acting
def end_announcement(reason: str, database: Address, as_json: bool) -> None:
    """Announce nothing any more."""
    from parlour.server.admin.acts import EndAnnouncement

    act(database, EndAnnouncement(reason=reason), as_json)


@click.command()
@click.argument("report", metavar="REPORT")
@acting
def settle(report: str, reason: str, database: Address, as_json: bool) -> None:
    """Take a report off the list: it was looked at."""
    from parlour.server.admin.acts import SettleReport

    act(database, SettleReport(report=report, reason=reason), as_json)
