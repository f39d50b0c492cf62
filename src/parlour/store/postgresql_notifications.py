"""Notifications by PostgreSQL's NOTIFY: one for a commit, heard on a connection of its own."""

import logging
import threading
from collections.abc import Callable, Sequence

import msgspec
import psycopg

from parlour.store.database import ConnectionLost
from parlour.store.notifications import Listener
from parlour.store.postgresql_driver import Driver

CHANNEL = "parlour"
LONGEST_PAYLOAD = 7_900
"""The most bytes of a notification; the server takes fewer than 8,000."""
LOOK_EACH_S = 0.2
"""The time between two looks whether the thread is to end."""
LOOKS_A_PROOF = 25
"""The number of looks without a word after which the connection has to prove that it is still there."""
PAUSE_S = 0.2
"""The time between two tries to connect again."""
logger = logging.getLogger("parlour")
_STRINGS = msgspec.json.Decoder(list[str])


def payloads(sender: str, subjects: Sequence[str]) -> list[str]:
    """The texts that are sent: who sends it, then the subjects, each once; in as few parts as they fit into."""
    parts: list[list[str]] = []
    left = 0
    for subject in dict.fromkeys(subjects):
        size = len(msgspec.json.encode(subject)) + 1
        if size > left:
            parts.append([sender])
            left = LONGEST_PAYLOAD - len(sender) - 4
        if size > left:
            raise ValueError(f"a notification of {size} bytes is too long")
        parts[-1].append(subject)
        left -= size
    return [msgspec.json.encode(part).decode() for part in parts]


class Listening:
    """A thread that hears what others commit. A connection that is lost is opened anew; then some may be missing."""

    def __init__(self, connect: Callable[[], Driver], sender: str, listener: Listener) -> None:
        self._connect = connect
        self._sender = sender
        self._listener = listener
        self._is_deaf = False
        """Whether it was said that nothing is heard."""
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="parlour-listener", daemon=True)
        self._thread.start()

    def end(self) -> None:
        """End the thread; returns when nothing more is heard."""
        self._stop.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                with self._connect() as driver:
                    self._hear(driver)
            except (ConnectionLost, psycopg.Error) as error:
                if not self._is_deaf:
                    logger.warning("notifications not heard", extra={"facts": {"reason": str(error)}})
                self._is_deaf = True
                self._stop.wait(PAUSE_S)

    def _hear(self, driver: Driver) -> None:
        driver.execute(f"LISTEN {CHANNEL}".encode())
        if self._is_deaf:
            logger.warning("notifications heard again")
        self._is_deaf = False
        self._listener.missed()
        silent = 0
        while not self._stop.is_set():
            heard = [notify.payload for notify in driver.notifies(timeout=LOOK_EACH_S, stop_after=1)]
            for payload in heard:
                self._tell(payload)
            silent = 0 if heard else silent + 1
            if silent >= LOOKS_A_PROOF:
                driver.execute("SELECT 1")
                silent = 0

    def _tell(self, payload: str) -> None:
        try:
            sender, *subjects = _STRINGS.decode(payload)
        except (msgspec.MsgspecError, ValueError):
            logger.warning("notification not understood")
            return
        if sender != self._sender:
            self._listener.notified(subjects)
