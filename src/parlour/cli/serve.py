"""``parlour serve``: live matches over HTTP and sockets."""

import sys
from pathlib import Path

import click

from parlour.cli.common import data_folder


@click.command()
@click.option("--host", envvar="PARLOUR_HOST", default="127.0.0.1", show_default=True, help="Where to listen.")
@click.option(
    "--port",
    envvar="PARLOUR_PORT",
    type=click.IntRange(0, 65535),
    default=8000,
    show_default=True,
    help="0 for any free one.",
)
@click.option(
    "--database",
    envvar="PARLOUR_DATABASE",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Where matches are kept; parlour.db in your data folder when left out.",
)
@click.option(
    "--origin",
    "origins",
    envvar="PARLOUR_ORIGINS",
    metavar="ORIGIN",
    multiple=True,
    help="A page elsewhere that may use this server (https://games.example); repeatable, in the environment by spaces.",
)
@click.option(
    "--rate",
    envvar="PARLOUR_RATE",
    type=click.FloatRange(min=0.1),
    default=20.0,
    show_default=True,
    help="Requests a second for each player and each address.",
)
@click.option(
    "--bot-pause",
    envvar="PARLOUR_BOT_PAUSE",
    metavar="SECONDS",
    type=click.FloatRange(min=0, max=60),
    default=0.3,
    show_default=True,
    help="What a bot waits before it moves.",
)
@click.option(
    "--away",
    envvar="PARLOUR_AWAY",
    metavar="SECONDS",
    type=click.FloatRange(min=0),
    default=60.0,
    show_default=True,
    help="After how long the seat of somebody who is gone may be given to a bot.",
)
@click.option(
    "--most-rooms",
    envvar="PARLOUR_MOST_ROOMS",
    type=click.IntRange(min=1),
    default=10_000,
    show_default=True,
    help="Rooms at the same time.",
)
@click.option(
    "--most-watchers",
    envvar="PARLOUR_MOST_WATCHERS",
    type=click.IntRange(min=0),
    default=100,
    show_default=True,
    help="Spectators in one room.",
)
@click.option(
    "--analysis-seconds",
    envvar="PARLOUR_ANALYSIS_SECONDS",
    metavar="SECONDS",
    type=click.FloatRange(min=0.01, max=60),
    default=0.5,
    show_default=True,
    help="What an analysis may take for each move.",
)
@click.option(
    "--keep-rooms",
    envvar="PARLOUR_KEEP_ROOMS",
    metavar="DAYS",
    type=click.FloatRange(min=0.01),
    default=7.0,
    show_default=True,
    help="Rooms that nobody touched for so long are closed; matches are kept.",
)
@click.option(
    "--warm/--no-warm",
    envvar="PARLOUR_WARM",
    default=True,
    show_default=True,
    help="Compile every game's kernels at the start.",
)
@click.option(
    "--log-level",
    envvar="PARLOUR_LOG_LEVEL",
    type=click.Choice(["debug", "info", "warning", "error"]),
    default="warning",
    show_default=True,
    help="How much is logged, as JSON lines on standard error.",
)
def serve(
    host: str,
    port: int,
    database: Path | None,
    origins: tuple[str, ...],
    rate: float,
    bot_pause: float,
    away: float,
    most_rooms: int,
    most_watchers: int,
    analysis_seconds: float,
    keep_rooms: float,
    warm: bool,
    log_level: str,
) -> None:
    """Serve live matches: rooms, players, sockets.

    Every option can be given in the environment too: PARLOUR_PORT=9000. docs/PROTOCOL.md tells how to play over it.

    \b
    Examples:
      parlour serve
      parlour serve --host 0.0.0.0 --port 80 --database games.db
    """
    from parlour.server.logs import configure
    from parlour.server.serve import serve as run
    from parlour.server.settings import Settings

    configure(log_level)
    settings = Settings(
        database=database or data_folder() / "parlour.db",
        host=host,
        port=port,
        origins=origins,
        requests_per_second=rate,
        bot_pause_s=bot_pause,
        away_s=away,
        most_rooms=most_rooms,
        most_watchers=most_watchers,
        analysis_seconds=analysis_seconds,
        keep_rooms_days=keep_rooms,
        warm=warm,
    )
    run(settings, _say)


def _say(address: str) -> None:
    sys.stdout.write(f"Parlour is at {address}\n")
    sys.stdout.flush()
