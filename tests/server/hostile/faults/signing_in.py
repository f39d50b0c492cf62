"""Sign-ins, from the moment at which a provider has said who it is."""

from contextlib import suppress

from parlour.server.access.identity import hashed
from parlour.server.sign_in.provider import Identity
from parlour.store import players, profiles
from parlour.store.failure import StoreFull
from tests.server.hostile.faults.client import Failed, People, Refused

ACCOUNT = hashed("ann at the provider")


async def sign_in(people: People, who: str) -> None:
    """Asked again, it may have been done: the cookie from before is then nobody's."""
    identity = Identity(ACCOUNT, ("Ann",))
    try:
        people.known[who] = await people.parlour.signing_in.sign_in(identity, "en", {"parlour": people.known[who]})
    except StoreFull as error:
        raise Failed(str(error)) from None


async def ann_signs_in(people: People) -> None:
    await sign_in(people, "ann")


async def bob_signs_in(people: People) -> None:
    await sign_in(people, "bob")


async def ann_signs_out(people: People) -> None:
    """Asked again, it may have been done."""
    with suppress(Refused):
        await people.post("ann", "/api/me/sign-out")


async def is_anns(people: People) -> bool:
    player = await people.store.read(players.by_account(ACCOUNT))
    return player is not None and player.id == people.known["ann id"]


async def all_is_anns(people: People) -> bool:
    ann, bob = people.known["ann id"], people.known["bob id"]
    known = await people.store.read(players.known([ann, bob]))
    played = await people.store.read(profiles.history(ann, None, None, 10))
    seats = (await people.hub.find(people.known["room"])).now().seats
    return [player.id for player in known] == [ann] and len(played) == 1 and seats[0].player == ann
