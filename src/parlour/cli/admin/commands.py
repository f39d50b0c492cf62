"""The group ``parlour admin``: lists, acts and links."""

import click

from parlour.cli.admin import doing, links, listing
from parlour.cli.admin.results import results
from parlour.cli.admin.settings import settings


class InOrder(click.Group):
    """A group that lists its commands as they are given here."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(self.commands)


@click.group(cls=InOrder)
def admin() -> None:
    """Look after a hub: players, rooms, matches, reports; rename, mute, ban, delete, close, announce.

    Servers may be running: they notice within a second. Every act needs a reason and is logged with when and by whom.
    `parlour admin link` prints a link to the same things as a page. Players are named by their id or by their name as
    it is shown. docs/HOSTING.md tells more.

    Exit status: 0 it is done, 2 it cannot be done, and the reason is on standard error.

    \b
    Examples:
      parlour admin link --name Mina --url https://games.example
      parlour admin reports
      parlour admin ban "Brisk Otter#2" --days 7 --reason "rude, over and over"
      parlour admin ban --address 203.0.113.7 --reason "a script"
      parlour admin announce "The server restarts at 20:00 UTC." --hours 3 --reason update
      parlour admin results reject 0f5e6a7b8c9d0e1f --reason "a script"
    """


for command in (
    listing.players,
    listing.rooms,
    listing.matches,
    listing.reports,
    listing.bans,
    listing.log,
    doing.rename,
    doing.mute,
    doing.unmute,
    doing.ban,
    doing.unban,
    doing.delete_player,
    doing.close,
    results,
    doing.announce,
    doing.end_announcement,
    doing.settle,
    links.link,
    links.links,
    links.withdraw,
    settings,
):
    admin.add_command(command)
