"""The answer to a request for an analysis: its progress, or its report."""

from typing import Literal, TypeAlias

from msgspec import Raw, Struct

Computed: TypeAlias = Literal["server", "browser"]
"""The place where something was computed. A server never trusts what a browser computed."""


class AnalysisNow(Struct, frozen=True):
    """How far an analysis has come."""

    state: Literal["working", "ready"]
    done: float
    """The part that is done, from 0 to 1."""
    report: Raw | None
    """The game's own report; None until it is ready."""
    computed: Computed = "server"
    queued: bool = False
    """Whether it waits for another one that is worked out first, where that is known."""
