"""How far an analysis has come, as whoever asked for it is told."""

from typing import Literal, TypeAlias

from msgspec import Raw, Struct

Computed: TypeAlias = Literal["server", "browser"]
"""Where something was worked out. A server believes nothing that a browser worked out."""


class AnalysisNow(Struct, frozen=True):
    """How far an analysis has come."""

    state: Literal["working", "ready"]
    done: float
    """From 0 to 1."""
    report: Raw | None
    """The game's own; None until it is ready."""
    computed: Computed = "server"
    queued: bool = False
    """Whether it waits for another one that is worked out first, where that is known."""
