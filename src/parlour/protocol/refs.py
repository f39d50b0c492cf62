"""The refs of actions, so that an action that is sent twice is played once."""

from collections.abc import Iterable, Iterator

from parlour.core.game import Seat


class Refs:
    """The seq in the log of each action to which its client gave a name."""

    __slots__ = ("_seqs",)

    def __init__(self, named: Iterable[tuple[Seat, str, int]] = ()) -> None:
        self._seqs: dict[str, int] = {}
        """By seat and name as one text: the collector passes over a dict with nothing but texts and numbers in it."""
        self.add_all(named)

    def seq_of(self, seat: Seat, ref: str | None) -> int | None:
        """The seq of a seat's action with this ref; None if there is none."""
        return None if ref is None else self._seqs.get(f"{seat} {ref}")

    def add(self, seat: Seat, ref: str, seq: int) -> None:
        """Add the ref of one action."""
        self._seqs[f"{seat} {ref}"] = seq

    def add_all(self, named: Iterable[tuple[Seat, str, int]]) -> None:
        """Add several refs."""
        for seat, ref, seq in named:
            self.add(seat, ref, seq)

    def ref_at(self, seq: int) -> str | None:
        """The ref of the entry with this seq; None if its client gave it none."""
        return next((ref for _, ref, named in self if named == seq), None)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Refs) and sorted(self) == sorted(other)

    __hash__ = None  # type: ignore[assignment]

    def __iter__(self) -> Iterator[tuple[Seat, str, int]]:
        for name, seq in self._seqs.items():
            seat, _, ref = name.partition(" ")
            yield int(seat), ref, seq

    def __len__(self) -> int:
        return len(self._seqs)
