"""``parlour admin settings``: what the host's page shows of the settings of servers."""

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from parlour.cli.admin.common import moment, now_ms, read
from parlour.cli.common import console, database_option, json_option, print_json
from parlour.cli.hosting.serve import setting_options
from parlour.server.settings import Settings
from parlour.store.address import Address

if TYPE_CHECKING:
    from parlour.server.admin.shown_settings import HostSettings, ShownSetting
    from parlour.store.processes import ProcessSettings


@click.command()
@database_option
@json_option
@setting_options
def settings(database: Address, as_json: bool, **given: Any) -> None:
    """Print what each process was started with that serves the database, and the rules of names.

    Where none does, those settings that `parlour serve` has with the same flags and environment; as JSON both.

    \b
    Examples:
      parlour admin settings
      PARLOUR_FORBID_WORDS="rude ruder" parlour admin settings --json
    """
    from parlour.server.admin.shown_settings import shown_settings

    found = shown_settings(Settings(Path(), **given), now_ms(), _published_settings(database))
    if as_json:
        print_json(found)
        return
    out = console()
    for line in _of_processes(found) if found.processes else map(_line, found.settings):
        out.print(line, markup=False)
    out.print(f"names: {found.longest_name} letters, {found.most_marks} accents on each", markup=False)
    out.print(f"nobody is called: {', '.join(found.reserved_names)}", markup=False)


def _published_settings(database: Address) -> "tuple[ProcessSettings, ...]":
    """The settings that processes have published in the store; empty where there is no store yet."""
    from parlour.store import processes
    from parlour.store.databases import database_at

    return read(database, processes.published_settings()) if database_at(database).exists() else ()


def _of_processes(found: "HostSettings") -> Iterator[str]:
    """Processes that were started alike are named together."""
    from msgspec.structs import replace

    alike = groupby(sorted(found.processes, key=_alike), key=_alike)
    for _, group in alike:
        processes = list(group)
        for one in processes:
            yield f"{one.process}, version {one.version}, since {moment(one.since)}:"
        values = processes[0].settings
        yield from (_line(replace(one, value=values[one.flag])) for one in found.settings if one.flag in values)


def _alike(process: "ProcessSettings") -> list[tuple[str, str]]:
    return sorted((flag, str(value)) for flag, value in process.settings.items())


def _line(one: "ShownSetting") -> str:
    if isinstance(one.value, bool):
        return f"{one.flag} {'on' if one.value else 'off'}"
    unit = f" {one.unit.lower()}" if one.unit and one.value else ""
    return f"{one.flag} {one.value or 'not set'}{unit}"
