"""What tests of the store are given."""

from contextlib import closing

import psycopg
from sqlalchemy import func, select

from parlour.store.databases import database_at
from parlour.store.statements import Statement
from tests.postgres import Postgres, runs
from tests.store.places import in_postgres

SILENT = Statement(select(func.current_setting("idle_in_transaction_session_timeout").label("bound")))


def test_on_a_busy_machine_too_a_test_may_compute_for_long_in_an_open_transaction(postgres: Postgres) -> None:
    with in_postgres(postgres)() as address:
        database = database_at(address)
        writing = database.writing()
        writing.begin()
        row = writing.one(SILENT)
        writing.rollback()
        database.close()
    assert row is not None
    assert row.bound == "0", "whoever is silent for longer is cut off"


def test_of_a_postgresql_that_is_killed_no_process_is_left_to_answer(postgres: Postgres) -> None:
    with closing(psycopg.connect(postgres.address("postgres"))) as connection:
        answering = connection.info.backend_pid
        assert runs(answering)
        postgres.pause()
        postgres.kill()
        assert not runs(answering)
    postgres.start()
