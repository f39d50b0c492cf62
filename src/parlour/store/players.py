"""Players. Tokens and recovery phrases are stored as hashes only: a reader of the database cannot sign in with them."""

from collections.abc import Sequence

from msgspec import Struct, structs
from sqlalchemy import bindparam, delete, func, select, update

from parlour.store import notifications
from parlour.store.derivation import lock_shared, renumber_outdated_ratings
from parlour.store.moderation import restrictions
from parlour.store.moderation.stored_words import GONE
from parlour.store.names import numbered, skeleton
from parlour.store.statements import Insertion, Row, Statement, each_of
from parlour.store.tables import acts, leavings, players, seats, tokens
from parlour.store.transaction import Transaction, job


class Player(Struct, frozen=True):
    """An identity on this server."""

    id: str
    name: str
    """The name as it is shown: with a number (``Mina#2``) if somebody else has the same name, or one that looks like
    it."""
    recoverable: bool = False
    """Whether a recovery phrase has been given out."""
    account: bool = False
    """Whether the player signs in with the host's provider; if not, they are a guest."""


_PLAYER = select(
    players.c.id,
    players.c.name,
    players.c.phrase_hash.is_not(None).label("recoverable"),
    players.c.account.is_not(None).label("signs_in"),
)
_ADD = Insertion(players, ("id", "name", "created", "seen", "skeleton", "number"))
_ADD_TOKEN = Insertion(tokens, ("hash", "player", "created"))
_BY_TOKEN = Statement(_PLAYER.join(tokens, tokens.c.player == players.c.id).where(tokens.c.hash == bindparam("secret")))
_BY_RECOVERY_PHRASE = Statement(_PLAYER.where(players.c.phrase_hash == bindparam("secret")))
_BY_ACCOUNT = Statement(_PLAYER.where(players.c.account == bindparam("secret")))
_KNOWN = Statement(_PLAYER.where(players.c.id.in_(select(each_of("people").c.value))))
_OF_PLAYER = players.c.id == bindparam("player")
_CALLED = Statement(select(players.c.skeleton, players.c.number).where(_OF_PLAYER))
_SO_CALLED = players.c.skeleton == bindparam("like")
_LAST_NUMBER = Statement(select(func.max(players.c.number).label("last")).where(_SO_CALLED))
_RENAME = Statement(
    update(players)
    .where(_OF_PLAYER)
    .values(name=bindparam("called"), skeleton=bindparam("like"), number=bindparam("which"))
)
_SAW = Statement(update(players).where(_OF_PLAYER).values(seen=bindparam("now"), address=bindparam("place")))
_SAW_ALL = Statement(
    update(players).where(players.c.id.in_(select(each_of("people").c.value))).values(seen=bindparam("now"))
)
_SET_RECOVERY_PHRASE = Statement(update(players).where(_OF_PLAYER).values(phrase_hash=bindparam("secret")))
_SET_ACCOUNT = Statement(update(players).where(_OF_PLAYER).values(account=bindparam("secret"), phrase_hash=None))
_TOKENS = Statement(select(tokens.c.hash).where(tokens.c.player == bindparam("of")))
_TOKEN = Statement(select(tokens.c.player).where(tokens.c.hash == bindparam("secret")))
_END_TOKEN = Statement(delete(tokens).where(tokens.c.player == bindparam("of"), tokens.c.hash == bindparam("secret")))
_DEVICES = Statement(
    select(func.count()).where(tokens.c.player == bindparam("of"), tokens.c.created > bindparam("since"))
)
_UNNAME = Statement(update(seats).where(seats.c.player == bindparam("who")).values(player=None, name=GONE))
_UNNAME_LEAVING = Statement(update(leavings).where(leavings.c.player == bindparam("who")).values(player=None))
_UNNAME_ACTS = Statement(update(acts).where(acts.c.about == bindparam("who")).values(named=GONE))
_DELETE = Statement(delete(players).where(_OF_PLAYER))


@job
def add(transaction: Transaction, player: Player, token_hash: bytes, now: int) -> Player:
    """Add a player with the token of their first device, and a number after the name if it is taken."""
    like = skeleton(player.name)
    number = _next_number(transaction, like)
    shown = numbered(player.name, number)
    transaction.insert(_ADD, [(player.id, shown, now, now, like, number)])
    transaction.insert(_ADD_TOKEN, [(token_hash, player.id, now)])
    return structs.replace(player, name=shown)


@job
def add_token(transaction: Transaction, player: str, token_hash: bytes, replaced: bytes, now: int) -> bool:
    """Add a token for a device. Whether the device had one of the same player, which ends."""
    ended = transaction.run(_END_TOKEN, of=player, secret=replaced)
    transaction.insert(_ADD_TOKEN, [(token_hash, player, now)])
    if ended:
        transaction.notify(notifications.of_renewal(replaced, token_hash))
    return ended > 0


@job
def devices(transaction: Transaction, player: str, since: int) -> int:
    """The number of devices on which the player has signed in since a moment, and not out."""
    [[count]] = transaction.many(_DEVICES, of=player, since=since)
    return int(count)


@job
def end_token(transaction: Transaction, player: str, token_hash: bytes) -> None:
    """Sign the player out on one device."""
    transaction.run(_END_TOKEN, of=player, secret=token_hash)
    transaction.notify(notifications.of_device(token_hash))


@job
def end_other_tokens(transaction: Transaction, player: str, kept: bytes) -> list[bytes]:
    """Sign the player out on all devices but one; returns the hashes of the ended tokens."""
    ended = [row.hash for row in transaction.many(_TOKENS, of=player) if row.hash != kept]
    for token_hash in ended:
        end_token(player, token_hash)(transaction)
    return ended


@job
def ended_tokens(transaction: Transaction, token_hashes: Sequence[bytes]) -> list[bytes]:
    """The hashes among these that belong to no player any more."""
    return [token_hash for token_hash in token_hashes if transaction.one(_TOKEN, secret=token_hash) is None]


@job
def by_token(transaction: Transaction, token_hash: bytes) -> Player | None:
    """The player with this token."""
    return _player(transaction.one(_BY_TOKEN, secret=token_hash))


@job
def by_recovery_phrase(transaction: Transaction, recovery_phrase_hash: bytes) -> Player | None:
    """The player with this recovery phrase."""
    return _player(transaction.one(_BY_RECOVERY_PHRASE, secret=recovery_phrase_hash))


@job
def by_account(transaction: Transaction, account: bytes) -> Player | None:
    """The player of an account, given by its hash."""
    return _player(transaction.one(_BY_ACCOUNT, secret=account))


@job
def set_account(transaction: Transaction, player: str, account: bytes, kept: bytes, now: int) -> list[bytes]:
    """Let the player sign in with an account from now on, and in no other way: a recovery phrase stops working, and all
    devices but one are signed out, whoever may have given them their token. Gives the hashes of those.

    What restricts the account restricts the player.
    """
    transaction.run(_SET_ACCOUNT, player=player, secret=account)
    restrictions.take_from_account(player, account, now)(transaction)
    return end_other_tokens(player, kept)(transaction)


@job
def known(transaction: Transaction, people: Sequence[str]) -> list[Player]:
    """The players among these ids; ids that belong to nobody are left out."""
    found = (_player(row) for row in transaction.many(_KNOWN, people=people))
    return [player for player in found if player is not None]


@job
def saw(transaction: Transaction, player: str, now: int, address: str | None) -> None:
    """Record when a player was seen, and the hash of the address; None if addresses are not kept."""
    transaction.run(_SAW, player=player, now=now, place=address)


@job
def saw_all(transaction: Transaction, people: Sequence[str], now: int) -> None:
    """Record when these players were seen, at the same addresses as before."""
    transaction.run(_SAW_ALL, people=people, now=now)


@job
def rename(transaction: Transaction, player: str, name: str) -> str:
    """Rename a player; returns the name as it is shown. Matches keep the name at their time.

    A name that is taken for the one before keeps its number. A new one gets the number after the last.
    """
    like, before = skeleton(name), transaction.one(_CALLED, player=player)
    kept = before is not None and before.skeleton == like
    number = before.number if before is not None and kept else _next_number(transaction, like)
    shown = numbered(name, number)
    transaction.run(_RENAME, player=player, called=shown, like=like, which=number)
    return shown


@job
def set_recovery_phrase(transaction: Transaction, player: str, recovery_phrase_hash: bytes, kept: bytes) -> list[bytes]:
    """Set the recovery phrase; the one before stops working, and all devices but one are signed out."""
    transaction.run(_SET_RECOVERY_PHRASE, player=player, secret=recovery_phrase_hash)
    return end_other_tokens(player, kept)(transaction)


@job
def forget(transaction: Transaction, player: str) -> list[bytes]:
    """Delete the player, and with them their tokens, results, bests, ratings and attempts; the tokens' hashes.

    The matches stay replayable, without a name; what hosts did to the player stays in their log, without one too. What
    restricts somebody who has an account holds for whoever signs in with it later.
    """
    ended = [row.hash for row in transaction.many(_TOKENS, of=player)]
    lock_shared(transaction)
    if transaction.run(_UNNAME, who=player) + transaction.run(_UNNAME_LEAVING, who=player):
        renumber_outdated_ratings(transaction)
    transaction.run(_UNNAME_ACTS, who=player)
    restrictions.leave_to_account(player)(transaction)
    transaction.run(_DELETE, player=player)
    for token_hash in ended:
        transaction.notify(notifications.of_device(token_hash))
    return ended


def _next_number(transaction: Transaction, like: str) -> int:
    row = transaction.one(_LAST_NUMBER, like=like)
    return 1 if row is None or row.last is None else int(row.last) + 1


def _player(row: Row | None) -> Player | None:
    return None if row is None else Player(row.id, row.name, bool(row.recoverable), bool(row.signs_in))
