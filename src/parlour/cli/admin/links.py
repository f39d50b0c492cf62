"""Links to the host's page."""

import os
from typing import TYPE_CHECKING

import click

from parlour.cli.admin.common import act, acting, change, host_name, listing, moment, now_ms, read, show
from parlour.cli.common import console, print_json
from parlour.protocol.days import DAY_MS
from parlour.server.settings import Settings
from parlour.store.address import Address
from parlour.store.moderation.stored_words import LOOK_AFTER

if TYPE_CHECKING:
    from parlour.store.moderation.admin_links import AdminLink

LONGEST_NAME = 40
HERE = "http://127.0.0.1"


def _here() -> str:
    """The address of a server that is started in the same environment, on this machine."""
    port, base = os.environ.get("PARLOUR_PORT") or Settings.port, os.environ.get("PARLOUR_BASE", "")
    return f"{HERE}:{port}{base.rstrip('/')}"


@click.command()
@click.option("--name", required=True, help="Whose link it is; the log of acts says so.")
@click.option(
    "--days",
    type=click.FloatRange(0, 366, min_open=True),
    default=7.0,
    show_default=True,
    help="When it expires.",
)
@click.option(
    "--url",
    metavar="ADDRESS",
    default=_here,
    show_default=f"{HERE}:{Settings.port}",
    help="Where people find the hub, with its --base.",
)
@click.option("--reason", default=LOOK_AFTER, show_default=True, help="It stands in the log of acts.")
@listing
def link(name: str, days: float, url: str, reason: str, database: Address, as_json: bool) -> None:
    """Print a link to the host's page. Whoever has it can do what a host can, until it expires or is withdrawn.

    Only a hash of it is kept: it cannot be printed again. That it was made stands in the log of acts.

    \b
    Examples:
      parlour admin link --name Mina --url https://games.example
      parlour admin link --name Mina --url https://example.org/games
      parlour admin link --name Mina --days 0.5 --json
    """
    from parlour.server.access.identity import hashed, new_token
    from parlour.server.admin.acts import make_link

    called = " ".join(name.split())
    if not 0 < len(called) <= LONGEST_NAME or not called.isprintable():
        raise click.BadParameter(f"say it in 1 to {LONGEST_NAME} printable characters", param_hint="--name")
    token, now = new_token(), now_ms()
    expires = now + int(days * DAY_MS)
    kept = change(database, make_link(hashed(token), called, reason, host_name(), now, expires))
    address = f"{url.rstrip('/')}/admin#{token}"
    if as_json:
        print_json({"link": address, "id": kept.id, "name": kept.name, "expires": kept.expires})
    else:
        console().print(address, markup=False)
        console(stderr=True).print(f"link {kept.id} of {kept.name}, until {moment(kept.expires)}", markup=False)


@click.command()
@listing
def links(database: Address, as_json: bool) -> None:
    """List the links that have neither expired nor been withdrawn."""
    from parlour.store.moderation import admin_links

    show(read(database, admin_links.valid(now_ms())), _link, as_json, "there is no link")


@click.command()
@click.argument("link", metavar="LINK")
@acting
def withdraw(link: str, reason: str, database: Address, as_json: bool) -> None:
    """Withdraw a link, by its id as `parlour admin links` shows it."""
    from parlour.server.admin.acts import WithdrawLink

    act(database, WithdrawLink(link=link, reason=reason), as_json)


def _link(link: "AdminLink") -> str:
    return f"{link.id}  {link.name}, since {moment(link.created)}, until {moment(link.expires)}"
