"""The workers of a Dask cluster. The scheduler gives a dead worker's parts to another."""

import logging
import pickle
import time
from collections.abc import Callable, Mapping
from concurrent.futures import CancelledError, Future
from functools import partial
from importlib.metadata import version
from types import TracebackType
from typing import Any, Self

from parlour.batch.pool import AHEAD, Answer, BatchStopped, Part
from parlour.core.errors import MalformedInput
from parlour.games import kits

try:
    from distributed import Client, KilledWorker
    from distributed.comm.addressing import get_address_host
except ImportError:
    raise MalformedInput("a scheduler needs Dask: pip install 'parlour[dask]'") from None


LOGGERS = ("distributed", "distributed.client")
"""Loggers that are silenced: lost connections are reported in a sentence instead of their tracebacks."""


class OtherRules(BatchStopped):
    """A worker has other rules than the process that started the batch, so its answers would differ."""


class Cluster:
    """The workers that are connected to the scheduler at an address; they may come and go."""

    def __init__(self, address: str, patience_s: float) -> None:
        """Wait so long for the scheduler to answer, and whenever it has no worker for one to come."""
        self._address = address
        self._patience_s = patience_s
        self._rules = rules_here()
        self._alone_since: float | None = None
        for name in LOGGERS:
            logging.getLogger(name).setLevel(logging.CRITICAL)
        try:
            get_address_host(address)
            self._client = Client(address, timeout=max(patience_s, 1.0), set_as_default=False)
        except (OSError, ValueError, TimeoutError) as error:
            raise BatchStopped(
                f"no Dask scheduler answers at {address!r}; an address looks like tcp://10.0.0.5:8786"
            ) from error
        self._executor = self._client.get_executor(pure=False)
        self.ahead = AHEAD
        self.check()

    def submit(self, work: Callable[[Part], Answer], part: Part) -> "Future[Answer]":
        call = PickledCall(by_same_rules, (self._rules, pickle.dumps((work, part))))
        begun: Future[Answer] = self._executor.submit(partial(pickle.loads, pickle.dumps(call)))
        return begun

    def check(self) -> None:
        threads = self._threads()
        if threads:
            self.ahead = AHEAD * threads
            self._alone_since = None
            return
        now = time.monotonic()
        self._alone_since = self._alone_since or now
        if now - self._alone_since >= self._patience_s:
            raise BatchStopped(
                f"the scheduler at {self._address} has had no worker for {self._patience_s:g} seconds;"
                f" start one with: dask worker {self._address} --nthreads 1"
            )

    def explained(self, error: Exception) -> Exception:
        if isinstance(error, KilledWorker):
            return BatchStopped("several workers ended while they did the same part; have they enough memory?")
        if isinstance(error, CancelledError):
            return BatchStopped(f"the scheduler at {self._address} was lost")
        if _lacks_parlour(error):
            return OtherRules(f"a worker of {self._address} lacks Parlour {version('parlour')}; install it there")
        return error

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._client.close(timeout=2)

    def _threads(self) -> int:
        """The number of parts that the cluster does at once; 0 also while the scheduler is out of reach."""
        if self._client.status != "running":
            return 0
        try:
            return sum(self._client.nthreads().values())
        except (OSError, TimeoutError):
            return 0


def rules_here() -> dict[str, str]:
    """The versions on which answers depend: the program's version, and the version of each game's rules."""
    return {"parlour": version("parlour")} | {game: str(kit.game.rules_version) for game, kit in kits().items()}


class PickledCall:
    """A call whose unpickling is its answer.

    A task is made of such bytes and of the standard library alone: a worker without Parlour fails it, where a function
    that it cannot import would end the worker.
    """

    def __init__(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
        self._call = function, arguments

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return self._call


def by_same_rules(rules: Mapping[str, str], packed: bytes) -> Any:
    """The answer of the packed work, by a worker that plays these rules; OtherRules from any other."""
    here = rules_here()
    for name, wanted in rules.items():
        found = here.get(name)
        if found != wanted:
            what = "version" if name == "parlour" else "rules version"
            raise OtherRules(f"a worker has {name} in {what} {found or 'none'}, but {wanted} is needed")
    work, part = pickle.loads(packed)  # noqa: S301
    return work(part)


def _lacks_parlour(error: BaseException | None) -> bool:
    """Whether an error, or what led to it, is that Parlour cannot be imported."""
    while error is not None:
        if isinstance(error, ImportError) and (error.name or "").partition(".")[0] == "parlour":
            return True
        error = error.__cause__
    return False
