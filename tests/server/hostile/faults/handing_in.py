"""A match played at home, handed in."""

import msgspec
from msgspec import structs

from parlour.core.match import AnyMatch, Match
from parlour.core.replay import reopened
from parlour.core.session import encode_session
from parlour.server.access.identity import new_id
from parlour.store import log, profiles
from tests.alone import Alone
from tests.nim import Options, Take
from tests.server.hostile.faults.client import People


async def hand_in(people: People) -> None:
    """Nim for one, played at home: the same game each time, gone on from the room's if there is one."""
    match: AnyMatch = Match.begin(Alone(), id=new_id(), seed=7, started=0, options=Options(heaps=1))
    if "room" in people.known:
        taken = await people.store.read(log.stored(people.known["match"]))
        assert taken is not None
        match = reopened(Alone(), structs.replace(taken.session, ended=None))
    while match.outcome is None:
        match, _ = match.submit(0, Take(0, 1), match.last_ms + 10)
    session = msgspec.json.decode(encode_session(match.session))
    await people.post("ann", "/api/me/matches", {"seats": [{"for": "me"}], "session": session})


async def is_handed_in(people: People) -> bool:
    [played] = await people.store.read(profiles.history(people.known["ann id"], None, None, 10))
    return played.handed_in is not None and played.not_counted == "unwitnessed"
