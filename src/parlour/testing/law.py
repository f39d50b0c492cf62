"""What a law is: a check of one game at whatever follows from a seed. It fails as a test does, by AssertionError."""

from collections.abc import Callable
from typing import TypeAlias, TypeVar

from parlour.core.kit import Kit

Law: TypeAlias = Callable[[Kit, int], None]
Raised = TypeVar("Raised", bound=Exception)

LONGEST_QUOTE = 60
"""How much of a text a failure repeats."""
LAWS: list[Law] = []
"""All of them, once the modules that hold them are loaded."""


def law(check: Law) -> Law:
    """Put a check among the laws."""
    LAWS.append(check)
    return check


def raised(kind: type[Raised], call: Callable[[], object], of: str | None = None) -> Raised:
    """The error of that kind that a call ends with; it must. ``of`` is what the call was given, however long."""
    try:
        call()
    except kind as error:
        return error
    raise AssertionError(f"no {kind.__name__}" + ("" if of is None else f" for {_quoted(of)}"))


def _quoted(text: str) -> str:
    if len(text) <= LONGEST_QUOTE:
        return repr(text)
    return f"{text[:LONGEST_QUOTE] + '…'!r} of {len(text):,} characters"
