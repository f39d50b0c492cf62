"""Spans of time over which players are ranked: UTC days, weeks from Monday, and all time."""

from datetime import date, timedelta
from typing import Literal, TypeAlias

from parlour.protocol.days import day_ms, day_of

Span: TypeAlias = Literal["day", "week", "all"]


def periods_of(at: int) -> tuple[str, ...]:
    """The periods that a moment belongs to."""
    return tuple(period(span, at) for span in ("all", "day", "week"))


def period(span: Span, at: int) -> str:
    """The name of the span that a moment lies in."""
    if span == "all":
        return "all"
    return f"{span} {_first_day(span, at).isoformat()}"


def unwitnessed(name: str) -> str:
    """The name of a period's list for matches that were played at home."""
    return f"home {name}"


def since(span: Span, at: int) -> int | None:
    """When the span of a moment began, in milliseconds."""
    return None if span == "all" else day_ms(_first_day(span, at).isoformat())


def daily_period(day: str) -> str:
    """The name of the standings of a daily challenge."""
    return f"daily {day}"


def _first_day(span: Span, at: int) -> date:
    today = date.fromisoformat(day_of(at))
    return today - timedelta(days=today.weekday()) if span == "week" else today
