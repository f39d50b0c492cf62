"""Levels for the command line: dealt, graded, and described in words."""

from typing import Any

import msgspec

from parlour.core.session import AnySession, read_json
from parlour.games.stackdoku.levels.level import Level
from parlour.games.stackdoku.rules import Options

_LEVEL = msgspec.json.Decoder(Level)
TIERS = (
    "full houses and box singles",
    "all singles",
    "singles and locked candidates",
    "singles, locked candidates, pairs, naked triples and X-wings",
)


class StackdokuLevels:
    """The LevelMaker of Stackdoku."""

    level: type[msgspec.Struct] = Level

    def deal(self, options: Options, seed: int) -> Level:
        from parlour.games.stackdoku.levels.dealing import deal

        return deal(options.difficulty, seed)

    def remember(self, level: Level) -> None:
        from parlour.games.stackdoku.levels.dealing import remember

        remember(level)

    def scores_of_opening(self, session: AnySession) -> tuple[int, ...] | None:
        claims = session.entries or session.outcome is not None or session.options.level is not None
        return None if claims else (0,)

    def grade(self, text: bytes) -> tuple[bool, msgspec.Struct]:
        from parlour.games.stackdoku.levels.grading import grade

        grading = grade(read_json(text, _LEVEL))
        return grading.certificate.ok, grading

    def describe(self, dealt_or_graded: Any) -> str:
        return _level_text(dealt_or_graded) if isinstance(dealt_or_graded, Level) else _grading_text(dealt_or_graded)


def _level_text(level: Level) -> str:
    rows = [level.givens[row : row + 9] for row in range(0, 81, 9)]
    grid = "\n".join("  " + " ".join(row) for row in rows)
    layers = 1 + max(tile.z for tile in level.tiles)
    return (
        f"[bold]{level.id}[/bold]  {len(level.tiles)} tiles in {layers} layers ({level.layout}), "
        f"{81 - len(level.tiles)} givens, {TIERS[level.tier - 1]}\n{grid}"
    )


def _grading_text(grading: Any) -> str:
    proof, figures = grading.certificate, grading.figures
    where = "" if proof.step is None else f" at step {proof.step}"
    verdict = "[green]✓ can be done without guessing[/]" if proof.ok else f"[red]✗ not proved: {proof.reason}{where}[/]"
    head = f"[bold]{grading.id.replace('[', '(')}[/bold]  {verdict}\n  {grading.givens} givens, {grading.tiles} tiles"
    if figures is None:
        return head
    need = str(figures.tray_at_least)
    if figures.tray_at_most != figures.tray_at_least:
        need += f" to {figures.tray_at_most}"
    return (
        f"{head} in {figures.layers} layers; {TIERS[grading.tier - 1]}\n"
        f"  a bot that never guesses wins {figures.bot_wins:.0%} of its games; tray slots needed: {need}"
    )
