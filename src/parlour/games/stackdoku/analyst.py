"""What a session of Stackdoku was about: when it could be won, which action gave that away, what would not have."""

import time
from collections.abc import Iterable

from msgspec import structs

from parlour.core.progress import Progress, phase_progress
from parlour.core.replay import replay
from parlour.core.session import AnySession
from parlour.games.stackdoku.actions import Action, AskHint, AskWinnable, Done, Place, Remove, Rescue, Restart, Undo
from parlour.games.stackdoku.analysis import Analysis, Loss, Move
from parlour.games.stackdoku.hints.sayings import Saying, Winnable
from parlour.games.stackdoku.levels.level import Level
from parlour.games.stackdoku.position import Position
from parlour.games.stackdoku.report import report
from parlour.games.stackdoku.rules import Stackdoku
from parlour.games.stackdoku.score import shown_score

MOST_POSITIONS = 4_000_000
"""Positions of the stack that are looked at for one answer, however much time there is."""
ANSWERS_PART = 0.9
"""The part of an analysis that is done once it is known which positions can be won."""
MORE = 4
"""How many times as many as before, as long as there is time and no answer."""


class StackdokuAnalyst:
    """Asks of every position whether it can be won. A win from a position is one from all that led to it."""

    def analyse(self, session: AnySession, seconds: float, progress: Progress) -> Analysis:
        game = Stackdoku()
        matches = list(replay(game, session))
        first, last = matches[0].state, matches[-1].state
        tries = {match.state.done for match in matches}
        answers = _answers(first.level, tries, seconds, phase_progress(progress, 0.0, ANSWERS_PART))
        judging = phase_progress(progress, ANSWERS_PART, 1.0)
        moves: list[Move] = []
        for index, (entry, before, after) in enumerate(zip(session.entries, matches, matches[1:], strict=False)):
            judging(index / len(session.entries))
            if entry.refused is not None or not isinstance(entry.action, game.actions):
                continue
            moves.append(
                Move(
                    number=len(moves) + 1,
                    entry=index,
                    at_ms=after.played_ms,
                    restarts=before.state.restarts,
                    action=entry.action,
                    before=answers[before.state.done],
                    after=answers[after.state.done],
                    loss=_loss(first.level, before.state.done, after.state.done, answers),
                )
            )
        judging(1.0)
        judged = _with_recoveries(moves)
        losses = tuple(move.number for move in judged if move.loss is not None)
        [score] = game.scores(last)
        return Analysis(
            game=game.id,
            id=session.id,
            difficulty=first.level.difficulty,
            score=score,
            shown=shown_score(score, {"restarts": last.restarts, "hints": last.hints}),
            complete=session.complete,
            solved=last.position.solved,
            refused=sum(entry.refused is not None for entry in session.entries),
            undos=_count(judged, Undo),
            rescues=_count(judged, Rescue),
            restarts=_count(judged, Restart),
            hints=_count(judged, AskHint, AskWinnable),
            moves=judged,
            losses=losses,
            turning_point=losses[0] if losses else None,
        )

    def describe(self, analysis: Analysis) -> str:
        return report(analysis)


def _answers(
    level: Level, tries: Iterable[tuple[Done, ...]], seconds: float, progress: Progress
) -> dict[tuple[Done, ...], Winnable]:
    """Whether each position can be won, the longest first: a win found there is one for all that it began with."""
    ordered = sorted(tries, key=len, reverse=True)
    answers: dict[tuple[Done, ...], Winnable] = {(): "yes"}
    for number, done in enumerate(ordered, start=1):
        if done not in answers:
            answers[done] = _answer(Position(level, done), seconds)
            if answers[done] == "yes":
                answers |= {done[:count]: "yes" for count in range(len(done))}
        progress(number / len(ordered))
    for done in reversed(ordered):
        if done and answers[done[:-1]] == "no":
            answers[done] = "no"
    return answers


def _answer(position: Position, seconds: float) -> Winnable:
    from parlour.games.stackdoku.hints.winnable import CLEAR_POSITIONS, winnable

    until = time.monotonic() + seconds
    budget = CLEAR_POSITIONS
    answer = winnable(position, budget)
    while answer == "unknown" and budget < MOST_POSITIONS and time.monotonic() < until:
        budget *= MORE
        answer = winnable(position, budget)
    return answer


def _loss(
    level: Level, before: tuple[Done, ...], after: tuple[Done, ...], answers: dict[tuple[Done, ...], Winnable]
) -> Loss | None:
    """What was given away between two positions, if anything was."""
    from parlour.games.stackdoku.hints.hint import hint

    if len(after) <= len(before) or answers[after] != "no" or answers[before] == "no":
        return None
    position = Position(level, after)
    why = hint(position).why if position.mistakes else (Saying("tiles-stay-behind"),)
    instead, instead_why = _instead(Position(level, before))
    return Loss(answers[before] == "yes", why, instead, instead_why, None)


def _instead(position: Position) -> tuple[Place | Remove | None, tuple[Saying, ...]]:
    """What a hint would have said, if the level can be won after it."""
    from parlour.games.stackdoku.hints.hint import hint
    from parlour.games.stackdoku.hints.winnable import winnable

    found = hint(position)
    action = found.place or found.remove
    if action is None or winnable(Position(position.level, (*position.done, action))) != "yes":
        return None, ()
    return action, found.why


def _with_recoveries(moves: list[Move]) -> tuple[Move, ...]:
    """Each loss with the move that made up for it."""
    recovered: int | None = None
    found: list[Move] = []
    for move in reversed(moves):
        if move.loss is not None:
            found.append(structs.replace(move, loss=structs.replace(move.loss, recovered=recovered)))
        else:
            found.append(move)
        if move.before == "no" and move.after != "no":
            recovered = move.number
    return tuple(reversed(found))


def _count(moves: Iterable[Move], *kinds: type[Action]) -> int:
    return sum(isinstance(move.action, kinds) for move in moves)
