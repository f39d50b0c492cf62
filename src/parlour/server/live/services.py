"""What every room needs."""

from dataclasses import dataclass

from parlour.server.after.confirmer import Confirmer
from parlour.server.background import Background
from parlour.server.clock import ServerClock
from parlour.server.live.bots import BotPlayers
from parlour.server.metrics import Metrics
from parlour.server.settings import Settings
from parlour.server.work.levels import Levels
from parlour.server.work.pool import Pool
from parlour.store.store import Store


@dataclass(frozen=True)
class Services:
    """One of each for the whole server."""

    settings: Settings
    store: Store
    clock: ServerClock
    bots: BotPlayers
    background: Background
    metrics: Metrics
    confirmer: Confirmer
    pool: Pool
    levels: Levels
