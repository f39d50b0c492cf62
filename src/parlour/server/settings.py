"""What an operator can set. The command line fills it from flags and from the environment."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Settings:
    """One server."""

    database: Path
    host: str = "127.0.0.1"
    port: int = 8000
    """0 for any free one."""
    origins: tuple[str, ...] = ()
    """Origins that may open sockets besides the server's own: ``https://games.example``."""
    requests_per_second: float = 20.0
    """For each player and for each address, with bursts of three times as many."""
    bot_pause_s: float = 0.3
    """What a bot waits before it moves, so that people can follow."""
    warm: bool = True
    """Whether every game's kernels are compiled at the start rather than when first needed."""
    most_rooms: int = 10_000
    most_rooms_of_a_player: int = 20
    most_watchers: int = 100
    """Sockets in one room that hold no seat."""
    away_s: float = 60.0
    """After how long the seat of somebody who is gone may be given to a bot."""
    analysis_seconds: float = 0.5
    """What an analysis may take for each move, where a game needs time."""
    keep_rooms_days: float = 7.0
    """Rooms that nobody touched for so long are closed."""
