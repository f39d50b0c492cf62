"""Sessions that people send to be judged and analysed. Nothing of them is stored."""

import hashlib
import logging
from collections import OrderedDict
from collections.abc import Callable

from msgspec import Raw

from parlour.core.errors import ParlourError
from parlour.core.session import encode_session
from parlour.games.documents import Document
from parlour.protocol.analysis import AnalysisNow
from parlour.protocol.foreign import ForeignSession, described
from parlour.server.background import Background
from parlour.server.problems import Problem
from parlour.server.work import tasks
from parlour.server.work.asker import asker
from parlour.server.work.pool import Pool, too_much_waits

logger = logging.getLogger("parlour")
LARGEST_SESSION = 256 * 1024
"""Bytes of a session that is sent to be judged or analysed."""
MOST_KEPT = 64
"""Reports that are kept in memory; the least recently requested go first."""
MOST_WAITING_EACH = 2
"""Sessions of one address whose analysis may wait or be under way."""


class ForeignAnalyses:
    """The analyses of such sessions by a hash of their text, in memory only."""

    def __init__(self, background: Background, pool: Pool, seconds: float) -> None:
        self._background = background
        self._pool = pool
        self._seconds = seconds
        self._done: dict[str, float] = {}
        """The part that is done of each analysis that is under way."""
        self._asked_by: dict[str, str] = {}
        self._found: OrderedDict[str, bytes | Exception] = OrderedDict()

    async def ask(self, text: bytes) -> AnalysisNow:
        """The progress of a session's analysis, which is begun by the first request.

        One that failed fails for everybody who asks again, unless it was the server that was too busy for it.
        """
        key = hashlib.sha256(text).hexdigest()
        found = self._found.get(key)
        if isinstance(found, Exception):
            if isinstance(found, Problem) and found.is_temporary:
                del self._found[key]
            raise found.with_traceback(None)
        if found is not None:
            self._found.move_to_end(key)
            return AnalysisNow("ready", 1.0, Raw(found))
        if key not in self._done:
            self._pool.require_long()
            if list(self._asked_by.values()).count(asker()) >= MOST_WAITING_EACH:
                raise too_much_waits(MOST_WAITING_EACH)
            self._done[key], self._asked_by[key] = 0.0, asker()
            self._background.start(self._analyse(key, text), "analysis of a file")
        return AnalysisNow("working", self._done[key], None)

    async def _analyse(self, key: str, text: bytes) -> None:
        def progress(part: float) -> None:
            self._done[key] = part

        try:
            self._found[key] = await self._pool.run_long(progress, report, text, self._seconds)
        except (ParlourError, Problem) as wrong:
            self._found[key] = wrong
        except Exception as error:
            logger.exception("analysis of a file failed", exc_info=error)
            self._found[key] = Problem(409, "analysis-failed", "this session cannot be analysed")
        finally:
            self._done.pop(key, None)
            self._asked_by.pop(key, None)
        while len(self._found) > MOST_KEPT:
            self._found.popitem(last=False)


def described_here(text: bytes) -> ForeignSession:
    """The task of a worker: what a session says of itself, and whether it holds."""
    document = Document(text)
    tasks.loaded(document.kit.game.id)
    return described(document, "server")


def report(progress: Callable[[float], None], text: bytes, seconds: float) -> bytes:
    """The task of a worker: the analysis of a session, as JSON."""
    document = Document(text)
    return tasks.report(progress, document.kit.game.id, encode_session(document.session()), seconds)
