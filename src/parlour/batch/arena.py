"""Bots against bots: whole matches through the rules, seats rotated, with intervals that say how sure the result is."""

from collections.abc import Iterator, Sequence
from functools import partial
from math import sqrt

from msgspec import Struct

from parlour.batch.running import Batch
from parlour.batch.seeds import SeedRange, seed_parts
from parlour.core.bot import Bot, Thinking
from parlour.core.kit import Kit
from parlour.core.match import AnyMatch, Match
from parlour.core.mulberry32 import mulberry32
from parlour.games import bot_of, kit_of

PART_GAMES = 8
Z95 = 1.959964
"""Standard deviations on either side that hold 95 % of a normal distribution."""


class GameResult(Struct, frozen=True):
    """One game's result, by entrant rather than by seat."""

    seed: int
    levels: tuple[str, ...]
    """The entrants."""
    scores: tuple[int, ...]
    points: tuple[float, ...]
    """One point a game, shared among its winners."""


class EntrantResult(Struct, frozen=True):
    """The results of one entrant; every interval is a 95 % one."""

    level: str
    games: int
    points: float
    share: float
    """Points a game: 1 won all, 1/n is fair among n."""
    share_interval: tuple[float, float]
    margin: float
    """Mean lead over the best of the others."""
    margin_interval: tuple[float, float]


def play_games(
    kit: Kit,
    bots: Sequence[Bot],
    games: int,
    *,
    seconds: float | None,
    seed: int,
    first: int = 0,
    options: Struct | None = None,
    most_entries: int = 10_000,
) -> Iterator[GameResult]:
    """Play so many games one after another from the first on. In game g, entrant e sits at seat (e + g) mod n."""
    count = len(bots)
    levels = tuple(bot.level for bot in bots)
    for number in range(first, first + games):
        seated = [bots[(seat - number) % count] for seat in range(count)]
        scores, winners = _play(kit, seated, options, seconds, seed + number, most_entries)
        seat_of = [(entrant + number) % count for entrant in range(count)]
        share = 1 / len(winners) if winners else 0.0
        yield GameResult(
            seed=seed + number,
            levels=levels,
            scores=tuple(scores[seat] for seat in seat_of),
            points=tuple(share if seat in winners else 0.0 for seat in seat_of),
        )


def playing(
    game_id: str, bots: Sequence[Bot], seeds: range, *, seconds: float | None, options: Struct
) -> Batch[SeedRange, GameResult]:
    """Let these bots of a game play a game with each seed."""
    levels = tuple(bot.level for bot in bots)
    return Batch(
        asked={
            "command": "arena",
            "game": game_id,
            "rules": kit_of(game_id).game.rules_version,
            "bots": levels,
            "options": options,
            "seconds": seconds,
            "seeds": [seeds.start, seeds.stop],
        },
        row=GameResult,
        work=partial(_play_part, game_id, levels, seeds.start, seconds, options),
        parts=seed_parts(seeds, PART_GAMES),
    )


def standings(bots: Sequence[Bot], played: Sequence[GameResult]) -> list[EntrantResult]:
    """One line for each entrant, in the order in which they entered."""
    lines = []
    for entrant, bot in enumerate(bots):
        points = sum(game.points[entrant] for game in played)
        leads = [
            game.scores[entrant] - max(score for other, score in enumerate(game.scores) if other != entrant)
            for game in played
        ]
        margin, spread = _mean_and_error(leads)
        lines.append(
            EntrantResult(
                level=bot.level,
                games=len(played),
                points=points,
                share=points / len(played),
                share_interval=wilson(points, len(played)),
                margin=margin,
                margin_interval=(margin - Z95 * spread, margin + Z95 * spread),
            )
        )
    return lines


def wilson(points: float, games: int) -> tuple[float, float]:
    """Wilson's interval for a share; it holds the share, stays between 0 and 1 and is honest at both ends."""
    share = points / games
    shrink = 1 + Z95**2 / games
    middle = (share + Z95**2 / (2 * games)) / shrink
    reach = Z95 / shrink * sqrt(share * (1 - share) / games + Z95**2 / (4 * games**2))
    return min(share, max(0.0, middle - reach)), max(share, min(1.0, middle + reach))


def _play_part(
    game_id: str, levels: Sequence[str], seed: int, seconds: float | None, options: Struct, seeds: SeedRange
) -> list[GameResult]:
    kit = kit_of(game_id)
    bots = [bot_of(kit, level) for level in levels]
    games = play_games(kit, bots, len(seeds), seconds=seconds, seed=seed, first=seeds.first - seed, options=options)
    return list(games)


def _play(
    kit: Kit, seated: Sequence[Bot], options: Struct | None, seconds: float | None, seed: int, most_entries: int
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    match: AnyMatch = Match.begin(
        kit.game, id=f"arena-{seed}", seed=seed, started=0, options=options, seats=len(seated)
    )
    numbers = mulberry32(seed)
    while match.outcome is None:
        [seat, *_] = kit.game.to_move(match.state)
        action = seated[seat].choose(match.state, seat, Thinking(next(numbers), seconds))
        match, refusal = match.submit(seat, action, match.last_ms)
        if refusal is not None or match.count > most_entries:
            raise AssertionError(f"{kit.game.id}: bot {seated[seat].level} chose {action}: {refusal}")
    return match.outcome.scores, match.outcome.winners


def _mean_and_error(values: Sequence[float]) -> tuple[float, float]:
    """The mean, and the standard error of it."""
    mean = sum(values) / len(values)
    if len(values) < 2:
        return mean, 0.0
    variance = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    return mean, sqrt(variance / len(values))
