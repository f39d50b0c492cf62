"""What the store asks of a database besides its transactions.

parlour.store.sqlite and parlour.store.postgresql answer; ``databases`` knows which of them is at an address.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol

from msgspec import Struct

from parlour.store.notifications import Listener
from parlour.store.transaction import Transaction


class Space(Struct, frozen=True):
    """Of a disk, in bytes."""

    taken: int
    """By the database."""
    free: int


class Conflict(Exception):
    """Another process changed the same rows meanwhile; nothing of the transaction stays, and once more it may do."""


class ConnectionLost(Exception):
    """The database has gone away. What was not being committed is undone."""


class Connection(Transaction, Protocol):
    """The transaction that is open on one connection, and its beginning and end. One thread at a time uses it."""

    def begin(self) -> None:
        """From now on everything belongs to one transaction."""

    def begin_alone(self) -> None:
        """The same, when nobody else changes anything any more; and nobody does until it ends."""

    @property
    def alone(self) -> bool:
        """Whether nobody else can change anything while this transaction is open."""

    def commit(self) -> None:
        """When this returns, the transaction is on the disk. After ConnectionLost only ``restore`` tells if it is."""

    def rollback(self) -> None:
        """Nothing of the transaction stays. Does nothing where none is open."""

    @property
    def begun(self) -> bool:
        """Whether a transaction is open: some failures (a full disk) end it with all that it holds."""

    def savepoint(self) -> AbstractContextManager[None]:
        """If what is done within it raises, that is undone, and the transaction goes on."""

    def restore(self) -> bool:
        """Connect again after ConnectionLost, which is raised while that cannot be.

        Gives whether the transaction that was being committed then is on the disk: if not, it never will be.
        """

    def close(self) -> None:
        """No more is asked of it."""


class Database(Protocol):
    """Where a store keeps everything. As text, its address."""

    failures: tuple[type[Exception], ...]
    """What connections raise for something that is no database, is locked, is away or cannot be written."""
    shared: bool
    """Whether several processes may change it: each of them then says that it is alive, and what it holds."""

    looked_at: str
    """What ``damage`` has found sound when it finds nothing, in words."""

    def claim(self) -> AbstractContextManager[None]:
        """For whoever keeps rooms in memory: StoreInUse if it takes only one such process, and another one is there."""

    def damage(self, within_s: float | None = None) -> str | None:
        """What is wrong with what is kept, if anything is. A database that is not there yet is whole.

        With a limit only what can be looked at meanwhile: is everything where it should be, are references good?
        Without one also: does every index say what its table says?
        """

    def exists(self) -> bool:
        """Whether there is anything at its place."""

    def space(self) -> Space | None:
        """What its disk has to offer; None where that is another machine's."""

    def migrated_copy(self, folder: Path) -> "Database":
        """What an earlier version kept, in a folder, as this version keeps it; the original stays as it is."""

    def require_unlocked(self, error: BaseException) -> None:
        """StoreInUse if a connection raised this only because another process keeps everybody out."""

    def migrate(self) -> None:
        """Bring the tables to what this version of the program expects."""

    def up_to_date(self) -> bool | None:
        """Whether the tables are what this version of the program expects; None if there are none of ours."""

    def writing(self) -> Connection:
        """For the one writer: what is committed is on the disk, not on its way there."""

    def reading(self) -> Connection:
        """For everybody else: sees what is committed, changes nothing, waits for nobody."""

    def checkpoints(self) -> Callable[[], int]:
        """For one thread: moves what is committed to where it stays, beside the writer; gives what had to be moved."""

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Tell a listener, in a thread of its own, of what other processes commit. Gives what ends it."""

    def ahead_s(self) -> float:
        """By how many seconds the time of day on its machine is ahead of this machine's."""

    def watch(self) -> None:
        """From now on people wait: what is open must stay what is found at its place, and a database that does not
        answer is given up (ConnectionLost)."""

    def fault(self) -> str | None:
        """What happened to the place where everything is kept, in a sentence; None while all is well."""

    def is_damage(self, error: BaseException) -> bool:
        """Whether a connection raised this because what it read is damaged, or what it wrote may not be there."""

    def is_full(self, error: BaseException) -> bool:
        """Whether a connection raised this because the disk has no space."""

    def close(self) -> None:
        """All connections are closed."""
