"""How long does a leaderboard take with a million results? Beside asking the results themselves for each player's best.

Times are of the processor, which other work on the machine does not lengthen. The scores are like those of Ten
Exorcism: few different numbers, so that many tie.
"""

import sqlite3
import statistics
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.options import read_options
from sqlalchemy import text

from parlour.core.mulberry32 import below, mulberry32
from parlour.store import leaderboards, ratings
from parlour.store.sqlite import SqliteDatabase
from parlour.store.statements import Statement
from parlour.store.transaction import Job, Transaction

QUICK = {"results": 100_000, "players": 10_000}
FULL = {"results": 1_000_000, "players": 200_000}
TIMES = 15

PLAYERS = """
    INSERT INTO players (id, name, created)
    WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < :players)
    SELECT printf('%016x', i), 'Player ' || i, 0 FROM n"""
RESULTS = "INSERT INTO results VALUES (?, ?, 'ten-exorcism', 'classic', ?, 1, 1, 0, ?)"
BESTS = """
    INSERT INTO bests
    SELECT game, board, 'all', player, max(score), min(ended), 1000, min(match) FROM results GROUP BY player"""
RATINGS = """
    INSERT INTO ratings
    SELECT 'dots-and-boxes', player, 25, 8, 1000 + score * 10 + length(match) % 7, 30, at, 0, 1000 + score * 10
    FROM bests"""
PEER = """
    WITH best AS (SELECT player, max(score) AS score FROM results
                  WHERE game = 'ten-exorcism' AND board = 'classic' AND counted GROUP BY player)
    SELECT rank() OVER (ORDER BY score DESC), player, score FROM best ORDER BY score DESC LIMIT 20"""


def fill(path: Path, results: int, players: int) -> None:
    numbers = mulberry32(1)
    rows = (
        (
            f"{index:016x}",
            f"{below(next(numbers), players):016x}",
            sum(below(next(numbers), 43) for _ in range(4)),
            index,
        )
        for index in range(results)
    )
    connection = sqlite3.connect(path)
    connection.execute(PLAYERS, {"players": players})
    connection.execute("INSERT INTO matches (id, room, game, header, started, drawn) VALUES ('0', '', '', x'', 0, 1)")
    connection.executemany(RESULTS, rows)
    connection.execute(BESTS)
    connection.execute(RATINGS)
    connection.commit()
    connection.close()


def milliseconds(transaction: Transaction, job: Job[object]) -> str:
    taken = []
    for _ in range(TIMES):
        began = time.process_time()
        job(transaction)
        taken.append((time.process_time() - began) * 1000)
    return f"{statistics.median(taken):.1f} ms"


def main() -> None:
    options = read_options(__doc__ or "", QUICK, FULL)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "parlour.db"
        database = SqliteDatabase(path)
        database.migrate()
        fill(path, options.results, options.players)
        reading = database.reading()
        [[count]] = reading.many(Statement(text("SELECT count(*) FROM bests")))
        order = Statement(text("SELECT player FROM bests ORDER BY score DESC, at, player LIMIT 1 OFFSET :place"))
        [[best]], [[middle]], [[last]] = (reading.many(order, place=place) for place in (0, count // 2, count - 1))
        print(f"{options.results} results of {count} players\n")
        print("| question | median of 15, processor time |\n|---|---|")
        for name, player in (("the best player", best), ("one in the middle", middle), ("the last", last)):
            board = leaderboards.leaderboard("ten-exorcism", "classic", "all", 0, 20, player)
            print(f"| leaderboard, asked by {name} | {milliseconds(reading, board)} |")
        board = leaderboards.leaderboard("ten-exorcism", "classic", "all", 0, 20, None)
        print(f"| leaderboard, asked by a stranger | {milliseconds(reading, board)} |")
        rated = ratings.rated("dots-and-boxes", 20, middle)
        print(f"| ratings, asked by one in the middle | {milliseconds(reading, rated)} |")
        peers = Statement(text(PEER))
        peer = milliseconds(reading, lambda transaction: transaction.many(peers))
        print(f"| peer: the top 20 from the results themselves | {peer} |")


if __name__ == "__main__":
    main()
