"""Who hears notifications says once that it does not any more, and once that it does again."""

import threading
from collections.abc import Sequence

import pytest

from parlour.store import postgresql_notifications
from parlour.store.database import ConnectionLost
from parlour.store.postgresql_driver import Driver
from parlour.store.postgresql_driver import connect as connected
from parlour.store.postgresql_notifications import Listening
from tests.patience import WAIT_S
from tests.postgres import Postgres

FAILURES = 5


class Heard:
    def __init__(self) -> None:
        self.listens = threading.Event()

    def notified(self, subjects: Sequence[str]) -> None:
        """Nobody sends any."""

    def missed(self) -> None:
        self.listens.set()


def test_a_database_that_is_away_is_spoken_of_once(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    tries = 0

    def connect() -> Driver:
        nonlocal tries
        tries += 1
        if tries <= FAILURES:
            raise ConnectionLost("away")
        return connected(postgres.address("postgres"))

    monkeypatch.setattr(postgresql_notifications, "PAUSE_S", 0)
    heard = Heard()
    listening = Listening(connect, "me", heard)
    assert heard.listens.wait(WAIT_S)
    listening.end()
    assert tries == FAILURES + 1
    assert [record.message for record in caplog.records] == ["notifications not heard", "notifications heard again"]
