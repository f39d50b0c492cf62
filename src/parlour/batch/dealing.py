"""Many levels, dealt."""

from functools import partial

from msgspec import Struct

from parlour.batch.running import Batch
from parlour.batch.seeds import SeedRange, seed_parts
from parlour.games import kit_of

PART_LEVELS = 16


def dealing(game_id: str, options: Struct, seeds: range) -> Batch[SeedRange, Struct]:
    """Deal the level of each of these seeds."""
    kit = kit_of(game_id)
    assert kit.levels is not None  # noqa: S101
    return Batch(
        asked={
            "command": "deal",
            "game": game_id,
            "rules": kit.game.rules_version,
            "options": options,
            "seeds": [seeds.start, seeds.stop],
        },
        row=kit.levels.level,
        work=partial(_deal, game_id, options),
        parts=seed_parts(seeds, PART_LEVELS),
    )


def _deal(game_id: str, options: Struct, seeds: SeedRange) -> list[Struct]:
    maker = kit_of(game_id).levels
    assert maker is not None  # noqa: S101
    return [maker.deal(options, seed) for seed in seeds]
