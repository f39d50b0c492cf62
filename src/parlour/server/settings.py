"""The settings of a server, with their flags and help texts."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from parlour.protocol.times import ANALYSIS_S
from parlour.server.base import read_base
from parlour.store.address import Address

T = TypeVar("T")


@dataclass(frozen=True)
class Flag:
    """The name and the help of a setting: ``--rate``, in the environment ``PARLOUR_RATE``."""

    name: str
    help: str
    least: float | None = None
    most: float | None = None
    unit: str | None = None
    read: Callable[[str], str] | None = None
    """Reads the value from a text; ValueError if it cannot."""
    is_amount: bool = True
    """Whether a number counts or measures something; a port only has one."""


def setting(
    default: T,
    name: str,
    help_text: str,
    *,
    least: float | None = None,
    most: float | None = None,
    unit: str | None = None,
    read: Callable[[str], str] | None = None,
    is_amount: bool = True,
) -> T:
    """A field of Settings that the command line and the environment can fill."""
    value: T = field(default=default, metadata={"flag": Flag(name, help_text, least, most, unit, read, is_amount)})
    return value


@dataclass(frozen=True)
class Settings:
    """The settings of one server."""

    database: Address
    host: str = setting("127.0.0.1", "host", "Where to listen.")
    port: int = setting(8000, "port", "0 for any free one.", least=0, most=65535, is_amount=False)
    base: str = setting(
        "",
        "base",
        "The path below which the hub lies: /games for https://example.org/games/.",
        unit="PATH",
        read=read_base,
    )
    processes: int = setting(
        1,
        "processes",
        "Processes that serve the port, over one PostgreSQL database; each is at 127.0.0.1 too, at the ports after it.",
        least=1,
        most=64,
    )
    origins: tuple[str, ...] = setting(
        (),
        "origin",
        "A page elsewhere that may use this server (https://games.example); repeatable, in the environment by spaces.",
    )
    oidc_issuer: str = setting(
        "", "oidc-issuer", "Where people sign in: an OpenID Connect provider (https://id.example)."
    )
    oidc_client: str = setting("", "oidc-client", "What the provider calls this hub: its client id.")
    oidc_secret: str = field(default="", repr=False)
    """The client's secret at the provider; may be empty. It is shown nowhere."""
    guests: bool = setting(True, "guests", "Let people play without a sign-in.")
    forbidden_words: tuple[str, ...] = setting(
        (),
        "forbid-word",
        "A word that is in nobody's name, however it is spelled; repeatable, in the environment by spaces.",
    )
    requests_per_second: float = setting(
        20.0, "rate", "Requests a second for each player and each address; three times as many at once.", least=0.1
    )
    bot_pause_s: float = setting(
        0.3,
        "bot-pause",
        "What a bot waits before it moves, so that people can follow.",
        least=0,
        most=60,
        unit="SECONDS",
    )
    left_s: float = setting(
        30.0, "left", "After how long a bot plays on for somebody who left a match.", least=0, unit="SECONDS"
    )
    away_s: float = setting(
        90.0,
        "away",
        "After how long a bot plays on for somebody who is gone while others wait for their move and no limit runs.",
        least=0,
        unit="SECONDS",
    )
    most_rooms: int = setting(10_000, "most-rooms", "Rooms at the same time.", least=1)
    most_rooms_of_a_player: int = setting(20, "most-rooms-each", "Rooms that one player may have open.", least=1)
    people_of_an_address: int = setting(
        30,
        "people-of-an-address",
        "People who may share one address, as a class does: it may use as many guests, rooms, matches and bytes.",
        least=1,
    )
    most_watchers: int = setting(100, "most-watchers", "Spectators in one room.", least=0)
    most_connections: int = setting(
        10_000,
        "most-connections",
        "Connections at the same time; fewer where the system lets the server open fewer files.",
        least=2,
    )
    most_connections_of_an_address: int = setting(
        1_000, "most-connections-each", "Connections from one address, and never more than half of all.", least=1
    )
    patience_s: float = setting(
        10.0,
        "patience",
        "How long a connection may take to say what it wants; for a body, or to take an answer, three times as long.",
        least=0.1,
        unit="SECONDS",
    )
    most_sockets_of_an_address: int = setting(500, "most-sockets", "Sockets open from one address.", least=1)
    analysis_seconds: float = setting(
        ANALYSIS_S,
        "analysis-seconds",
        "What an analysis may take for each move, where a game needs time.",
        least=0.01,
        most=60,
        unit="SECONDS",
    )
    workers: int = setting(
        2,
        "workers",
        "Processes that deal, replay and analyse for whoever asks; started when needed, about 100 MB each.",
        least=1,
        most=64,
    )
    work_seconds: float = setting(
        30.0,
        "work-seconds",
        "Processor seconds a minute that workers spend for one address; as many again on its analyses.",
        least=0.1,
        unit="SECONDS",
    )
    keep_rooms_days: float = setting(
        7.0,
        "keep-rooms",
        "Rooms that nobody touched for so long are closed; matches are kept.",
        least=0.01,
        unit="DAYS",
    )
    mark_fast: bool = setting(
        True,
        "mark-fast",
        "Keep results that were played faster than a hand can off the boards until a host has looked.",
    )
    keep_empty_rooms_minutes: float = setting(
        50.0,
        "keep-empty-rooms",
        "Rooms in which nobody plays and nobody is are closed after so long.",
        least=1,
        unit="MINUTES",
    )
    keep_unfinished_days: float = setting(
        30.0,
        "keep-unfinished",
        "Matches that nobody finished and that count nowhere are removed so long after their end.",
        least=1,
        unit="DAYS",
    )
    keep_guests_days: float = setting(
        30.0,
        "keep-guests",
        "Guests who finished nothing and have no recovery phrase are removed when they were away for so long.",
        least=1,
        unit="DAYS",
    )
    keep_acts_days: float = setting(
        400.0, "keep-acts", "What hosts did stays in the log of acts for so long.", least=1, unit="DAYS"
    )
    keep_reports_days: float = setting(
        90.0, "keep-reports", "What players reported is removed after so long, settled or not.", least=1, unit="DAYS"
    )
    keep_addresses_days: float = setting(
        7.0,
        "keep-addresses",
        "A hash of the address from which somebody was last seen, for hosts to ban, is kept for so long; 0: none is.",
        least=0,
        unit="DAYS",
    )
    metrics: bool = setting(True, "metrics", "Show numbers about the server at /metrics, for Prometheus.")
    warm: bool = setting(
        True, "warm", "Compile every game's kernels at the start, beside the server, rather than when first needed."
    )
