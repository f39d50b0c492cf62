"""What a session of Ten Exorcism was about: what each move cost against the best line that was found."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from msgspec import Struct

from parlour.core.replay import replay
from parlour.core.session import AnySession
from parlour.core.solver import Effort
from parlour.games.ten_exorcism.report import report
from parlour.games.ten_exorcism.rules import (
    COLS,
    TEN,
    Rectangle,
    Select,
    State,
    TenExorcism,
    exorcise,
    ghosts_in,
    powers_in,
    rectangle_of,
)

DECISIVE = 3
"""A move that costs so many ghosts decides something."""
MOST_SHOWN = 5
"""Rectangles that are shown beside one that cost something."""


class Move(Struct, frozen=True):
    """One rectangle that was cleared. Scores are final ones: of the best line known from before or after the move."""

    number: int
    """From 1."""
    entry: int
    """Where it stands in the log, from 0."""
    at_ms: int
    """Since play began."""
    rectangle: Rectangle
    """Top, left, bottom and right row or column, from 0."""
    freed: int
    """Ghosts."""
    score: int
    """So far, with this move."""
    before: int
    after: int
    cost: int
    """before minus after."""
    decisive: bool
    better: tuple[Rectangle, ...] = ()
    """How the best line known from before comes to take these ghosts: each makes ten once those before it are gone.

    Only its beginning where the way there is long; empty for a move that cost nothing.
    """


class Analysis(Struct, frozen=True):
    """Everything about one session."""

    game: str
    id: str
    score: int
    complete: bool
    refused: int
    """Actions that the rules refused."""
    hints: int
    """How often advice was asked for."""
    best: int
    """The final score of the best line found from the start."""
    bound: int
    """No line scores more."""
    best_line: tuple[Rectangle, ...]
    """Its rectangles, in order: what a ghost plays that one races against."""
    left: int
    """Ghosts that could still have been cleared, by the best line found, when the session ended."""
    moves: tuple[Move, ...]
    decisive: tuple[int, ...]
    """The numbers of the decisive moves, the costliest first."""


@dataclass(frozen=True, slots=True)
class _Step:
    """A move and the states around it."""

    entry: int
    at_ms: int
    rectangle: Rectangle
    before: State
    after: State


@dataclass(frozen=True, slots=True)
class _Line:
    """A way to go on, and the final score."""

    score: int
    rectangles: tuple[Rectangle, ...]


class TenExorcismAnalyst:
    """Looks from the end to the start: the move that was made and a line from after it are a line from before it."""

    def analyse(self, session: AnySession, seconds: float, progress: Callable[[float], None]) -> Analysis:
        from parlour.games.ten_exorcism.packing import packing_of

        game = TenExorcism()
        matches = list(replay(game, session))
        steps = [
            _Step(index, after.played_ms, rectangle_of(entry.action), before.state, after.state)
            for index, (entry, before, after) in enumerate(zip(session.entries, matches, matches[1:], strict=False))
            if isinstance(entry.action, Select) and entry.refused is None
        ]
        first, last = matches[0].state, matches[-1].state
        lines = _lines(steps, first, seconds, progress)
        moves = tuple(_move(number, step, lines[number - 1 : number + 1]) for number, step in enumerate(steps, start=1))
        costly = sorted((move for move in moves if move.decisive), key=lambda move: -move.cost)
        return Analysis(
            game=game.id,
            id=session.id,
            score=last.score,
            complete=session.complete,
            refused=sum(entry.refused is not None for entry in session.entries),
            hints=last.hints,
            best=lines[0].score,
            bound=packing_of(first.board).bound,
            best_line=lines[0].rectangles,
            left=lines[-1].score - last.score,
            moves=moves,
            decisive=tuple(move.number for move in costly),
        )

    def describe(self, analysis: Analysis) -> str:
        return report(analysis)


def _lines(steps: Sequence[_Step], first: State, seconds: float, progress: Callable[[float], None]) -> list[_Line]:
    """The best line known from before each move and from after the last, with so many seconds for each position."""
    from parlour.games.ten_exorcism.solver import best_line

    states = [first, *(step.after for step in steps)]
    known = _Line(states[-1].score, ())
    lines: list[_Line] = []
    for number in reversed(range(len(states))):
        if number < len(steps):
            known = _Line(known.score, (steps[number].rectangle, *known.rectangles))
        found = best_line(states[number].board, Effort(number, seconds))
        if states[number].score + found.freed > known.score:
            known = _Line(states[number].score + found.freed, tuple(found.line))
        lines.append(known)
        progress(len(lines) / len(states))
    return _credited(steps, lines[::-1])


def _credited(steps: Sequence[_Step], lines: Sequence[_Line]) -> list[_Line]:
    """No move is blamed for what the search after it missed: a line that can be played after it is known there, too."""
    credited = [lines[0]]
    for step, after in zip(steps, lines[1:], strict=True):
        rest = _played_after(step, credited[-1].rectangles)
        credited.append(after if rest is None or rest.score <= after.score else rest)
    return credited


def _played_after(step: _Step, line: Sequence[Rectangle]) -> _Line | None:
    """A line from before a move as far as the move left something of it; None if it can no longer be played."""
    board, score, rest = step.after.board, step.after.score, []
    for rectangle in line:
        powers = powers_in(board, rectangle)
        if sum(powers) not in (0, TEN):
            return None
        if any(powers):
            board, score = exorcise(board, rectangle), score + ghosts_in(powers)
            rest.append(rectangle)
    return _Line(score, tuple(rest))


def _move(number: int, step: _Step, lines: Sequence[_Line]) -> Move:
    before, after = lines
    cost = before.score - after.score
    return Move(
        number=number,
        entry=step.entry,
        at_ms=step.at_ms,
        rectangle=step.rectangle,
        freed=step.after.score - step.before.score,
        score=step.after.score,
        before=before.score,
        after=after.score,
        cost=cost,
        decisive=cost >= DECISIVE,
        better=_instead(step, before) if cost else (),
    )


def _instead(step: _Step, line: _Line) -> tuple[Rectangle, ...]:
    """The shortest way by which a line takes a ghost that a move took, and whatever others fit beside it.

    Of a line that takes none of them, its first rectangle.
    """
    taken_by = _taken_by(step.before.board, line.rectangles)
    others = {taken_by[cell] for cell in _cells(step.rectangle) if cell in taken_by}
    ways = sorted((_way_to(number, line.rectangles, taken_by) for number in others), key=len)
    shown = set(sorted(ways[0])[:MOST_SHOWN]) if ways else {0}
    for way in ways[1:]:
        shown |= way if len(shown | way) <= MOST_SHOWN else set()
    return tuple(line.rectangles[number] for number in sorted(shown))


def _taken_by(board: bytes, line: Sequence[Rectangle]) -> dict[int, int]:
    """By which rectangle of a line each ghost goes that goes at all: cells and numbers from 0."""
    found: dict[int, int] = {}
    for number, rectangle in enumerate(line):
        for cell in _cells(rectangle):
            if board[cell]:
                found.setdefault(cell, number)
    return found


def _way_to(number: int, line: Sequence[Rectangle], taken_by: Mapping[int, int]) -> set[int]:
    """A rectangle of a line, and all those without which it would hold more than ten."""
    way: set[int] = set()
    wanted = {number}
    while wanted:
        one = wanted.pop()
        way.add(one)
        wanted |= {taken_by[cell] for cell in _cells(line[one]) if cell in taken_by} - way
    return way


def _cells(rectangle: Rectangle) -> Iterator[int]:
    top, left, bottom, right = rectangle
    return (row * COLS + col for row in range(top, bottom + 1) for col in range(left, right + 1))
