"""A match played at home, handed in."""

import msgspec

from parlour.core.match import AnyMatch, Match
from parlour.core.replay import reopened
from parlour.core.session import encode_session
from parlour.server.access.identity import new_id
from parlour.store import log, profiles
from tests.alone import Alone
from tests.nim import Options, Take
from tests.server.hostile.faults.client import People


async def play_at_home(people: People) -> None:
    """Nim for one, gone on from the room's match if there is one."""
    match: AnyMatch = Match.begin(Alone(), id=new_id(), seed=7, started=0, options=Options(heaps=1))
    if "match" in people.known:
        taken = await people.store.read(log.stored(people.known["match"]))
        assert taken is not None
        match = reopened(Alone(), taken.session)
    while match.outcome is None:
        match, _ = match.submit(0, Take(0, 1), match.last_ms + 10)
    people.known["played"] = encode_session(match.session).decode()


async def hand_in(people: People) -> None:
    session = msgspec.json.decode(people.known["played"])
    await people.post("ann", "/api/me/matches", {"seats": [{"for": "me"}], "session": session})


async def is_handed_in(people: People) -> bool:
    [played] = await people.store.read(profiles.history(people.known["ann id"], None, None, 10))
    return played.handed_in is not None and played.not_counted == "unwitnessed"
