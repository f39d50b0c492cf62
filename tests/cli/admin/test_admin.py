"""``parlour admin``: what a host reads there, and what is refused."""

import asyncio
from pathlib import Path

import pytest

from parlour.cli.admin.commands import admin
from parlour.store import players, processes
from parlour.store.moderation import reports
from parlour.store.players import Player
from parlour.store.processes import ProcessSettings, StoredProcess
from parlour.store.store import Store
from parlour.store.transaction import Transaction, job
from tests.cli.program import Program


@job
def _two_people(transaction: Transaction) -> None:
    for name in ("[bold]Ann", "Bob"):
        players.add(Player(name[-3:].lower(), name), name.encode(), 1_700_000_000_000)(transaction)
    reports.add("r1", "bob", "name", "ann", "ROOM", 1_700_000_000_000)(transaction)


@pytest.fixture
def database(tmp_path: Path) -> Path:
    store = Store(tmp_path / "parlour.db")
    asyncio.run(store.write(_two_people()))
    store.close()
    return tmp_path / "parlour.db"


def test_lists_are_lines_for_people(program: Program, database: Path) -> None:
    program("admin", "ban", "bob", "--days", "1", "--reason", "rude", "--database", database)
    listed = program("admin", "players", "--database", database)
    assert (listed.code, listed.err) == (0, "")
    assert "bob  Bob: seen 2023-11-14 22:13 UTC, 1 device, banned, 1 report\n" in listed.out
    assert "ann  [bold]Ann: seen 2023-11-14 22:13 UTC, 1 device\n" in listed.out
    assert (
        "r1  2023-11-14 22:13 UTC  name of bob (Bob) in room ROOM, by [bold]Ann\n"
        in program("admin", "reports", "--database", database).out
    )
    assert ": ban bob Bob, until " in program("admin", "log", "--database", database).out
    assert program("admin", "bans", "--database", database).out.startswith("ban  player bob Bob, since ")
    for command, nothing in (
        ("rooms", "no room is open"),
        ("matches", "nothing was played"),
        ("links", "there is no link"),
    ):
        assert program("admin", command, "--database", database).out == f"{nothing}\n"


def test_a_link_is_printed_once_and_its_token_is_kept_nowhere(program: Program, database: Path) -> None:
    made = program("admin", "link", "--name", " Mina ", "--url", "https://games.example/", "--database", database)
    assert made.out.startswith("https://games.example/admin#")
    token = made.out.strip().partition("#")[2]
    assert len(token) >= 40
    held = b"".join(file.read_bytes() for file in database.parent.glob("parlour.db*"))
    assert token.encode() not in held
    [kept] = program("admin", "links", "--json", "--database", database).json_lines
    assert kept["name"] == "Mina"
    gone = program("admin", "withdraw", kept["id"], "--reason", "lost", "--json", "--database", database)
    assert (gone.json["act"], gone.json["about"]) == ("withdraw-link", kept["id"])
    assert program("admin", "links", "--database", database).out == "there is no link\n"
    logged = program("admin", "log", "--json", "--database", database).json_lines
    assert [(one["act"], one["about"], one["named"]) for one in logged] == [
        ("withdraw-link", kept["id"], "Mina"),
        ("make-link", kept["id"], "Mina"),
    ]
    assert logged[1]["until"] == kept["expires"]


def test_a_link_leads_to_the_server_of_the_same_environment(
    program: Program, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = ("admin", "link", "--name", "Mina", "--database", database)
    assert program(*asked).out.startswith("http://127.0.0.1:8000/admin#")
    monkeypatch.setenv("PARLOUR_PORT", "9000")
    monkeypatch.setenv("PARLOUR_BASE", "/games")
    assert program(*asked).out.startswith("http://127.0.0.1:9000/games/admin#")


@pytest.mark.parametrize(
    "words",
    [
        ("ban", "--reason", "x"),
        ("ban", "bob", "--address", "::1", "--reason", "x"),
        ("ban", "bob"),
        ("ban", "bob", "--reason", " "),
        ("ban", "bob", "--reason", "x" * 501),
        ("ban", "bob", "--reason", "x", "--days", "0"),
        ("ban", "nobody", "--reason", "x"),
        ("ban", "--address", "localhost", "--reason", "x"),
        ("unban", "bob", "--reason", "x"),
        ("rename", "bob", "admin", "--reason", "x"),
        ("close", "NOROOM", "--reason", "x"),
        ("announce", "", "--reason", "x"),
        ("link", "--name", "\x1b"),
        ("link", "--name", "Mina", "--reason", " "),
        ("players", "--count", "0"),
    ],
)
def test_what_cannot_be_done_is_said_and_nothing_is_logged(
    program: Program, database: Path, words: tuple[str, ...]
) -> None:
    ran = program("admin", *words, "--database", database)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err
    assert program("admin", "log", "--database", database).out == "no host has done anything\n"


def test_where_nothing_is_served_settings_are_those_of_the_same_flags_and_environment(
    program: Program, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PARLOUR_FORBID_WORDS", "goblin gremlin")
    monkeypatch.setenv("PARLOUR_DATABASE", str(tmp_path / "none.db"))
    found = program("admin", "settings", "--keep-acts", "30", "--no-metrics", "--json").json
    values = {one["flag"]: one["value"] for one in found["settings"]}
    wanted = {"--forbid-word": "goblin gremlin", "--keep-acts": "30", "--metrics": False, "--port": "8000"}
    assert {flag: values[flag] for flag in wanted} == wanted
    numbers = {one["flag"] for one in found["settings"] if one["is_number"]}
    assert wanted.keys() & numbers == {"--keep-acts"}
    assert "admin" in found["reserved_names"]
    lines = program("admin", "settings").out.splitlines()
    for line in ("--forbid-word goblin gremlin", "--keep-acts 400 days", "--metrics on", "--base not set"):
        assert line in lines


def test_settings_are_those_that_processes_published_and_what_was_started_alike_stands_together(
    program: Program, database: Path
) -> None:
    store = Store(database)
    for name, rate in (("a:1", "5"), ("b:2", "7"), ("c:3", "5")):
        asyncio.run(store.write(processes.beat(StoredProcess(name, "0.1", 1))))
        published = ProcessSettings(
            name, "0.1", 1_700_000_000_000, {"--rate": rate, "--metrics": False, "--of-a-later": "x"}
        )
        asyncio.run(store.write(processes.publish_settings(published)))
    store.close()
    lines = program("admin", "settings", "--database", database).out.splitlines()
    since = "version 0.1, since 2023-11-14 22:13 UTC:"
    assert lines[:3] == [f"a:1, {since}", f"c:3, {since}", "--rate 5"]
    assert lines[3:6] == ["--metrics off", f"b:2, {since}", "--rate 7"]
    found = program("admin", "settings", "--database", database, "--json").json
    assert [one["process"] for one in found["processes"]] == ["a:1", "b:2", "c:3"]
    assert "--port" in {one["flag"] for one in found["settings"]}


def test_settings_are_published_of_those_processes_only_that_may_serve_the_store(database: Path) -> None:
    store = Store(database)

    def published(name: str, *, alone: bool) -> list[str]:
        publish = processes.publish_settings_alone if alone else processes.publish_settings
        asyncio.run(store.write(publish(ProcessSettings(name, "0.1", 0, {}))))
        return [one.process for one in asyncio.run(store.read(processes.published_settings()))]

    assert published("killed", alone=True) == ["killed"]
    assert published("a", alone=True) == ["a"]
    asyncio.run(store.write(processes.beat(StoredProcess("a", "0.1", 7))))
    assert published("b", alone=False) == ["a", "b"]
    assert not asyncio.run(store.write(processes.lapse(StoredProcess("a", "0.1", 6))))
    assert published("b", alone=False) == ["a", "b"]
    assert asyncio.run(store.write(processes.lapse(StoredProcess("a", "0.1", 7))))
    asyncio.run(store.write(processes.beat(StoredProcess("b", "0.1", 1))))
    assert published("c", alone=False) == ["b", "c"]
    assert published("b", alone=False) == ["b"], "c has never beaten"
    asyncio.run(store.write(processes.beat(StoredProcess("c", "0.1", 1))))
    assert published("c", alone=False) == ["b", "c"]
    asyncio.run(store.write(processes.end("b")))
    assert [one.process for one in asyncio.run(store.read(processes.published_settings()))] == ["c"]
    store.close()


def test_every_command_explains_itself(program: Program) -> None:
    assert "Examples:" in program("admin", "--help").out
    for command in admin.commands:
        shown = program("admin", command, "--help")
        assert (shown.code, "Usage: parlour admin" in shown.out) == (0, True)
