"""What clients call their actions: an action that is sent twice is played once."""

from collections import defaultdict
from collections.abc import Iterable, Iterator

from parlour.core.game import Seat


class Refs:
    """Where each action stands in the log that its client gave a name.

    By seat, and then by name: with pairs of both as keys the collector had twice as much to look through.
    """

    def __init__(self, named: Iterable[tuple[Seat, str, int]] = ()) -> None:
        self._places: defaultdict[Seat, dict[str, int]] = defaultdict(dict)
        self.add_all(named)

    def place_of(self, seat: Seat, ref: str | None) -> int | None:
        """Where a seat's action with this ref stands in the log."""
        return None if ref is None else self._places[seat].get(ref)

    def add(self, seat: Seat, ref: str, seq: int) -> None:
        """One more is in the log."""
        self._places[seat][ref] = seq

    def add_all(self, named: Iterable[tuple[Seat, str, int]]) -> None:
        """Several more, or another's."""
        for seat, ref, seq in named:
            self.add(seat, ref, seq)

    def at(self, place: int) -> str | None:
        """What the action at a place of the log is called."""
        return next((ref for _, ref, seq in self if seq == place), None)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Refs) and sorted(self) == sorted(other)

    __hash__ = None  # type: ignore[assignment]

    def __iter__(self) -> Iterator[tuple[Seat, str, int]]:
        return ((seat, ref, seq) for seat, places in self._places.items() for ref, seq in places.items())

    def __len__(self) -> int:
        return sum(map(len, self._places.values()))
