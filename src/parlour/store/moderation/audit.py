"""The log of acts: what a host did, when, to whom and why. Its last number tells a server that something was done."""

from msgspec import Struct, structs
from sqlalchemy import bindparam, func, select

from parlour.store import notifications
from parlour.store.statements import Insertion, Statement
from parlour.store.tables import acts
from parlour.store.transaction import Transaction, job

_ADD = Insertion(acts)
_LAST = Statement(select(func.max(acts.c.number).label("last")))
_SINCE = Statement(
    select(acts).where(acts.c.number > bindparam("seen")).order_by(acts.c.number).limit(bindparam("most"))
)
_PAGE = Statement(
    select(acts).where(acts.c.number < bindparam("before")).order_by(acts.c.number.desc()).limit(bindparam("most"))
)
_DONE_TO = Statement(
    select(acts.c.number).where(acts.c.about == bindparam("subject"), acts.c.act == bindparam("what")).limit(1)
)
MOST_AT_ONCE = 1_000
CLOSE_ROOM, DELETE_PLAYER = "close-room", "delete-player"
"""Acts that servers look for by their name."""
_AFTER_ALL = 2**62


class LoggedAct(Struct, frozen=True):
    """One line of the log."""

    number: int
    at: int
    """Unix time in milliseconds."""
    host: str
    """The host who acted: the name of their link, or of their account at the command line."""
    act: str
    """``ban``, ``rename`` and so on (parlour.server.admin.acts)."""
    about: str
    """The id or code of what it was done to; of an address its hash, of a range the range."""
    named: str
    """Its name for people: a player's name, the text of an announcement."""
    reason: str
    until: int | None
    """When the act expires; None if it does not."""


@job
def add(
    transaction: Transaction,
    host: str,
    act: str,
    about: str,
    named: str,
    reason: str,
    now: int,
    until: int | None = None,
) -> LoggedAct:
    """Add a line, and notify all servers."""
    line = LoggedAct(last()(transaction) + 1, now, host, act, about, named, reason, until)
    transaction.insert(_ADD, [structs.astuple(line)])
    transaction.notify(notifications.ACT)
    return line


@job
def last(transaction: Transaction) -> int:
    """The number of the last act; 0 before the first."""
    row = transaction.one(_LAST)
    return 0 if row is None or row.last is None else int(row.last)


@job
def since(transaction: Transaction, number: int) -> list[LoggedAct]:
    """The acts after one, in their order."""
    return [LoggedAct(*row) for row in transaction.many(_SINCE, seen=number, most=MOST_AT_ONCE)]


@job
def has_closed(transaction: Transaction, room: str) -> bool:
    """Whether it was a host who closed the room of a code."""
    return transaction.one(_DONE_TO, subject=room, what=CLOSE_ROOM) is not None


@job
def page(transaction: Transaction, before: int | None, count: int) -> list[LoggedAct]:
    """The log, the latest first, beginning before an act."""
    return [LoggedAct(*row) for row in transaction.many(_PAGE, before=before or _AFTER_ALL, most=count)]
