"""Everything that makes the server write: requests over HTTP, actions over sockets, and what it does by itself."""

import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from parlour.protocol.days import DAY_MS
from parlour.store import analyses, players, profiles
from parlour.store import rooms as stored_rooms
from parlour.store.failure import StoreFull
from tests.server.hostile.faults import hosting, signing_in
from tests.server.hostile.faults.client import Failed, People, Refused
from tests.server.hostile.faults.handing_in import hand_in, is_handed_in, play_at_home
from tests.server.hostile.faults.sharing import among_others, nothing_is_orphaned
from tests.server.table import take

Step = Callable[[People], Awaitable[None]]
Goal = Callable[[People], Awaitable[bool]]


async def nothing(_people: People) -> None:
    """The server does it by itself."""


async def at_once(_people: People) -> bool:
    """Nothing more has to happen than what was asked for."""
    return True


def untouched(_database: Path) -> None:
    """The store is left as it is."""


@dataclass(frozen=True)
class Scenario:
    """One thing that the server does, and what has to be there before."""

    name: str
    before: Step
    act: Step
    """May be done again: whoever got no answer asks once more."""
    goal: Goal = at_once
    ahead_ms: int = 0
    """How much later it is when the server starts again."""
    damage: Callable[[Path], None] = untouched
    """What is done to the file in between."""
    statements: bool = False
    """Whether the disk is full at every statement, not at every commit alone."""


async def phase(people: People, name: str) -> str:
    return (await people.hub.find(people.known[name])).phase


def in_phase(name: str, wanted: str) -> Goal:
    async def reached(people: People) -> bool:
        return await phase(people, name) == wanted

    return reached


def open_as(name: str, who: str, game: str, *seats: str, **more: object) -> Step:
    """A room whose code is kept by a name."""

    async def opened(people: People) -> None:
        if f"{who} id" not in people.known:
            await people.guests(who)
        people.known[name] = await people.open(who, game, *seats, **more)

    return opened


def post(who: str, path: str, **body: object) -> Step:
    """``{room}`` stands for what is known by that name."""

    async def asked(people: People) -> None:
        await people.post(who, path.format_map(people.known), body)

    return asked


def all_of(*steps: Step) -> Step:
    async def one_after_another(people: People) -> None:
        for step in steps:
            await step(people)

    return one_after_another


def guests(*names: str) -> Step:
    async def came(people: People) -> None:
        await people.guests(*names)

    return came


def play(who: str, name: str, seat: int, heap: int = 0, count: int = 1) -> Step:
    async def played(people: People) -> None:
        await people.play(who, people.known[name], seat, take(heap, count), "once")

    return played


def play_out(name: str, *who: str) -> Step:
    async def played(people: People) -> None:
        await people.take_all(who, people.known[name])

    return played


def remember_match(name: str) -> Step:
    async def remembered(people: People) -> None:
        people.known["match"] = (await people.hub.find(people.known[name])).now().match or ""

    return remembered


TWO = all_of(guests("ann", "bob"), open_as("room", "ann", "nim", "me", "anybody"))
BOTH = all_of(TWO, post("bob", "/api/rooms/{room}/join"))
BOBS_TABLE = all_of(open_as("room", "bob", "nim", "me", "me"), play("bob", "room", 0))
ALONE = open_as("room", "ann", "nim-alone", "me", options={"heaps": 1})
OVER_ALONE = all_of(ALONE, play_out("room", "ann"), remember_match("room"))


async def rename(people: People) -> None:
    await people.request("ann", "PATCH", "/api/me", {"name": "Anna"})


async def is_renamed(people: People) -> bool:
    room = await people.hub.find(people.known["room"])
    return (await people.player("ann")).name == "Anna" and room.now().seats[0].name == "Anna"


async def forget(people: People) -> None:
    await people.request("ann", "DELETE", "/api/me")


async def is_forgotten(people: People) -> bool:
    [ann, bob] = people.known["ann id"], people.known["bob id"]
    known = await people.store.read(players.known([ann, bob]))
    return [player.id for player in known] == [bob]


async def recover(people: People) -> None:
    await people.post("ann elsewhere", "/api/me/recover", {"phrase": people.known["phrase"]})


async def new_phrase(people: People) -> None:
    people.known["phrase"] = (await people.post("ann", "/api/me/phrase"))["phrase"]


async def is_discarded(people: People) -> bool:
    return await people.store.read(profiles.history(people.known["ann id"], None, None, 10)) == []


async def open_daily(people: People) -> None:
    people.known["room"] = (await people.post("ann", "/api/daily/nim-alone"))["mine"]["room"]


async def attempt_is_used(people: People) -> bool:
    [mine] = [one["mine"] for one in await people.request("ann", "GET", "/api/daily") if one["game"] == "nim-alone"]
    return bool(mine["over"]) and await is_discarded(people)


async def quick(people: People) -> None:
    await people.request("bob", "GET", f"/api/rooms/{people.known['room']}")
    await people.post("bob", "/api/rooms/quick", {"game": "nim"})


async def sweep(people: People) -> None:
    try:
        await people.hub.tidy(0)
    except StoreFull as error:
        raise Failed(str(error)) from None  # the next sweep comes in a minute


async def sweep_much_later(people: People) -> None:
    """Nobody has come for hours, and then for a year, though the server ran."""
    for days in (0.1, 365.0):
        people.clock.ahead_ms = int(days * DAY_MS)
        await sweep(people)


async def is_swept(people: People) -> bool:
    return await people.store.read(stored_rooms.count()) == 0


async def is_analysed(people: People) -> bool:
    found = await people.store.read(analyses.asked(people.known["match"], 1))
    return found is not None and found.report is not None


async def analysis_is_given_up(people: People) -> bool:
    try:
        await people.request("ann", "GET", f"/api/matches/{people.known['match']}/analysis")
    except Refused as refused:
        return "analysis-failed" in str(refused)
    return False


async def bot_has_moved(people: People) -> bool:
    host = (await people.hub.find(people.known["room"])).match_host
    return host is not None and host.match.count == 1


async def bot_stands_in(people: People) -> bool:
    seat = (await people.hub.find(people.known["room"])).now().seats[1]
    return seat.held_by == "bot" and seat.kept_for == people.known["bob id"]


async def clock_has_played(people: People) -> bool:
    host = (await people.hub.find(people.known["room"])).match_host
    return host is not None and host.match.count >= 1


async def look(people: People) -> None:
    await people.request("ann", "GET", f"/api/rooms/{people.known['room']}")


def by_hand(*statements: str) -> Callable[[Path], None]:
    def damaged(database: Path) -> None:
        with closing(sqlite3.connect(database)) as connection, connection:
            for statement in statements:
                connection.execute(statement)

    return damaged


SCENARIOS = (
    Scenario("guest", nothing, guests("cleo")),
    Scenario("rename", TWO, rename, is_renamed),
    Scenario("phrase", guests("ann"), new_phrase),
    Scenario("recover", all_of(guests("ann"), new_phrase), recover),
    Scenario(
        "sign out others",
        all_of(guests("ann"), new_phrase, recover),
        post("ann", "/api/me/devices/sign-out-others"),
    ),
    Scenario("first sign-in", TWO, signing_in.ann_signs_in, signing_in.is_anns),
    Scenario(
        "a guest signs in to a player's account",
        all_of(guests("ann"), signing_in.ann_signs_in, BOBS_TABLE),
        signing_in.bob_signs_in,
        signing_in.all_is_anns,
    ),
    Scenario("sign out", all_of(guests("ann"), signing_in.ann_signs_in), signing_in.ann_signs_out),
    Scenario("open alone", guests("ann"), ALONE, in_phase("room", "playing")),
    Scenario("open for several", guests("ann"), open_as("room", "ann", "nim", "me", "anybody")),
    Scenario("bot moves", guests("ann"), open_as("room", "ann", "nim", "first", "me"), bot_has_moved),
    Scenario("join begins", TWO, post("bob", "/api/rooms/{room}/join"), in_phase("room", "playing"), statements=True),
    Scenario("quick opens", guests("ann"), post("ann", "/api/rooms/quick", game="nim")),
    Scenario("quick joins", open_as("room", "ann", "nim", "me", "anybody", public=True), all_of(guests("bob"), quick)),
    Scenario("submit", BOTH, play("ann", "room", 0)),
    Scenario("last move", BOTH, play_out("room", "ann", "bob"), in_phase("room", "over")),
    Scenario("last move alone", ALONE, play_out("room", "ann"), in_phase("room", "over")),
    Scenario(
        "clock",
        open_as("room", "ann", "nim", "me", "me", options={"turn_seconds": 60}),
        nothing,
        clock_has_played,
        ahead_ms=61_000,
    ),
    Scenario("advice", ALONE, post("ann", "/api/rooms/{room}/advice", seat=0)),
    Scenario(
        "fill begins", TWO, post("ann", "/api/rooms/{room}/fill", seat=1, level="first"), in_phase("room", "playing")
    ),
    Scenario(
        "fill for an absent player", BOTH, post("ann", "/api/rooms/{room}/fill", seat=1, level="first"), statements=True
    ),
    Scenario("leave", BOTH, post("ann", "/api/rooms/{room}/leave")),
    Scenario(
        "leave and come back",
        all_of(BOTH, post("bob", "/api/rooms/{room}/leave")),
        post("bob", "/api/rooms/{room}/join"),
    ),
    Scenario(
        "bot takes over",
        all_of(BOTH, play("ann", "room", 0), post("bob", "/api/rooms/{room}/leave")),
        nothing,
        bot_stands_in,
        ahead_ms=31_000,
        statements=True,
    ),
    Scenario(
        "come back to a bot's seat",
        all_of(BOTH, post("ann", "/api/rooms/{room}/fill", seat=1, level="first")),
        post("bob", "/api/rooms/{room}/join"),
    ),
    Scenario("leave before", TWO, post("ann", "/api/rooms/{room}/leave")),
    Scenario(
        "last leave", all_of(BOTH, post("ann", "/api/rooms/{room}/leave")), post("bob", "/api/rooms/{room}/leave")
    ),
    Scenario("leave what was never begun", ALONE, post("ann", "/api/rooms/{room}/leave"), statements=True),
    Scenario(
        "discard",
        all_of(ALONE, play("ann", "room", 0)),
        post("ann", "/api/rooms/{room}/discard"),
        is_discarded,
        statements=True,
    ),
    Scenario(
        "discard a daily attempt",
        all_of(guests("ann"), open_daily, play("ann", "room", 0)),
        post("ann", "/api/rooms/{room}/discard"),
        attempt_is_used,
        statements=True,
    ),
    Scenario(
        "rematch",
        all_of(BOTH, play_out("room", "ann", "bob")),
        post("ann", "/api/rooms/{room}/rematch"),
        in_phase("room", "playing"),
    ),
    Scenario("daily", guests("ann"), post("ann", "/api/daily/nim-alone")),
    Scenario("try from a moment", OVER_ALONE, post("ann", "/api/matches/{match}/try", seq=0), statements=True),
    Scenario("hand in", all_of(guests("ann"), play_at_home), hand_in, is_handed_in),
    Scenario(
        "hand in what went on at home",
        all_of(ALONE, play("ann", "room", 0), remember_match("room"), play_at_home),
        hand_in,
        is_handed_in,
    ),
    Scenario("analysis", OVER_ALONE, post("ann", "/api/matches/{match}/analysis"), is_analysed),
    Scenario(
        "analysis at the start",
        OVER_ALONE,
        nothing,
        is_analysed,
        damage=by_hand("INSERT INTO analyses (match, rules_version, asked) SELECT id, 1, 0 FROM matches"),
    ),
    Scenario(
        "analysis fails",
        all_of(
            open_as("room", "ann", "nim-alone", "me", options={"heaps": 5}),
            play_out("room", "ann"),
            remember_match("room"),
        ),
        post("ann", "/api/matches/{match}/analysis"),
        analysis_is_given_up,
    ),
    Scenario(
        "delete",
        all_of(BOTH, play_out("room", "ann", "bob"), open_as("other", "ann", "nim", "me", "anybody")),
        forget,
        is_forgotten,
    ),
    Scenario(
        "sweep", all_of(BOTH, open_as("other", "ann", "nim", "me", "anybody")), sweep, is_swept, ahead_ms=8 * DAY_MS
    ),
    Scenario(
        "sweep of a room that cannot be resumed",
        BOTH,
        sweep,
        is_swept,
        ahead_ms=8 * DAY_MS,
        damage=by_hand("UPDATE rooms SET game = 'gone'"),
    ),
    Scenario(
        "retention",
        all_of(
            open_as("room", "ann", "nim-alone", "me"),
            post("ann", "/api/rooms/{room}/advice", seat=0),
            post("ann", "/api/rooms/{room}/leave"),
            open_as("other", "ann", "nim", "me", "anybody"),
            guests("cleo"),
        ),
        sweep_much_later,
        is_swept,
    ),
    Scenario(
        "a host closes", all_of(BOTH, play("ann", "room", 0), hosting.give_link), hosting.close_room, hosting.is_closed
    ),
    Scenario("a host bans", all_of(TWO, hosting.give_link), hosting.ban, hosting.is_banned),
    Scenario("a host renames", all_of(TWO, hosting.give_link), hosting.rename, is_renamed),
    Scenario("report", TWO, hosting.report, hosting.is_reported),
    Scenario("mending", BOTH, look, in_phase("room", "playing"), damage=by_hand("UPDATE rooms SET match = 'lost'")),
    Scenario(
        "confirmation at the start",
        all_of(BOTH, play_out("room", "ann", "bob")),
        nothing,
        damage=by_hand(
            "UPDATE matches SET confirmed = NULL, place = NULL",
            *(f"DELETE FROM {table}" for table in ("results", "bests", "ratings", "meetings")),
        ),
    ),
    Scenario(
        "among others",
        BOTH,
        among_others,
        nothing_is_orphaned,
        damage=by_hand(
            "INSERT INTO presence (room, process, people) SELECT code, 'dead', '{}' FROM rooms",
            "INSERT INTO presence (room, process, people) VALUES ('GONE', 'dead', '{}')",
        ),
    ),
    Scenario("a match without a room", BOTH, nothing, damage=by_hand("DELETE FROM rooms")),
)
WARMING = Scenario("warming", all_of(BOTH, play_out("room", "ann", "bob")), post("ann", "/api/rooms/{room}/rematch"))
