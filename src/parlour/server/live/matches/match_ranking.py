"""Whether a match counts: by what is known while it is played, then by its confirmation."""

import logging
from collections.abc import Sequence
from typing import Any

from msgspec import structs

from parlour.core.kit import Kit
from parlour.core.session import Entry
from parlour.protocol.ranking import MatchFacts, Seated, is_help, ranking_of
from parlour.server.after.confirmer import is_final
from parlour.server.live.services import Services
from parlour.store import log
from parlour.store.log import StoredMatch

logger = logging.getLogger("parlour")


class MatchRanking:
    """The facts of one match that decide whether it counts, and the answer to that (parlour.protocol.ranking)."""

    def __init__(self, services: Services, kit: Kit, stored: StoredMatch) -> None:
        self._store = services.store
        self._confirmer = services.confirmer
        self._kit = kit
        self._match = stored.session.id
        self._learn(stored)

    @property
    def seats(self) -> Sequence[Seated]:
        """Who sits where, and who left."""
        return self._facts.seats

    def set_seats(self, seats: Sequence[Seated]) -> None:
        """Make these the seats of the match from now on."""
        self._rank(structs.replace(self._facts, seats=seats))

    def note_help(self, added: Sequence[Entry[Any]]) -> bool:
        """Take down whether an entry that was added is help; gives whether the match ceased to count by it."""
        if not self.ranked or not any(is_help(self._kit, entry) for entry in added):
            return False
        self._rank(structs.replace(self._facts, helped=True))
        return True

    async def confirm(self) -> bool:
        """Let the stored log be replayed, and learn what that says; False, and logged, if it can never be replayed."""
        try:
            stored = await self._confirmer.confirm(self._match)
        except Exception as error:
            if not is_final(error):
                raise
            logger.error("outcome not confirmed", exc_info=error, extra={"facts": {"match": self._match}})
            return False
        self._learn(stored)
        return True

    async def read_confirmation(self) -> None:
        """Learn what the replay of another process said."""
        stored = await self._store.read(log.stored(self._match))
        if stored is not None:
            self._learn(stored)

    def _learn(self, stored: StoredMatch) -> None:
        self.confirmed = stored.confirmed
        """Whether a replay of the stored log bore out the outcome; None until it has been replayed."""
        self._rank(stored.facts(self._kit))

    def _rank(self, facts: MatchFacts) -> None:
        self._facts = facts
        ranking = ranking_of(self._kit, facts)
        self.ranked = ranking != "does-not-count"
        """Whether the match counts, or can still come to count."""
        self.held = ranking == "held"
        """Whether it counts once a host has looked."""
