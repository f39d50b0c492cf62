"""A store from the first release is opened by this one, and nothing is lost.

``first.sql`` is such a store: a match under way, one that is over, a room where somebody waits, two players.
"""

import asyncio
import json
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory

from parlour.games.dots_and_boxes.rules import DRAWS
from parlour.server.access.identity import hashed, hashed_recovery_phrase
from parlour.server.app import Parlour
from parlour.server.settings import Settings
from parlour.store import backup, log, players, transfer
from parlour.store.migrating import MIGRATIONS, NEWEST
from parlour.store.store import Store

FIRST = Path(__file__).parent / "first.sql"
FOR_EVER = 1_000_000.0
"""Days that rooms are kept: those of the file grow older and older."""


def test_matches_under_way_in_a_store_of_the_first_release_go_on(tmp_path: Path) -> None:
    file = tmp_path / "parlour.db"
    connection = sqlite3.connect(file)
    connection.executescript(FIRST.read_text())
    before = connection.execute("SELECT match, seq, seat, ref, entry FROM entries ORDER BY match, seq").fetchall()
    rooms = connection.execute("SELECT code, game, host, state, match, touched, 0 FROM rooms ORDER BY code").fetchall()
    connection.close()

    async def check() -> None:
        parlour = Parlour(Settings(file, warm=False, keep_rooms_days=FOR_EVER))
        async with parlour.app.lifespan():
            hub, store = parlour.hub, parlour.store
            ann = await store.read(players.by_token(hashed("ann-token")))
            assert ann is not None
            assert ann.name == "Ann"
            assert (
                await store.read(
                    players.by_recovery_phrase(hashed_recovery_phrase("lusab babad gutih tugad mofud ribon"))
                )
                == ann
            )
            playing = await hub.find("PLNGXX")
            assert playing.match_host is not None
            assert (playing.match_host.id, playing.match_host.match.count) == ("1" * 16, 6)
            assert playing.match_host.match.session.entries[2].refused is not None
            seat = playing.kit.game.to_move(playing.match_host.match.state)[0]
            again = await playing.match_host.submit_and_wait(0, DRAWS[0], "r0")
            assert again is not None
            assert (again.seq, again.refused) == (0, None)
            submitted = await playing.match_host.submit_and_wait(seat, DRAWS[40], "after the upgrade")
            assert submitted is not None
            assert (submitted.seq, submitted.refused) == (6, None)
            over = await store.read(log.stored("2" * 16))
            assert over is not None
            assert over.session.outcome is not None
            assert sum(over.session.outcome.scores) == 25
            assert over.confirmed is True
            assert [who.name for who in over.seats] == ["Ann", "Bob"]
            waiting = await hub.find("WTNGXX")
            assert waiting.phase == "gathering"
            assert waiting.state.options == {"turn_seconds": 30}

    asyncio.run(check())
    connection = sqlite3.connect(file)
    entries = "SELECT id, seq, seat, ref, entry FROM entries JOIN matches ON number = match ORDER BY id, seq"
    after = connection.execute(entries).fetchall()
    columns = "code, game, host, state, match, touched, version"
    assert connection.execute(f"SELECT {columns} FROM rooms ORDER BY code").fetchall() == rooms
    assert len(rooms) == 3
    headers = connection.execute("SELECT header, seed FROM matches WHERE seed IS NOT NULL").fetchall()
    assert [json.loads(header)["seed"] % 2**32 for header, _ in headers] == [seed for _, seed in headers]
    assert len(headers) == 2
    assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    connection.close()
    assert [row for row in after if row[3] != "after the upgrade"] == before


def test_a_process_of_the_first_release_that_still_runs_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "parlour.db"
    connection = sqlite3.connect(file)
    connection.executescript(FIRST.read_text())
    connection.close()
    Store(file).close()
    connection = sqlite3.connect(file)
    with pytest.raises(sqlite3.IntegrityError, match="by_number"):
        connection.execute("INSERT INTO entries (match, seq, seat, entry) VALUES (?, 6, 0, ?)", ("a1" * 8, b"{}"))
    connection.close()


def test_a_store_of_the_first_release_is_exported_and_backed_up_as_it_is(tmp_path: Path) -> None:
    file, copy = tmp_path / "parlour.db", tmp_path / "copy.db"
    connection = sqlite3.connect(file)
    connection.executescript(FIRST.read_text())
    connection.close()
    exported = [json.loads(transfer.encode_line(match)) for match, _ in transfer.finished(file)]
    assert [line["session"]["id"] for line in exported] == ["2" * 16]
    assert [seat["name"] for seat in exported[0]["seated"]] == ["Ann", "Bob"]
    made = asyncio.run(backup.backup(file, copy, progress=lambda _: None))
    assert (made.replayed, made.wrong) == (1, ())
    for store in (file, copy):
        connection = sqlite3.connect(store)
        assert connection.execute("SELECT version_num FROM alembic_version").fetchone() == ("0001",)
        connection.close()


def test_the_newest_migration_is_known_without_loading_any() -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    assert ScriptDirectory.from_config(config).get_heads() == [NEWEST]


def test_a_store_that_is_up_to_date_is_opened_without_alembic(tmp_path: Path) -> None:
    Store(tmp_path / "parlour.db").close()
    opening = "from parlour.store.store import Store; Store(sys.argv[1]).close()"
    program = f"import sys; {opening}; print('alembic' in sys.modules)"
    ran = subprocess.run([sys.executable, "-c", program, tmp_path / "parlour.db"], capture_output=True, check=True)
    assert ran.stdout == b"False\n"
