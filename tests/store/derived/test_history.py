"""A page of a player's history costs what the page holds, not what the player has played."""

from pathlib import Path

from parlour.core.session import AnySession, GameSession
from parlour.games.dots_and_boxes.rules import Options
from parlour.protocol.ranking import Left, Seated
from parlour.store import log, match_seats, profiles
from parlour.store.sqlite import SqliteConnection, SqliteDatabase
from parlour.store.transaction import Transaction

GAMES = ("dots-and-boxes", "ten-exorcism")


def opening(number: int) -> AnySession:
    game = GAMES[number % 50 == 0]
    return GameSession(
        id=f"match-{number:05}", game=game, rules_version=1, options=Options(), seed=1, seats=2, started=number // 2
    )


def begun(transaction: Transaction, numbers: range) -> None:
    """Matches of Ann against herself; every tenth she has left."""
    for number in numbers:
        log.begin("ROOM", opening(number), [Seated("Ann", "ann"), Seated("Ann", "ann")], listed=True)(transaction)
        if number % 10 == 0:
            left = Left("ann", 5)
            match_seats.seat_left(f"match-{number:05}", 0, left)(transaction)
            match_seats.seat_taken(f"match-{number:05}", 0, Seated("Bob", "bob"))(transaction)
            match_seats.seat_taken(f"match-{number:05}", 1, Seated("Bob", "bob"))(transaction)


def read(store: SqliteConnection, game: str | None, before: str | None) -> tuple[list[str], int]:
    """A page of ten, and how many steps the database took for it."""
    steps = 0

    def counted() -> int:
        nonlocal steps
        steps += 1
        return 0

    store._driver.set_progress_handler(counted, 1)
    page = profiles.history("ann", game, before, 10)(store)
    store._driver.set_progress_handler(None, 1)
    return [match.match for match in page], steps


def test_a_page_costs_the_same_however_much_was_played(tmp_path: Path) -> None:
    database = SqliteDatabase(tmp_path / "parlour.db")
    database.migrate()
    store = database.writing()
    assert isinstance(store, SqliteConnection)
    store.begin()
    begun(store, range(200))
    asked = ((None, None), ("dots-and-boxes", None), (None, "match-00100"))
    few = [read(store, game, before)[1] for game, before in asked]
    begun(store, range(200, 3000))
    many = [read(store, game, before)[1] for game, before in asked]
    assert all(later <= 1.2 * earlier for earlier, later in zip(few, many, strict=True)), (few, many)
    store.rollback()
    database.close()


def test_pages_follow_each_other_without_a_gap_or_a_match_twice(tmp_path: Path) -> None:
    database = SqliteDatabase(tmp_path / "parlour.db")
    database.migrate()
    store = database.writing()
    assert isinstance(store, SqliteConnection)
    store.begin()
    begun(store, range(120))
    for game in (None, "dots-and-boxes"):
        wanted = [f"match-{number:05}" for number in range(119, -1, -1) if game is None or number % 50]
        found: list[str] = []
        while page := read(store, game, found[-1] if found else None)[0]:
            found += page
        assert found == wanted
    store.rollback()
    database.close()
