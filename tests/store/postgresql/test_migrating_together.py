"""Several processes that open one new database at the same moment bring its tables up to date once."""

import threading

from parlour.store.databases import database_at
from tests.postgres import Postgres, rows

PROCESSES = 3


def test_processes_that_start_together_migrate_a_new_database_once(postgres: Postgres) -> None:
    address = postgres.create()
    failed: list[BaseException] = []
    ready = threading.Barrier(PROCESSES)

    def migrate() -> None:
        database = database_at(address)
        ready.wait()
        try:
            database.migrate()
        except database.failures as error:
            failed.append(error)

    threads = [threading.Thread(target=migrate) for _ in range(PROCESSES)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    assert database_at(address).up_to_date()
    assert len(rows(address, "SELECT version_num FROM alembic_version")) == 1
    postgres.drop(address)
