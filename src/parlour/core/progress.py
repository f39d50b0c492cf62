"""How far work has come that is done in phases."""

from collections.abc import Callable
from typing import TypeAlias

Progress: TypeAlias = Callable[[float], None]
"""Is told the part that is done, up to 1."""


def phase_progress(progress: Progress, begin: float, end: float) -> Progress:
    """The progress of one phase, whose 0 and 1 are told as `begin` and `end` of the whole."""
    return lambda part: progress(begin + part * (end - begin))
