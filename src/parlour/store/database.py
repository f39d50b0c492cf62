"""The interface of a database, besides its transactions.

parlour.store.sqlite and parlour.store.postgresql implement it; ``databases`` finds the one of an address.
"""

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol

from msgspec import Struct

from parlour.store.notifications import Listener
from parlour.store.statements import Insertion, Value
from parlour.store.transaction import Transaction


class Space(Struct, frozen=True):
    """The space of a disk, in bytes."""

    taken: int
    """The bytes that the database takes."""
    free: int


class Conflict(Exception):
    """Another process changed the same rows meanwhile. The transaction is undone and may be tried again."""


class ConnectionLost(Exception):
    """The connection to the database was lost. Unless it was being committed, the transaction is undone."""


class Connection(Transaction, Protocol):
    """The transaction that is open on one connection, and its beginning and end. One thread at a time uses it."""

    def commit_rows(self, into: Insertion, rows: Iterable[Sequence[Value]]) -> bool:
        """Commit rows in a transaction of their own, if they can be one statement, none is at fault and nobody has to
        be told of them; if not, nothing is done. On the disk when this returns True.

        Raises neither Conflict nor ConnectionLost: where the answer to a commit can be lost, this gives False.
        """

    def begin(self) -> None:
        """Begin a transaction."""

    def begin_alone(self) -> None:
        """Begin a transaction once no other process is writing; none writes until it ends."""

    @property
    def alone(self) -> bool:
        """Whether no other process can write while this transaction is open."""

    def commit(self) -> None:
        """Commit: the transaction is on the disk when this returns. After ConnectionLost, ``restore`` tells whether it
        is."""

    def rollback(self) -> None:
        """Undo the transaction, if one is open."""

    @property
    def begun(self) -> bool:
        """Whether a transaction is open: some failures (a full disk) end it with all that it holds."""

    def savepoint(self) -> AbstractContextManager[None]:
        """A `with` block that is undone by itself if it raises; the transaction goes on."""

    def restore(self) -> bool:
        """Connect again after ConnectionLost, which is raised while that cannot be.

        Returns whether the transaction that was being committed is on the disk; if not, it never will be.
        """

    def close(self) -> None:
        """Close the connection."""


class Database(Protocol):
    """Where a store keeps everything. As text, its address."""

    failures: tuple[type[Exception], ...]
    """The errors that connections raise for something that is no database, is locked, is away or cannot be written."""
    shared: bool
    """Whether several processes may change it: each of them then says that it is alive, and what it holds."""

    looked_at: str
    """In words: what ``damage`` looks at, all of which is sound if it finds nothing."""

    def claim(self) -> AbstractContextManager[None]:
        """Claim the store for a server: StoreInUse if only one process may serve it, and another does."""

    def damage(self, within_s: float | None = None) -> str | None:
        """The damage of the database in a sentence, or None. A database that does not exist yet has none.

        With a limit only what can be looked at meanwhile: is everything where it should be, are references good?
        Without one also: does every index say what its table says?
        """

    def exists(self) -> bool:
        """Whether there is anything at its place."""

    def space(self) -> Space | None:
        """The space of its disk; None if that is another machine's."""

    def migrated_copy(self, folder: Path) -> "Database":
        """A copy, in a folder, of an earlier version's store, migrated to this version; the original stays as it is."""

    def require_unlocked(self, error: BaseException) -> None:
        """StoreInUse if a connection raised this error because another process has locked the database."""

    def migrate(self) -> None:
        """Bring the tables to what this version of the program expects."""

    def up_to_date(self) -> bool | None:
        """Whether the tables are what this version of the program expects; None if there are none of ours."""

    def writing(self) -> Connection:
        """The connection of the one writer, whose commits are flushed to the disk."""

    def filling(self) -> Connection:
        """A connection that fills a database nobody uses yet: it may be silent for as long as its rows take to come."""

    def reading(self) -> Connection:
        """A connection for reading: it sees what is committed, changes nothing and waits for nobody."""

    def checkpoints(self) -> Callable[[], int]:
        """A function for one thread that checkpoints beside the writer, and returns how much it moved."""

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Call a listener, in a thread of its own, with the notifications of other processes; returns a function that
        ends it."""

    def ahead_s(self) -> float:
        """The seconds by which the clock of the database's machine is ahead of this machine's."""

    def watch(self) -> None:
        """Guard the database while people wait for it: what is open must stay what is found at its place, and a
        database that does not answer is given up (ConnectionLost)."""

    def fault(self) -> str | None:
        """What has happened to the database's files or connection, in a sentence; None while all is well."""

    def is_damage(self, error: BaseException) -> bool:
        """Whether a connection raised this because what it read is damaged, or what it wrote may not be there."""

    def is_full(self, error: BaseException) -> bool:
        """Whether a connection raised this because the disk has no space."""

    def close(self) -> None:
        """Close all connections."""
