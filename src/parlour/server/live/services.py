"""What every room needs."""

from dataclasses import dataclass
from typing import Protocol
from weakref import WeakValueDictionary

from parlour.server.access.restrictions import Restrictions
from parlour.server.after.confirmer import Confirmer
from parlour.server.background import Background
from parlour.server.clock import ServerClock
from parlour.server.cluster.members import Members
from parlour.server.cluster.presence import Presence
from parlour.server.live.bots import BotPlayers
from parlour.server.metrics import Metrics
from parlour.server.settings import Settings
from parlour.server.work.levels import Levels
from parlour.server.work.pool import Pool
from parlour.store.store import Store


class FollowedMatchHost(Protocol):
    """The host of a match that other processes may play on."""

    def catch_up(self) -> None:
        """Read in its turn what other processes may have written."""
        ...


@dataclass(frozen=True, kw_only=True)
class Services:
    """The parts of the server that a room needs: one of each for all."""

    settings: Settings
    store: Store
    clock: ServerClock
    bots: BotPlayers
    background: Background
    metrics: Metrics
    confirmer: Confirmer
    pool: Pool
    levels: Levels
    members: Members
    presence: Presence
    restrictions: Restrictions
    match_hosts: "WeakValueDictionary[int, FollowedMatchHost]"
    """The host of each match that this process holds, by the number of the match."""
