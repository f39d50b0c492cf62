"""What a server was started with, as hosts see it."""

from dataclasses import fields

from msgspec import Struct

from parlour.server.settings import Settings
from parlour.store.names import LONGEST_NAME, MOST_MARKS, RESERVED


class ShownSetting(Struct, frozen=True):
    """What the server was started with."""

    flag: str
    value: str | bool
    """As it would be written behind the flag, empty if there is none; a switch is on or off."""
    unit: str | None
    help: str


class HostSettings(Struct, frozen=True):
    """What holds on this server."""

    at: int
    """When it was asked, by the server's clock."""
    settings: tuple[ShownSetting, ...]
    longest_name: int
    most_marks: int
    """Accents on one letter of a name."""
    reserved_names: tuple[str, ...]


def shown_settings(settings: Settings, now: int) -> HostSettings:
    """All but what is secret."""
    flags = [(field.name, field.metadata["flag"]) for field in fields(Settings) if "flag" in field.metadata]
    shown = tuple(
        ShownSetting(f"--{flag.name}", _shown(getattr(settings, name)), flag.unit, flag.help) for name, flag in flags
    )
    return HostSettings(now, shown, LONGEST_NAME, MOST_MARKS, RESERVED)


def _shown(value: str | bool | float | tuple[str, ...]) -> str | bool:
    if isinstance(value, bool):
        return value
    if isinstance(value, tuple):
        return " ".join(value)
    return f"{value:g}" if isinstance(value, float) else str(value)
