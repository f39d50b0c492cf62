"""UTC days by their names (``2026-11-15``), each of which has a challenge of its own."""

from datetime import UTC, date, datetime, timedelta

HOUR_MS = 3_600_000
DAY_MS = 24 * HOUR_MS


def day_of(at: int) -> str:
    """The UTC day of a moment: ``2026-11-15``."""
    return datetime.fromtimestamp(at / 1000, UTC).date().isoformat()


def day_ms(day: str, later: int = 0) -> int:
    """The beginning of a UTC day, or of one some days later, in Unix milliseconds."""
    begins = datetime.combine(date.fromisoformat(day) + timedelta(days=later), datetime.min.time(), UTC)
    return int(begins.timestamp() * 1000)
