"""Packages that are broken cost a running hub their own games alone."""

from pathlib import Path

from parlour.games import kits
from tests.games.test_registry import install_broken_packages
from tests.server.table import Guest, Server, eventually, play_out


def test_the_other_games_are_listed_shown_and_played(tmp_path: Path) -> None:
    install_broken_packages(tmp_path)
    with Server(tmp_path) as server, Guest(server) as ann:
        assert {*kits(), "nim", "nim-alone"} <= {game["id"] for game in ann.get("/api/games")}
        eventually(lambda: ann.http.get("/ready").is_success)
        for path in ("/", "/api/leaderboards", "/api/daily", f"/api/players/{ann.me['id']}"):
            assert ann.http.get(path).status_code == 200, path
        with ann.enter(ann.open("nim", "me", "me", seed=5)["code"]) as table:
            play_out(table)
        assert "cannot be listed" in server.log.read_text()
