"""The bans and mutes that are in force, kept in memory: checked for every socket and every request that changes
something."""

from collections.abc import Sequence

from msgspec import Struct

from parlour.server.access.ranges import Ranges
from parlour.server.clock import ServerClock
from parlour.server.problems import Problem
from parlour.store.moderation.restrictions import Restriction
from parlour.store.players import Player

FOR_THE_BANNED = "for the banned"
"""Marks the handlers that change something and that banned people may still use: visiting, and deleting themselves."""


class Restricted(Struct, frozen=True):
    """A ban or a mute, as the player is told of it."""

    until: int | None
    """Unix time in milliseconds; None until it is lifted."""
    reason: str


class Restrictions:
    """The bans and mutes that this process knows."""

    def __init__(self, clock: ServerClock) -> None:
        self._clock = clock
        self._in_force: dict[tuple[str, str, str], Restriction] = {}
        self._ranges: Ranges[Restriction] = Ranges({})

    def put(self, in_force: Sequence[Restriction]) -> None:
        """Replace all bans and mutes."""
        self._in_force = {(one.kind, one.whose, one.key): one for one in in_force}
        self._ranges = Ranges({one.key: one for one in in_force if one.whose == "range"})

    def ban_of(self, player: str | None, address: str) -> Restricted | None:
        """The ban of a player, or of an address given by its hash. Bans of ranges need the address itself:
        `ban_around`."""
        return self._restricted("ban", "address", address) or (
            self._restricted("ban", "player", player) if player else None
        )

    def ban_around(self, address: str) -> Restricted | None:
        """The ban of a range that contains an address, given by its key."""
        return next((ban for one in self._ranges.around(address) if (ban := self._held(one))), None)

    def mute_of(self, player: str) -> Restricted | None:
        """The mute of a player, if there is one."""
        return self._restricted("mute", "player", player)

    def require_not_muted(self, player: Player) -> None:
        """Problem if a host keeps the player from talking and renaming."""
        found = self.mute_of(player.id)
        if found is not None:
            raise Problem(403, "muted", f"the host of this server has asked you to be quiet: {found.reason}")

    def _restricted(self, kind: str, whose: str, key: str) -> Restricted | None:
        return self._held(self._in_force.get((kind, whose, key)))

    def _held(self, found: Restriction | None) -> Restricted | None:
        if found is None or (found.until is not None and found.until <= self._clock.now_ms()):
            return None
        return Restricted(found.until, found.reason)
