"""``parlour play``: any registered game in the terminal."""

import os
import select
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from parlour.batch.inputs import read_item, read_items
from parlour.cli.common import (
    chosen_option,
    console,
    data_folder,
    json_option,
    print_json,
    scores_text,
    seat_name,
    warm_engine,
    warm_rules,
)
from parlour.cli.game_flags import GameCommand
from parlour.cli.seeds import random_seed, start_seed_option

if TYPE_CHECKING:
    from rich.console import Console

    from parlour.core.bot import Bot
    from parlour.core.kit import Kit
    from parlour.core.match import AnyMatch
    from parlour.core.quick_start import OptionValue

COMMANDS = "[dim]help: how to play   quit: leave, the session is kept[/dim]"
COMMANDS_ALONE = "[dim]help: how to play   finish: end it here   quit: leave, the session is kept[/dim]"


@click.command(cls=GameCommand)
@click.argument("game", metavar="[GAME]", required=False)
@start_seed_option()
@click.option("--seats", type=int, help="How many play, taking turns at this terminal.")
@click.option("--bot", "bots", metavar="LEVEL", multiple=True, help="A bot takes a seat after yours; repeatable.")
@chosen_option
@click.option(
    "--save",
    type=click.Path(path_type=Path),
    help="Where the session is kept; a file of its own in your data folder when left out.",
)
@click.option("--resume", metavar="FILE", help="Go on with a session that was left unfinished.")
@json_option
def play(
    game: str | None,
    seed: int | None,
    seats: int | None,
    bots: tuple[str, ...],
    chosen: "dict[str, OptionValue]",
    save: Path | None,
    resume: str | None,
    as_json: bool,
) -> None:
    """Play in the terminal. Every action is kept, refused ones too, so that the session can be replayed and verified.

    With --json the session is printed at the end, and the board goes to standard error.

    \b
    Examples:
      parlour play
      parlour play ten-exorcism --mode endless
      parlour play ten-exorcism --seed 42 --save mine.json
      parlour play dots-and-boxes --bot expert
      parlour play dots-and-boxes --seats 4 --bot casual
      parlour play --resume mine.json
    """
    if resume is not None:
        if game is not None or seed is not None or seats is not None or chosen:
            raise click.UsageError("--resume takes game, seed, seats and options from the session")
        kit, match, played_ms = _resume(resume)
    else:
        kit, match, played_ms = *_begin(game, seed, _seats(seats, bots), chosen), 0
    seated = _seated_bots(kit, match, bots)
    file = _save_file(match, save, resume)
    match = _TerminalMatch(kit, match, seated, file, console(stderr=as_json), played_ms).play()
    if as_json:
        print_json(match.session)


class _TerminalMatch:
    """A match hosted by this terminal: reads lines, submits actions, keeps the log in a file."""

    def __init__(
        self, kit: "Kit", match: "AnyMatch", bots: "dict[int, Bot]", file: Path, out: "Console", played_ms: int
    ) -> None:
        self.kit = kit
        self.match = match
        self.bots = bots
        self.file = file
        self.out = out
        self.began = time.monotonic() - played_ms / 1000

    def play(self) -> "AnyMatch":
        """Play until the game ends, the player leaves, or there is nothing more to read."""
        self._save()
        seed = f"  seed {self.match.session.seed}" if self.kit.seeded else ""
        self.out.print(f"[bold]{self.kit.title['en']}[/bold]{seed}\n{self.kit.text.how}\n{self._commands}")
        self._draw()
        while self.match.outcome is None:
            [seat, *_] = self.match.to_move
            if seat in self.bots:
                self._play_bot(seat)
                continue
            line = self._read_line(seat)
            if line is None or line in {"quit", "q", "exit"}:
                self.match = self.match.close(self._now())
                break
            self._handle(seat, line)
        if self.match.covered:
            self.file.unlink()
        else:
            self._save()
        self._print_end()
        return self.match

    @property
    def _commands(self) -> str:
        return COMMANDS_ALONE if self.match.header.seats == 1 else COMMANDS

    def _play_bot(self, seat: int) -> None:
        from parlour.core.bot import Thinking
        from parlour.core.game import Ready

        if self.match.covered:
            self._submit(seat, Ready())
            return
        with self.out.status(f"{seat_name(seat)} thinks…"):
            action = self.bots[seat].choose(self.match.state, seat, Thinking(random_seed()))
        self.out.print(f"{seat_name(seat)} ({self.bots[seat].level}): {self.kit.text.write(action)}", markup=False)
        self._submit(seat, action)

    def _handle(self, seat: int, line: str) -> None:
        from parlour.core.errors import MalformedInput
        from parlour.core.game import Finish, Ready
        from parlour.core.session import checked_action

        if line in {"help", "h", "?"}:
            self.out.print(self.kit.text.how)
            self.out.print(self._commands)
            return
        if not line and self.match.covered:
            self._submit(seat, Ready())
            return
        if not line:
            self.match = self.match.until(self._now())
            return
        if line == "finish" and self.match.header.seats == 1:
            self._submit(seat, Finish())
            return
        try:
            action = checked_action(self.kit.game, self.kit.text.read(line))
        except MalformedInput as error:
            self.out.print(f"? {error}", style="yellow", markup=False)
            return
        self._submit(seat, action)

    def _submit(self, seat: int, action: Any) -> None:
        self.match, refusal = self.match.submit(seat, action, self._now())
        self._save()
        if refusal is not None:
            self.out.print(f"✗ {refusal}", style="red", markup=False)
        else:
            self._draw()

    def _draw(self) -> None:
        if self.match.covered:
            self.out.print(self.kit.ready, style="bold")
        else:
            self.out.print(self.kit.text.draw(self.kit.game.view(self.match.state, None)))

    def _read_line(self, seat: int) -> str | None:
        """The next line, or an empty one when the clock runs out first; None at the end of the input."""
        name = f"{seat_name(seat)} " if self.match.session.seats > 1 else ""
        self.out.print(f"{name}{self._time_left()}> ", end="")
        self.out.file.flush()
        if not self._input_comes():
            self.out.print("\ntime is up", style="bold")
            return ""
        line = sys.stdin.readline()
        return line.strip().lower() if line else None

    def _input_comes(self) -> bool:
        due = self.match.due_ms
        if due is None or not sys.stdin.isatty():
            return True
        left = max(due - self._now(), 0) / 1000
        return bool(select.select([sys.stdin], [], [], left)[0])

    def _time_left(self) -> str:
        due = self.match.due_ms
        return "" if due is None else f"{max(due - self._now(), 0) // 1000} s "

    def _now(self) -> int:
        return max(int((time.monotonic() - self.began) * 1000), self.match.last_ms)

    def _save(self) -> None:
        """Write the log so that neither a crash nor a full disk can leave half a file."""
        from parlour.core.session import encode_session

        self.file.parent.mkdir(parents=True, exist_ok=True)
        beside = self.file.with_name(self.file.name + ".part")
        with beside.open("wb") as stream:
            stream.write(encode_session(self.match.session) + b"\n")
            stream.flush()
            os.fsync(stream.fileno())
        beside.replace(self.file)

    def _print_end(self) -> None:
        game, match = self.kit.game, self.match
        scores = scores_text(game.id, game.scores(match.state), match.session.entries)
        outcome = match.outcome
        if match.covered:
            self.out.print("left before it began: nothing is kept")
            return
        if outcome is None:
            bots = "".join(f" --bot {bot.level}" for _, bot in sorted(self.bots.items()))
            self.out.print(f"left ({scores}); go on with: parlour play --resume {self.file}{bots}", markup=False)
            return
        winners = " and ".join(seat_name(seat) for seat in outcome.winners) if match.session.seats > 1 else ""
        crowned = f", won by {winners}" if winners else ""
        self.out.print(f"over ({outcome.reason.replace('-', ' ')}): {scores}{crowned}", style="bold", markup=False)
        self.out.print(f"kept in {self.file}; check it with: parlour verify {self.file}", markup=False)


def _begin(
    game: str | None, seed: int | None, seats: int | None, chosen: "dict[str, OptionValue]"
) -> "tuple[Kit, AnyMatch]":
    import uuid

    from parlour.games import kit_of
    from parlour.games.documents import options_from
    from parlour.protocol.beginning import new_match

    kit = kit_of(game or _choose_game())
    warm_rules(kit)
    match = new_match(
        kit,
        str(uuid.uuid4()),
        seed=random_seed() if seed is None else seed,
        options=options_from(kit, chosen),
        seats=seats,
    )
    return kit, match.begun_at(time.time_ns() // 1_000_000)


def _seats(seats: int | None, levels: tuple[str, ...]) -> int | None:
    """The number of seats: as many as were asked for, or one beside the bots."""
    return seats if seats is not None or not levels else 1 + len(levels)


def _seated_bots(kit: "Kit", match: "AnyMatch", levels: tuple[str, ...]) -> "dict[int, Bot]":
    """Bots take the last seats, so that people begin."""
    from parlour.core.errors import MalformedInput
    from parlour.games import bot_of

    seats = match.session.seats
    if levels:
        warm_engine(kit)
    if len(levels) >= seats:
        raise MalformedInput(
            f"{len(levels)} bots leave nobody to play with {seats} seats; let bots play by: parlour arena"
        )
    return {seats - len(levels) + number: bot_of(kit, level) for number, level in enumerate(levels)}


def _resume(file: str) -> "tuple[Kit, AnyMatch, int]":
    """A session that was left, and how long it had been played when it was left."""
    from msgspec import structs

    from parlour.core.errors import MalformedInput, ParlourError
    from parlour.core.replay import resume
    from parlour.games.documents import Document

    found = read_item(file, 1)
    try:
        document = Document(found.text)
        warm_rules(document.kit)
        session = document.session()
        if session.complete:
            raise MalformedInput("this game is over; look at it with: parlour replay")
        match = resume(document.kit.game, structs.replace(session, ended=None))
        left_ms = 0 if session.ended is None else session.ended - session.started
        return document.kit, match, max(match.last_ms, left_ms)
    except ParlourError as error:
        raise MalformedInput(f"{file}: {error}") from None


def _choose_game() -> str:
    """Ask, unless there is only one to choose."""
    from parlour.core.errors import MalformedInput
    from parlour.games import kits

    ids = list(kits())
    if len(ids) == 1:
        return ids[0]
    out = console(stderr=True)
    for number, (game_id, kit) in enumerate(kits().items(), start=1):
        out.print(f"{number}  [bold]{kit.title['en']}[/bold] ({game_id}): {kit.summary['en']}")
    try:
        said = input("Which game? ").strip()
    except EOFError:
        raise MalformedInput("say which game: parlour play GAME") from None
    return {str(number): game_id for number, game_id in enumerate(ids, start=1)}.get(said, said)


def _save_file(match: "AnyMatch", save: Path | None, resumed: str | None) -> Path:
    """The file in which the session is kept. A file that holds anything but this very session is never overwritten."""
    from parlour.core.errors import MalformedInput

    if save is None and resumed is not None and _holds_only(Path(resumed), match):
        return Path(resumed)
    file = save or data_folder() / "sessions" / f"{match.session.id}.json"
    if file.is_dir() or (file.exists() and not _holds_only(file, match)):
        raise MalformedInput(f"{file} is something else already; save to another place")
    return file


def _holds_only(file: Path, match: "AnyMatch") -> bool:
    """Whether a file holds this session and nothing more, as this program writes it."""
    from parlour.core.errors import ParlourError
    from parlour.games.documents import Document

    try:
        [found] = read_items([str(file)])
        document = Document(found.text)
        return document.form is None and document.id == match.session.id
    except (ParlourError, ValueError):
        return False
