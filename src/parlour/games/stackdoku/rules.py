"""The rules of Stackdoku: clear a Mahjong stack in pairs, place the numbers you win into a Sudoku.

docs/RULES.md has them in words. A try at a level is its list of successful removals and placements; stack, tray and
grid follow from that list, and an undo is the list without its last element.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import Literal, NoReturn, TypeAlias

from msgspec import Struct, structs

from parlour.core.errors import IllegalAction
from parlour.core.game import FINISHED, Outcome, Seat, require_turn
from parlour.games.stackdoku.actions import Action, AskHint, AskWinnable, Done, Place, Remove, Rescue, Restart, Undo
from parlour.games.stackdoku.hints.sayings import Winnable
from parlour.games.stackdoku.hints.shown import HINT_STEPS, HintView, shown_hint, undos_told
from parlour.games.stackdoku.levels.level import Difficulty, Extent, Level
from parlour.games.stackdoku.position import PAIR, TRAY, Position
from parlour.games.stackdoku.score import LIVES, UNDOS, score_of

RESTARTS = 9
"""A session holds ten tries at its level."""

Blocked: TypeAlias = Literal["stuck", "dead-end"]
"""``stuck``: the tray has no room and nothing can be placed. ``dead-end``: room, but no pair and nothing to place."""


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """How to play."""

    difficulty: Difficulty = "easy"
    level: Level | None = None
    """The level that was dealt, so that a log replays even after levels are dealt in another way."""


class State(Struct, frozen=True, dict=True):
    """A try at a level."""

    level: Level
    done: tuple[Done, ...] = ()
    lives: int = LIVES
    undos: int = UNDOS
    actions: int = 0
    """Successful removals and placements, those taken back too."""
    hints: int = 0
    """How often help was asked for; it stays when the level is restarted."""
    restarts: int = 0
    hint_step: int = 0
    """How much of the hint for this position is shown: 0 nothing, 1 where, 2 why, 3 what."""
    winnable: Winnable | None = None
    """The answer for this position, if it was asked for."""
    at_ms: int = 0
    finished: bool = False
    """Whether its player ended it here and now."""

    @cached_property
    def position(self) -> Position:
        return Position(self.level, self.done)


class TileView(Struct, frozen=True, array_like=True):
    """One tile: id, x, y, z, digit, and the tiles that hold it."""

    id: int
    x: int
    y: int
    z: int
    digit: int
    held_by: tuple[int, ...]
    """Empty for a free tile; one that lies on top of it; or two, at its left and at its right."""

    @property
    def free(self) -> bool:
        return not self.held_by


class Limits(Struct, frozen=True):
    """The numbers of the rules, for drawing."""

    tray: int
    lives: int
    undos: int
    restarts: int
    hint_steps: int


LIMITS = Limits(TRAY, LIVES, UNDOS, RESTARTS, HINT_STEPS)


class View(Struct, frozen=True):
    """All there is to see; the level's id, which holds the seed, is not. Hiding digits is the interface's choice."""

    difficulty: Difficulty
    layout: str
    extent: Extent
    """Of the whole stack, as it was dealt."""
    tiles: tuple[TileView, ...]
    """Those still in the stack."""
    givens: str
    """81 characters, . for a cell that was empty at the start."""
    grid: str
    """81 characters, . for a cell that is empty now."""
    tray: tuple[int, ...]
    tray_is_full: bool
    """Whether a pair has no room."""
    targets: dict[int, tuple[int, ...]]
    """For each digit in the tray the cells that take it."""
    marks: tuple[int, ...]
    """Automatic pencil marks: for each cell a bit mask, bit 0 for the digit 1; 0 for a filled cell."""
    lives: int
    undos: int
    actions: int
    hints: int
    restarts: int
    blocked: Blocked | None
    """Nothing can be removed or placed: undo, give a life, or restart."""
    hint: HintView | None
    winnable: Winnable | None
    undos_needed: int
    """How many undos lead back to where it may be won, once it was told that from here it cannot be; else 0."""
    ended: str | None
    limits: Limits


class Stackdoku:
    """The game as the contract wants it."""

    id = "stackdoku"
    rules_version = 1
    seats = range(1, 2)
    options = Options
    actions: tuple[type[Action], ...] = (Remove, Place, Undo, Rescue, Restart, AskHint, AskWinnable)
    time_counts = True

    def settled(self, options: Options, seed: int) -> Options:
        """With the level in it: the one that is dealt for the seed, or one that an earlier version dealt for it."""
        from parlour.games.stackdoku.levels.dealing import GENERATOR, check_retired, deal

        level = options.level
        if level is None:
            return structs.replace(options, level=deal(options.difficulty, seed).unproved)
        if level.generator != GENERATOR:
            check_retired(level, options.difficulty, seed)
        elif level != deal(options.difficulty, seed).unproved:
            raise ValueError(f"this is not the level that is dealt for {options.difficulty} and seed {seed}")
        return options

    def start(self, options: Options, seed: int, seats: int) -> State:
        level = options.level
        if level is None:
            raise ValueError("options must be settled before a game starts")
        return State(level)

    def to_move(self, state: State) -> tuple[Seat, ...]:
        return () if _ended(state) else (0,)

    def deadline(self, state: State) -> int | None:
        return None

    def time_up(self, state: State, at_ms: int) -> NoReturn:
        raise AssertionError("no time limit runs")

    def finish(self, state: State, at_ms: int) -> State:
        """A level that is not cleared is lost."""
        return structs.replace(state, finished=True, at_ms=at_ms)

    def legal_actions(self, state: State, seat: Seat) -> Sequence[Action]:
        if seat not in self.to_move(state):
            return []
        position = state.position
        legal: list[Action] = [*position.removals(), *position.placements()]
        if state.undos and state.done:
            legal.append(Undo())
        if not legal and not state.undos:
            legal.append(Rescue())
        if state.hint_step < HINT_STEPS:
            legal.append(AskHint())
        if state.winnable is None:
            legal.append(AskWinnable())
        if state.restarts < RESTARTS:
            legal.append(Restart())
        return legal

    def apply(self, state: State, seat: Seat, action: Action, at_ms: int) -> State:
        require_turn(self, state, seat)
        state = structs.replace(state, at_ms=at_ms)
        match action:
            case Remove():
                _check_removal(state.position, action)
                pair = Remove(min(action.a, action.b), max(action.a, action.b))
                return _with_done(state, (*state.done, pair), actions=state.actions + 1)
            case Place():
                _check_placement(state.position, action)
                return _with_done(state, (*state.done, action), actions=state.actions + 1)
            case Undo():
                return _undone(state)
            case Rescue():
                return _rescued(state)
            case Restart():
                return _restarted(state)
            case AskHint():
                return _hinted(state)
            case AskWinnable():
                return _answered(state)

    def scores(self, state: State) -> tuple[int, ...]:
        if not state.position.solved:
            return (0,)
        score = score_of(
            lives=state.lives,
            undos=state.undos,
            wasted=state.actions - len(state.done),
            elapsed_ms=state.at_ms,
            helped=state.hints > 0 or state.restarts > 0,
        )
        return (score,)

    def outcome(self, state: State) -> Outcome | None:
        ended = _ended(state)
        if ended is None:
            return None
        return Outcome(ended, self.scores(state), (0,) if ended == "solved" else ())

    def view(self, state: State, seat: Seat | None) -> View:
        from parlour.games.stackdoku.hints.marks import pencil_marks

        level, position = state.level, state.position
        return View(
            difficulty=level.difficulty,
            layout=level.layout,
            extent=level.extent,
            tiles=tuple(
                TileView(tile.id, tile.x, tile.y, tile.z, tile.digit, position.held_by(tile.id))
                for tile in level.tiles
                if tile.id not in position.removed
            ),
            givens=level.givens,
            grid="".join(str(digit) if digit else "." for digit in position.grid),
            tray=position.tray,
            tray_is_full=position.tray_is_full,
            targets={digit: tuple(position.targets(digit)) for digit in sorted(position.held)},
            marks=pencil_marks(position),
            lives=state.lives,
            undos=state.undos,
            actions=state.actions,
            hints=state.hints,
            restarts=state.restarts,
            blocked=_blocked(position),
            hint=shown_hint(state.position, state.hint_step),
            winnable=state.winnable,
            undos_needed=undos_told(state.position, state.hint_step, state.winnable),
            ended=_ended(state),
            limits=LIMITS,
        )


def _check_removal(position: Position, action: Remove) -> None:
    """Both tiles there and free, the same digit, and room for two tokens."""
    if action.a == action.b:
        raise IllegalAction("same-tile")
    for tile in (action.a, action.b):
        if tile >= len(position.level.tiles):
            raise IllegalAction("no-such-tile", {"tile": tile})
        if tile in position.removed:
            raise IllegalAction("tile-gone", {"tile": tile})
        _check_free(position, tile)
    if position.level.tiles[action.a].digit != position.level.tiles[action.b].digit:
        raise IllegalAction("digits-differ")
    if position.tray_is_full:
        raise IllegalAction(
            "tray-full", {"held": len(position.tray), "room": TRAY - len(position.tray), "needed": PAIR}
        )


def _check_free(position: Position, tile: int) -> None:
    match position.held_by(tile):
        case (on_top,):
            raise IllegalAction("tile-covered", {"tile": tile, "by": on_top})
        case (left, right):
            raise IllegalAction("tile-hemmed-in", {"tile": tile, "left": left, "right": right})


def _check_placement(position: Position, action: Place) -> None:
    """A token that is held, an empty cell, and no such digit in its row, column or box."""
    if action.digit not in position.held:
        raise IllegalAction("no-such-token", {"digit": action.digit})
    if not (0 <= action.row < 9 and 0 <= action.col < 9):
        raise IllegalAction("no-such-cell")
    if position.grid[action.cell]:
        raise IllegalAction("cell-filled", {"row": action.row, "col": action.col})
    other = position.conflict(action.cell, action.digit)
    if other is not None:
        row, col = divmod(other, 9)
        unit = "row" if row == action.row else "column" if col == action.col else "box"
        raise IllegalAction(f"same-digit-in-{unit}", {"row": row, "col": col})


def _undone(state: State) -> State:
    if not state.done:
        raise IllegalAction("nothing-to-undo")
    if not state.undos:
        raise IllegalAction("no-undo-left")
    return _with_done(state, state.done[:-1], undos=state.undos - 1)


def _rescued(state: State) -> State:
    """One life rewinds to the last position that is known to be winnable; the start always is."""
    from parlour.games.stackdoku.hints.winnable import winnable

    if _blocked(state.position) is None:
        raise IllegalAction("not-blocked")
    if state.undos:
        raise IllegalAction("undo-first", {"undos": state.undos})
    kept = next(
        count
        for count in range(len(state.done), -1, -1)
        if count == 0 or winnable(Position(state.level, state.done[:count])) == "yes"
    )
    return _with_done(state, state.done[:kept], lives=state.lives - 1)


def _restarted(state: State) -> State:
    """A fresh try. That it is not the first one, and that help was asked for, stays known."""
    if state.restarts >= RESTARTS:
        raise IllegalAction("no-restart-left")
    return State(state.level, hints=state.hints, restarts=state.restarts + 1, at_ms=state.at_ms)


def _hinted(state: State) -> State:
    if state.hint_step >= HINT_STEPS:
        raise IllegalAction("no-more-hints")
    return structs.replace(state, hint_step=state.hint_step + 1, hints=state.hints + 1)


def _answered(state: State) -> State:
    from parlour.games.stackdoku.hints.winnable import winnable

    if state.winnable is not None:
        raise IllegalAction("already-answered")
    return structs.replace(state, winnable=winnable(state.position), hints=state.hints + 1)


def _with_done(state: State, done: tuple[Done, ...], **changes: int) -> State:
    """Another position: what was said about the old one no longer holds."""
    return structs.replace(state, done=done, hint_step=0, winnable=None, **changes)


def _blocked(position: Position) -> Blocked | None:
    if position.solved or any(position.removals()) or any(position.placements()):
        return None
    return "stuck" if position.tray_is_full else "dead-end"


def _ended(state: State) -> str | None:
    position = state.position
    if position.solved:
        return "solved"
    if not state.undos and not state.lives and _blocked(position) is not None:
        return "out-of-lives"
    return FINISHED if state.finished else None
