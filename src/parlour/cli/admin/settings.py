"""``parlour admin settings``: what the host's page shows of a server's settings."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from parlour.cli.admin.common import now_ms
from parlour.cli.common import console, json_option, print_json
from parlour.cli.hosting.serve import setting_options
from parlour.server.settings import Settings

if TYPE_CHECKING:
    from parlour.server.admin.shown_settings import ShownSetting


@click.command()
@json_option
@setting_options
def settings(as_json: bool, **given: Any) -> None:
    """Print the settings and the rules of names that `parlour serve` has with the same flags and environment.

    A server that runs shows those that it was started with on the host's page.

    \b
    Examples:
      parlour admin settings
      PARLOUR_FORBID_WORDS="rude ruder" parlour admin settings --json
    """
    from parlour.server.admin.shown_settings import shown_settings

    found = shown_settings(Settings(Path(), **given), now_ms())
    if as_json:
        print_json(found)
        return
    out = console()
    for one in found.settings:
        out.print(_line(one), markup=False)
    out.print(f"names: {found.longest_name} letters, {found.most_marks} accents on each", markup=False)
    out.print(f"nobody is called: {', '.join(found.reserved_names)}", markup=False)


def _line(one: "ShownSetting") -> str:
    if isinstance(one.value, bool):
        return f"{one.flag} {'on' if one.value else 'off'}"
    unit = f" {one.unit.lower()}" if one.unit and one.value else ""
    return f"{one.flag} {one.value or 'not set'}{unit}"
