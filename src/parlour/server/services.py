"""What every room needs."""

from dataclasses import dataclass

from parlour.server.background import Background
from parlour.server.bot_player import BotPlayers
from parlour.server.clock import ServerClock
from parlour.server.finished import Finished
from parlour.server.metrics import Metrics
from parlour.server.settings import Settings
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
    finished: Finished
