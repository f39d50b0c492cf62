"""Seeds in parts."""

from collections.abc import Iterator

from msgspec import Struct


class SeedRange(Struct, frozen=True):
    """Every seed from the first up to but not including the end."""

    first: int
    end: int

    def __len__(self) -> int:
        return self.end - self.first

    def __iter__(self) -> Iterator[int]:
        return iter(range(self.first, self.end))


def seed_parts(seeds: range, size: int) -> Iterator[SeedRange]:
    """Consecutive seeds, so many a part."""
    for first in range(seeds.start, seeds.stop, size):
        yield SeedRange(first, min(first + size, seeds.stop))
