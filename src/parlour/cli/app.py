"""The program ``parlour``: its commands put together, and its errors answered."""

import io
import os
import sys
from typing import Any

import click

from parlour.cli.admin.commands import admin
from parlour.cli.admin.results import results
from parlour.cli.games import games
from parlour.cli.hosting.backup import backup
from parlour.cli.hosting.doctor import doctor
from parlour.cli.hosting.export import export
from parlour.cli.hosting.importing import import_sessions
from parlour.cli.hosting.migrate import migrate
from parlour.cli.hosting.serve import serve
from parlour.cli.new_game import new_game
from parlour.cli.playing.arena import arena
from parlour.cli.playing.board import board
from parlour.cli.playing.deal import deal
from parlour.cli.playing.evaluate import evaluate
from parlour.cli.playing.grade import grade
from parlour.cli.playing.play import play
from parlour.cli.playing.solve import solve
from parlour.cli.sessions.analyse import analyse
from parlour.cli.sessions.convert import convert
from parlour.cli.sessions.replay import replay
from parlour.cli.sessions.verify import verify
from parlour.cli.warm import warm

UNREADABLE = 2
STOPPED = 4
INTERRUPTED = 130


class OrderedGroup(click.Group):
    """A group that lists its commands as they are given here: what most people want comes first."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(self.commands)

    def invoke(self, ctx: click.Context) -> Any:
        """Ctrl-C ends a command without a word, and with a status of its own."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            ctx.exit(INTERRUPTED)


@click.group(
    cls=OrderedGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="A hub that runs has the documentation at /docs: with parlour serve, at http://127.0.0.1:8000/docs.",
)
@click.version_option(package_name="parlour")
def app() -> None:
    """Small games in which every score can be replayed."""


COMMANDS = (
    games,
    play,
    serve,
    admin,
    doctor,
    backup,
    export,
    import_sessions,
    migrate,
    results,
    board,
    replay,
    verify,
    analyse,
    solve,
    evaluate,
    arena,
    deal,
    grade,
    convert,
    new_game,
    warm,
)
for command in COMMANDS:
    app.add_command(command)


def main() -> None:
    """Run a command.

    Exit 0: fine; 1: some session rejected, some game not compiled; 2: unreadable input or a wrong call; 4: no workers
    left; 130: Ctrl-C.
    """
    _repair_streams()
    try:
        app()
    except Exception as error:
        from parlour.batch.pool import BatchStopped
        from parlour.core.errors import ParlourError

        if not isinstance(error, ParlourError | OSError):
            raise
        print(f"parlour: {error}", file=sys.stderr)
        sys.exit(STOPPED if isinstance(error, BatchStopped) else UNREADABLE)


def _repair_streams() -> None:
    """A closed stream reads as empty and swallows what is written; what a terminal cannot show becomes a ?."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode, encoding="utf-8"))
        elif mode == "w" and isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
