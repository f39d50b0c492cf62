"""What the laws of games are tried on, by the Python that runs the tests and by a browser's."""

import random

from parlour.games import kits
from tests import alone, nim

KITS = (*kits().values(), nim.kit, alone.kit)
LEAST_SEED, MOST_SEED = -(2**52), 2**52


def seeds(count: int) -> list[int]:
    """So many of all seeds, the same ones each time."""
    chosen = random.Random("contract")
    return [chosen.randint(LEAST_SEED, MOST_SEED) for _ in range(count)]
