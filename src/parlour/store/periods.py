"""Spans of time over which players are ranked: UTC days, weeks from Monday, all time, and the days of the challenge."""

from datetime import UTC, date, datetime, timedelta
from typing import Literal, TypeAlias

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
    """The same period, for matches that were played at home."""
    return f"home {name}"


def since(span: Span, at: int) -> int | None:
    """When the span of a moment began, in milliseconds."""
    return None if span == "all" else day_ms(_first_day(span, at).isoformat())


def daily_period(day: str) -> str:
    """The name of the standings of a daily challenge."""
    return f"daily {day}"


def day_of(at: int) -> str:
    """The UTC day of a moment: ``2026-11-15``."""
    return datetime.fromtimestamp(at / 1000, UTC).date().isoformat()


def day_ms(day: str, later: int = 0) -> int:
    """When a UTC day begins, or one some days later, in milliseconds."""
    begins = datetime.combine(date.fromisoformat(day) + timedelta(days=later), datetime.min.time(), UTC)
    return int(begins.timestamp() * 1000)


def _first_day(span: Span, at: int) -> date:
    today = date.fromisoformat(day_of(at))
    return today - timedelta(days=today.weekday()) if span == "week" else today
