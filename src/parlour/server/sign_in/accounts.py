"""A sign-in as one commit: finds the account's player, merges the device's guest, gives the device a new token.

The token from before the sign-in ends, so that one that was planted on somebody's device is of no use.
"""

import msgspec
from msgspec import Struct, structs

from parlour.core.errors import MalformedInput
from parlour.server.access.identity import is_first_name
from parlour.server.live.people.seating import handed_over, read_state
from parlour.store import merging, players, rooms
from parlour.store.moderation.restrictions import is_muted
from parlour.store.players import Player
from parlour.store.transaction import Transaction, job

NO_TOKEN = b""
"""The hash of an empty token."""


class SignedIn(Struct, frozen=True):
    """The result of a sign-in."""

    player: Player
    ended: tuple[bytes, ...] = ()
    """The hashes of the tokens that ended."""
    renamed: bool = False
    rooms: tuple[str, ...] = ()
    """The codes of the rooms in which the player has taken the guest's seats."""


@job
def sign_in(
    transaction: Transaction,
    account: bytes,
    name: str | None,
    newcomer: Player,
    device: bytes,
    token_hash: bytes,
    now: int,
) -> SignedIn:
    """Sign a device in, and replace its token.

    Whose account has no player yet: the guest of this device becomes it, or else the newcomer, and gets the name if
    there is one (``name_among``). Whose account has one: what the guest played is that player's from now on.
    """
    present = players.by_token(device)(transaction)
    player = players.by_account(account)(transaction)
    if present is not None and not present.account:
        if player is None:
            return _as_guest(transaction, present, account, name, token_hash, now)
        return _with_guest(transaction, present, player, token_hash, now)
    ended: tuple[bytes, ...] = ()
    if present is not None:
        players.end_token(present.id, device)(transaction)
        ended = (device,)
    if player is None:
        return SignedIn(_as_newcomer(transaction, newcomer, account, name, token_hash, now), ended)
    players.add_token(player.id, token_hash, NO_TOKEN, now)(transaction)
    return SignedIn(player, ended)


def _as_guest(
    transaction: Transaction,
    guest: Player,
    account: bytes,
    name: str | None,
    token_hash: bytes,
    now: int,
) -> SignedIn:
    """The guest becomes the account's player, and keeps a name that they chose; who is muted is not renamed."""
    ended = players.set_account(guest.id, account, NO_TOKEN, now)(transaction)
    shown = guest.name
    if name is not None and is_first_name(guest.name) and not is_muted(guest.id, now)(transaction):
        shown = players.rename(guest.id, name)(transaction)
    players.add_token(guest.id, token_hash, NO_TOKEN, now)(transaction)
    player = Player(guest.id, shown, account=True)
    return SignedIn(player, tuple(ended), renamed=shown != guest.name)


def _with_guest(transaction: Transaction, guest: Player, player: Player, token_hash: bytes, now: int) -> SignedIn:
    """The guest becomes one with the account's player, at every board and in every room."""
    codes = tuple(rooms.naming(guest.id)(transaction))
    for code in codes:
        _hand_over(transaction, code, guest.id, player)
    ended = merging.merge(guest.id, player.id, now)(transaction)
    players.add_token(player.id, token_hash, NO_TOKEN, now)(transaction)
    return SignedIn(player, tuple(ended), rooms=codes)


def _as_newcomer(
    transaction: Transaction, newcomer: Player, account: bytes, name: str | None, token_hash: bytes, now: int
) -> Player:
    named = structs.replace(newcomer, name=name or newcomer.name)
    added = players.add(named, token_hash, now)(transaction)
    players.set_account(added.id, account, token_hash, now)(transaction)
    return structs.replace(added, account=True)


def _hand_over(transaction: Transaction, code: str, guest: str, player: Player) -> None:
    """Give a guest's seats in a room to the player, unless another version of the program wrote the room."""
    room = rooms.load(code)(transaction)
    if room is None:
        return
    try:
        state = handed_over(read_state(room.state), guest, player)
    except MalformedInput:
        return
    owner = player.id if room.owner == guest else room.owner
    rooms.save(structs.replace(room, owner=owner, state=msgspec.json.encode(state)), room.version)(transaction)
