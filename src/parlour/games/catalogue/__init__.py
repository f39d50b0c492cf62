"""What can be played here, for menus and programs. Imports the registry and core."""

import warnings
from functools import cache

import msgspec
from msgspec import Struct

from parlour.core.game import SoloGame
from parlour.core.kit import Kit, players_board
from parlour.core.options import OptionSpec, label_of, option_specs
from parlour.core.quick_start import ForAnybody, ForBot, ForMe, QuickStart, SeatFor
from parlour.core.session import OWN_FORMAT
from parlour.core.words import Words, filled, words
from parlour.games import is_own, kits
from parlour.games.catalogue.shipped_pages import PYTHON, page_files


class ListedBoard(Struct, frozen=True):
    """A kind of match that is ranked apart."""

    name: str
    """In addresses."""
    label: Words


class ListedPage(Struct, frozen=True):
    """The files of a game's page, for a game whose page comes with its package."""

    package: str
    """Whose it is, as Python imports it."""
    hash: str
    """Of all files: they lie below ``/pages/HASH/``, and never change there."""
    files: tuple[str, ...]
    bytes: tuple[int, ...]
    """How long each of them is, in the same order."""


class ListedGame(Struct, frozen=True):
    """One game."""

    id: str
    title: Words
    summary: Words
    rules_version: int
    seats: tuple[int, int]
    """The fewest and the most."""
    options: tuple[OptionSpec, ...]
    boards: tuple[ListedBoard, ...]
    """The game's own, or one for each number of players; empty for a solo game that is not ranked."""
    bots: tuple[str, ...]
    """From the weakest to the strongest."""
    middle_bot: str | None
    """The level of who sits down where nobody said which bot; None in a game without bots."""
    formats: tuple[str, ...]
    advises: bool
    """Whether a player can ask for a hint."""
    analyses: bool
    """Whether a finished match can be analysed."""
    solves: bool
    """Whether a solver finds the best line from the start of a match for one."""
    scores_add_up: bool
    """Whether its scores are an amount of something, so that they can be drawn on a scale."""
    time_counts: bool
    """Whether a score depends on the time taken, limit or not; only of a game that can be played alone."""
    seeded: bool
    """Whether the seed changes anything."""
    goal: bool
    """Whether a match can be lost, alone too; its boards then go from the easiest to the hardest."""
    quick_start: QuickStart
    """What one click starts."""
    at_home: bool
    """Whether it can be played without the server: a browser can have its Python."""
    page: ListedPage | None
    """None for a game whose page is part of the client, or that has none."""


def catalogue() -> list[ListedGame]:
    """Every registered game that can be listed, our own first."""
    return [game for kit in kits().values() if (game := _listed_game(kit)) is not None]


@cache
def _listed_game(kit: Kit) -> ListedGame | None:
    """One game for the list of all; None, with one warning, for a game that would leave nobody the list."""
    try:
        # As a client reads it: what is not of its type is found here.
        return msgspec.convert(msgspec.to_builtins(listed(kit)), ListedGame)
    except Exception as error:  # noqa: BLE001
        warnings.warn(f"game {kit.game.id!r} cannot be listed: {error}", RuntimeWarning, stacklevel=3)
        return None


def listed(kit: Kit) -> ListedGame:
    """One game as the catalogue describes it."""
    game = kit.game
    return ListedGame(
        id=game.id,
        title=kit.title,
        summary=kit.summary,
        rules_version=game.rules_version,
        seats=(game.seats.start, game.seats.stop - 1),
        options=option_specs(kit),
        boards=_boards(kit),
        bots=tuple(bot.level for bot in kit.bots),
        middle_bot=kit.middle_level,
        formats=(OWN_FORMAT, *(form.name for form in kit.formats)),
        advises=kit.adviser is not None,
        analyses=kit.analyst is not None,
        solves=kit.solver is not None,
        scores_add_up=kit.scoring.adds_up,
        time_counts=isinstance(game, SoloGame) and game.time_counts,
        seeded=kit.seeded,
        goal=kit.boards is None or kit.boards.goal,
        quick_start=kit.quick_start or _quick_start(kit),
        at_home=_is_at_home(kit),
        page=_page(kit),
    )


def _is_at_home(kit: Kit) -> bool:
    found = page_files(kit)
    return is_own(kit) if found is None else PYTHON in found.files


def _page(kit: Kit) -> ListedPage | None:
    found = page_files(kit)
    if found is None:
        return None
    return ListedPage(found.package, found.hash, tuple(found.files), tuple(map(len, found.files.values())))


def _boards(kit: Kit) -> tuple[ListedBoard, ...]:
    if kit.boards is not None:
        return tuple(ListedBoard(name, label_of(kit, name)) for name in kit.boards.names)
    of_several = {players_board(seats): filled(words("{} players"), seats) for seats in kit.game.seats if seats > 1}
    return tuple(ListedBoard(name, kit.names.get(name, label)) for name, label in of_several.items())


def _quick_start(kit: Kit) -> QuickStart:
    """Me on the first seat; on the others that are needed the middle bot or, without bots, anybody."""
    level = kit.middle_level
    other: SeatFor = ForAnybody() if level is None else ForBot(level)
    return QuickStart((ForMe(), *(other for _ in range(kit.game.seats.start - 1))), {})
